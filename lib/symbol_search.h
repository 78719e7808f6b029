/* Where files with symbols may lie beside the paths that a profile tells. */
#ifndef OSPREY_SYMBOL_SEARCH_H
#define OSPREY_SYMBOL_SEARCH_H

#include "code_file.h"

/* Zero-initialise it. What is added to it must live to the end. */
struct symbol_search {
	const char **directories; /* in the order of looking */
	size_t directory_count, directory_capacity;
	struct path_map {
		const char *from, *to;
		size_t from_length;
	} * maps;
	size_t map_count, map_capacity;
};

/* A path of several pieces; the caller frees it. */
char *path_join(const char *const *pieces, size_t count);
#define JOIN(...)                                                                                                      \
	path_join((const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))

/* The part behind the last slash. */
const char *path_base(const char *path);

void symbol_search_add_directory(struct symbol_search *search, const char *directory);

/* Adds "FROM=TO". Returns false when it has not that form. */
bool symbol_search_add_map(struct symbol_search *search, const char *map);

/* The path with TO in place of the FROM that it begins with (the map that was added last wins), at a whole component.
 * NULL without one; the caller frees it. */
char *symbol_search_map(const struct symbol_search *search, const char *path);

/* A file of this build id, and with symbols when `wanted` says so, in the directories: DIR/.build-id/ab/cd… with
 * `suffix` (".debug" or ""), or DIR/NAME with it, or NAME's .dSYM bundle there. Returns its path, which the caller
 * frees, or NULL; `*code` is what it says of itself. */
char *symbol_search_find(const struct symbol_search *search, const struct code_file *wanted, const char *name,
			 const char *arch, struct code_file *code);

/* The separate debug file of an ELF file, or the dSYM bundle of a Mach-O file, that is now at `path`: the file that its
 * debug link names, in its directory, .debug/ there, /usr/lib/debug; then by build id in the directories and in
 * /usr/lib/debug. It has the same build id, or the CRC of the link when there is none. The caller frees it; NULL when
 * there is none. */
char *debug_file_find(const struct symbol_search *search, const char *path, const struct code_file *of,
		      const char *arch);

/* The name that was looked for, "" when the file tells none. */
void debug_file_name(const struct code_file *of, char *name, size_t size);

#endif
