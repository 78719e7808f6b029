/* Source: DWARF 5, 3.1.2 (skeleton units): the names of the parts are texts of the file, as are the directories that
 * they are relative to. */
#include "split_debug.h"

#include "elf.h"
#include "mem.h"
#include "symbol_search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TEXTS_LIMIT = 16 << 20, COMPRESSED = 0x800 /* a section's flag */ };

struct texts {
	char *bytes;
	size_t size;
};

static const char *const sections[] = {".debug_str", ".debug_line_str"};
enum { SECTIONS = 2 };

static void read_texts(struct texts *texts, const struct elf *elf, const char *name)
{
	const struct elf_section *section = elf_section(elf, name);

	if (!section || section->size > TEXTS_LIMIT || section->flags & COMPRESSED)
		return;
	texts->bytes = mem_new((size_t)section->size + 1, 1);
	texts->size = binary_read(&elf->file, section->offset, texts->bytes, (size_t)section->size);
	texts->bytes[texts->size] = '\0';
}

static bool is_there(const char *directory, const char *name)
{
	char *path = JOIN(directory, "/", name);
	bool there = !access(path, R_OK);

	free(path);
	return there;
}

static bool is_in_a_directory(const struct texts *texts, const char *name)
{
	for (const char *text = texts->bytes; text && text < texts->bytes + texts->size; text += strlen(text) + 1)
		if (*text == '/' && is_there(text, name))
			return true;
	return false;
}

static bool is_missing(const struct texts *texts, const char *name)
{
	if (*name == '/')
		return access(name, R_OK) != 0;
	return !(is_in_a_directory(&texts[0], name) || is_in_a_directory(&texts[1], name));
}

static bool is_part(const char *text)
{
	size_t length = strlen(text);

	return length > 4 && !strcmp(text + length - 4, ".dwo");
}

static const char *first_missing(const struct texts *texts)
{
	for (size_t i = 0; i < SECTIONS; i++)
		for (const char *text = texts[i].bytes; text && text < texts[i].bytes + texts[i].size;
		     text += strlen(text) + 1)
			if (is_part(text) && is_missing(texts, text))
				return text;
	return NULL;
}

static bool has_package(const char *path)
{
	char *package = JOIN(path, ".dwp");
	bool there = !access(package, R_OK);

	free(package);
	return there;
}

bool split_debug_missing(const char *path, char *name, size_t size)
{
	struct texts texts[SECTIONS] = {{NULL, 0}};
	const char *missing = NULL;
	struct binary file;
	struct elf elf;

	if (has_package(path) || binary_open(&file, path))
		return false;
	/* Addresses of the parts stand there: what has no parts has it not, or is DWARF 5 that clang made. */
	if (!elf_read(&elf, &file) && elf_section(&elf, ".debug_addr"))
		for (size_t i = 0; i < SECTIONS; i++)
			read_texts(&texts[i], &elf, sections[i]);
	missing = first_missing(texts);
	if (missing)
		snprintf(name, size, "%s", missing);
	for (size_t i = 0; i < SECTIONS; i++)
		free(texts[i].bytes);
	elf_close(&elf);
	return missing;
}
