#include "image_files.h"

#include "die.h"
#include "elf_file.h"
#include "symbolizer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

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

static const char *why_not(struct image_file *file, const struct image *image)
{
	struct elf_file elf;
	const char *why;

	if (image->path[0] == '[')
		return "it has no file";
	if (!*file->path)
		return "its path is not known";
	why = elf_file_read(&elf, file->path);
	if (why)
		return why;
	if (*image->build_id && strcasecmp(image->build_id, elf.build_id) != 0)
		return "the file changed since the profile was taken";
	if (!symbolizer_takes_path(file->path))
		return "llvm-symbolizer can't take such a path";
	file->text = elf.text;
	file->text_size = elf.text_size;
	return "";
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
	file->main = is_main(files, image);
	file->path = file->main && files->substitute ? files->substitute : image->path;
	snprintf(file->why, sizeof(file->why), "%s", why_not(file, image));
	return file;
}

bool image_file_holds(const struct image_file *file, uint64_t addr)
{
	return !*file->why && addr - file->text < file->text_size;
}

void image_files_count(struct image_files *files, uint32_t id)
{
	struct image_file *file = image_files_get(files, id);

	file->unnamed += *file->why != '\0';
}

enum { FILES_SHOWN = 3, NUMBERS_SIZE = 64 };

static size_t append(char *text, size_t used, size_t size, const struct image_file *file)
{
	int length = snprintf(text + used, size - used, "%s%llu in %s (%s)", used ? ", " : "",
			      (unsigned long long)file->unnamed, file->path, file->why);

	return used + (size_t)length;
}

void image_files_warn(const struct image_files *files)
{
	size_t size = NUMBERS_SIZE, used = 0, shown = 0, others = 0;
	char *text;

	for (size_t i = 0; i < files->capacity; i++)
		if (files->files[i].unnamed)
			size += strlen(files->files[i].path) + sizeof(files->files[i].why) + NUMBERS_SIZE;
	text = mem_new(size, 1);
	for (size_t i = 0; i < files->capacity; i++) {
		const struct image_file *file = &files->files[i];

		if (file->unnamed && shown++ < FILES_SHOWN)
			used = append(text, used, size, file);
		else if (file->unnamed)
			others++;
	}
	if (others)
		snprintf(text + used, size - used, " and more in other files: %zu", others);
	if (shown)
		warn("addresses without names: %s", text);
	free(text);
}
