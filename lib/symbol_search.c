#include "symbol_search.h"

#include "mem.h"

#include <stdlib.h>
#include <string.h>

char *path_join(const char *const *pieces, size_t count)
{
	size_t size = 1, used = 0;
	char *path;

	for (size_t i = 0; i < count; i++)
		size += strlen(pieces[i]);
	path = mem_new(size, 1);
	for (size_t i = 0; i < count; used += strlen(pieces[i++]))
		memcpy(path + used, pieces[i], strlen(pieces[i]));
	return path;
}

const char *path_base(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

void symbol_search_add_directory(struct symbol_search *search, const char *directory)
{
	search->directories = mem_grow(search->directories, &search->directory_capacity, search->directory_count + 1,
				       sizeof(*search->directories));
	search->directories[search->directory_count++] = directory;
}

bool symbol_search_add_map(struct symbol_search *search, const char *map)
{
	const char *equals = strchr(map, '=');

	if (!equals || equals == map)
		return false;
	search->maps = mem_grow(search->maps, &search->map_capacity, search->map_count + 1, sizeof(*search->maps));
	search->maps[search->map_count++] = (struct path_map){map, equals + 1, (size_t)(equals - map)};
	return true;
}

char *symbol_search_map(const struct symbol_search *search, const char *path)
{
	for (size_t i = search->map_count; i--;) {
		const struct path_map *map = &search->maps[i];
		const char *rest = path + map->from_length;

		if (!strncmp(path, map->from, map->from_length) &&
		    (!*rest || *rest == '/' || map->from[map->from_length - 1] == '/'))
			return JOIN(map->to, rest);
	}
	return NULL;
}

/* Takes the path: it is freed unless it is returned. */
static char *if_same_build(char *path, const struct code_file *wanted, const char *arch, struct code_file *code)
{
	if (!code_file_read(code, path, arch) && !strcmp(code->build_id, wanted->build_id) &&
	    (!wanted->symbols || code->symbols || code->lines))
		return path;
	free(path);
	return NULL;
}

static char *find_by_id(const char *directory, const struct code_file *wanted, const char *suffix,
			struct code_file *code)
{
	char two[3] = {wanted->build_id[0], wanted->build_id[1], '\0'};
	const char *rest = wanted->build_id + 2;
	char *path = if_same_build(JOIN(directory, "/.build-id/", two, "/", rest, suffix), wanted, "", code);

	return path ? path : if_same_build(JOIN(directory, "/", two, "/", rest, suffix), wanted, "", code);
}

static char *find_by_name(const char *directory, const struct code_file *wanted, const char *name, const char *arch,
			  struct code_file *code)
{
	char *path = if_same_build(JOIN(directory, "/", name), wanted, arch, code);

	if (!path)
		path = if_same_build(JOIN(directory, "/", name, ".debug"), wanted, arch, code);
	if (!path)
		path = if_same_build(JOIN(directory, "/", name, ".dSYM/Contents/Resources/DWARF/", name), wanted, arch,
				     code);
	return path;
}

char *symbol_search_find(const struct symbol_search *search, const struct code_file *wanted, const char *name,
			 const char *arch, struct code_file *code)
{
	char *path = NULL;

	if (strlen(wanted->build_id) < 3)
		return NULL;
	for (size_t i = 0; i < search->directory_count && !path; i++) {
		const char *directory = search->directories[i];

		path = find_by_id(directory, wanted, "", code);
		if (!path)
			path = find_by_id(directory, wanted, ".debug", code);
		if (!path)
			path = find_by_name(directory, wanted, name, arch, code);
	}
	return path;
}
