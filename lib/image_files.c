#include "image_files.h"

#include "atos.h"
#include "split_debug.h"
#include "symbolizer.h"
#include "symbolizer_find.h"
#include "vdso.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char changed[] = "changed since the profile was taken";

static bool has_path(struct image_map *images, const char *path)
{
	for (size_t i = 0; i < images->count; i++)
		if (!strcmp(images->images[i].path, path))
			return true;
	return false;
}

static bool is_main(const struct image_files *files, const struct image *image)
{
	if (!strcmp(image->path, files->program))
		return true;
	return image->id == 0 && !has_path(files->images, files->program);
}

/* Build ids are compared and looked for in lower case. */
static struct code_file wanted_of(const struct image *image)
{
	struct code_file wanted = {.size = image->file_size, .mtime_ns = image->file_mtime_ns};

	snprintf(wanted.build_id, sizeof(wanted.build_id), "%s", image->build_id);
	for (char *c = wanted.build_id; *c; c++)
		*c = (char)tolower((unsigned char)*c);
	return wanted;
}

/* A raw file that went through a tool with doubles for numbers has rounded times. */
static bool same_time(uint64_t one, uint64_t other)
{
	enum { ROUNDING_NS = 1000 };

	return one - other + ROUNDING_NS <= 2 * ROUNDING_NS;
}

/* A copy in another place has the size, but not the time. */
static bool same_build(const struct code_file *wanted, const struct code_file *code, bool same_place)
{
	if (*wanted->build_id)
		return !strcmp(wanted->build_id, code->build_id);
	if (!wanted->size)
		return true;
	return wanted->size == code->size &&
	       (!same_place || !wanted->mtime_ns || same_time(wanted->mtime_ns, code->mtime_ns));
}

/* The file at file->path, which is what a user would look at. */
static const char *why_not(const struct image_files *files, struct image_file *file, const struct image *image)
{
	struct code_file wanted = wanted_of(image);
	const char *why;

	if (!*file->path)
		return "its path is not known";
	why = code_file_read(&file->is, file->path, image->arch);
	if (why)
		return why;
	file->changed = !same_build(&wanted, &file->is, !strcmp(file->path, image->path));
	return file->changed && !files->force ? changed : "";
}

static bool take_from_directories(const struct image_files *files, struct image_file *file, const struct image *image)
{
	struct code_file wanted = wanted_of(image), code;
	const char *name = path_base(image->path);
	char *path;

	wanted.symbols = true;
	path = symbol_search_find(&files->search, &wanted, name, image->arch, &code);
	wanted.symbols = false;
	if (!path)
		path = symbol_search_find(&files->search, &wanted, name, image->arch, &code);
	if (!path)
		return false;
	file->path = path;
	file->is = code;
	file->changed = false;
	return true;
}

/* Names come from the separate debug file where there is one: llvm-symbolizer finds some of these by itself, but looks
 * into no other directory, and is silent about those it misses. */
static void take_debug_file(const struct image_files *files, struct image_file *file)
{
	char name[DEBUG_LINK_SIZE + sizeof(file->is.build_id)], *path = NULL;

	file->code = file->path;
	if (!file->is.lines)
		path = debug_file_find(&files->search, file->path, &file->is, file->arch);
	if (path && !code_file_read(&file->is, path, file->arch))
		file->path = path;
	else
		path = NULL;
	if (file->is.lines && split_debug_missing(file->path, name, sizeof(name)))
		file->lost = JOIN("has no inlined functions: split debug file ", name, " not found");
	if (file->is.zstd)
		file->lost = "has no line numbers: this llvm-symbolizer can't read what zstd compressed";
	if (path)
		return;
	debug_file_name(&file->is, name, sizeof(name));
	if (!file->is.symbols)
		file->lost = *name ? JOIN("has no symbols: debug file ", name, " not found") : "has no symbols";
	else if (*file->is.debug_link)
		file->lost = JOIN("has no line numbers: debug file ", name, " not found");
}

/* A library of the shared cache has no file; its program has. What has one goes to atos when there is no other. */
static bool is_for_atos(const struct image_files *files, struct image_file *file, const struct image *image,
			bool usable)
{
	if (!files->macos || image->path[0] != '/' || !*image->arch || !atos_find())
		return false;
	if (!usable)
		return !file->main && !file->changed;
	if (symbolizer_find())
		return false;
	file->path = file->code;
	return true;
}

static void look_at(const struct image_files *files, struct image_file *file, const struct image *image)
{
	const char *why, *moved = file->main ? files->substitute : NULL;

	if (!moved)
		moved = symbol_search_map(&files->search, image->path);
	file->path = moved ? moved : image->path;
	if (image->path[0] == '[') {
		why = !strcmp(image->path, "[vdso]") ? vdso_path(image->build_id, &file->path) : "it has no file";
		if (!why)
			why = code_file_read(&file->is, file->path, "");
		file->code = file->path;
		file->is.mtime_ns = 0; /* it was written down just now */
		snprintf(file->why, sizeof(file->why), "%s", why ? why : "");
		return;
	}
	why = why_not(files, file, image);
	if (*why && take_from_directories(files, file, image))
		why = "";
	if (!*why)
		take_debug_file(files, file);
	file->atos = is_for_atos(files, file, image, !*why);
	if (file->atos)
		why = "";
	if (!*why && !file->atos && !symbolizer_takes_path(file->path))
		why = "llvm-symbolizer can't take such a path";
	snprintf(file->why, sizeof(file->why), "%s", why);
}

struct image_file *image_files_get(struct image_files *files, uint32_t id)
{
	const struct image *image = image_map_get(files->images, id);
	struct image_file *file;

	if (!image)
		return NULL;
	files->files = mem_grow(files->files, &files->capacity, files->images->count, sizeof(*files->files));
	file = &files->files[image - files->images->images];
	if (file->looked)
		return file;
	file->looked = true;
	file->lost = "";
	file->main = is_main(files, image);
	file->arch = image->arch;
	look_at(files, file, image);
	if (!file->atos && !file->is.macho)
		file->arch = "";
	return file;
}

bool image_file_holds(const struct image_file *file, uint64_t addr)
{
	return !*file->why && (file->atos || addr - file->is.text < file->is.text_size);
}
