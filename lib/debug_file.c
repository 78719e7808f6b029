#include "mem.h"
#include "symbol_search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char system_directory[] = "/usr/lib/debug";

/* The CRC of ISO 3309, as zlib's: a byte a step. */
static uint32_t crc_of(const struct binary *file)
{
	static unsigned char bytes[64 * 1024];
	uint32_t crc = UINT32_MAX;
	size_t got;

	for (uint64_t at = 0; (got = binary_read(file, at, bytes, sizeof(bytes))); at += got) {
		for (size_t i = 0; i < got; i++) {
			crc ^= bytes[i];
			for (int bit = 0; bit < 8; bit++)
				crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
		}
	}
	return ~crc;
}

static bool has_crc(const char *path, uint32_t crc)
{
	struct binary file;
	bool same;

	if (binary_open(&file, path))
		return false;
	same = crc_of(&file) == crc;
	binary_close(&file);
	return same;
}

static bool belongs(const char *path, const struct code_file *of, const char *arch)
{
	struct code_file code;

	if (code_file_read(&code, path, arch) || (!code.lines && !code.symbols))
		return false;
	if (*of->build_id)
		return !strcmp(code.build_id, of->build_id);
	return *of->debug_link && has_crc(path, of->debug_crc);
}

/* Takes the path: it is freed unless it is returned. */
static char *if_belongs(char *path, const struct code_file *of, const char *arch)
{
	if (belongs(path, of, arch))
		return path;
	free(path);
	return NULL;
}

static char *find_by_link(const char *path, const struct code_file *of)
{
	char *directory = JOIN(path), *found;

	directory[path_base(directory) - directory] = '\0';
	found = if_belongs(JOIN(directory, of->debug_link), of, "");
	if (!found)
		found = if_belongs(JOIN(directory, ".debug/", of->debug_link), of, "");
	if (!found && *directory == '/')
		found = if_belongs(JOIN(system_directory, directory, of->debug_link), of, "");
	free(directory);
	return found;
}

char *debug_file_find(const struct symbol_search *search, const char *path, const struct code_file *of,
		      const char *arch)
{
	const char *name = *of->debug_link ? of->debug_link : path_base(path);
	char *found = NULL, two[3] = {of->build_id[0], of->build_id[0] ? of->build_id[1] : '\0', '\0'};
	struct code_file wanted = *of, code;

	wanted.symbols = true;
	if (of->macho)
		found = if_belongs(JOIN(path, ".dSYM/Contents/Resources/DWARF/", path_base(path)), of, arch);
	else if (*of->debug_link)
		found = find_by_link(path, of);
	if (!found)
		found = symbol_search_find(search, &wanted, name, arch, &code);
	if (!found && strlen(of->build_id) > 2)
		found = if_belongs(JOIN(system_directory, "/.build-id/", two, "/", of->build_id + 2, ".debug"), of, "");
	return found;
}

void debug_file_name(const struct code_file *of, char *name, size_t size)
{
	*name = '\0';
	if (*of->debug_link)
		snprintf(name, size, "%s", of->debug_link);
	else if (*of->build_id && !of->macho)
		snprintf(name, size, ".build-id/%.2s/%s.debug", of->build_id, of->build_id + 2);
}
