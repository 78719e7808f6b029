/* Sources: dl_iterate_phdr(3); ELF specification (program headers, notes); getauxval(3) for the vDSO. */
#include "images.h"

#include <elf.h>
#include <limits.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

void images_program(char *path, size_t size)
{
	ssize_t length = readlink("/proc/self/exe", path, size - 1);

	path[length > 0 ? length : 0] = '\0';
}

static bool is_vdso(const struct dl_phdr_info *info)
{
	uintptr_t vdso = getauxval(AT_SYSINFO_EHDR);

	return vdso && (uintptr_t)info->dlpi_phdr >= vdso && (uintptr_t)info->dlpi_phdr < vdso + 4096;
}

static bool is_program(const struct dl_phdr_info *info)
{
	return (uintptr_t)info->dlpi_phdr == getauxval(AT_PHDR);
}

/* A real path: static programs and musl name themselves "" or /proc/self/exe, which would be a filter's own file later.
 */
static void real_path(const struct dl_phdr_info *info, char path[PATH_MAX])
{
	path[0] = '\0';
	if (is_vdso(info))
		memcpy(path, "[vdso]", sizeof("[vdso]"));
	else if (is_program(info))
		images_program(path, PATH_MAX);
	else if (!realpath(info->dlpi_name, path))
		strncat(path, info->dlpi_name, PATH_MAX - 1);
}

static void find_build_id(struct image *image, const char *notes, size_t size)
{
	const ElfW(Nhdr) * note;
	size_t name_size, description_size;

	for (size_t at = 0; at + sizeof(*note) <= size; at += sizeof(*note) + name_size + description_size) {
		note = (const void *)(notes + at);
		name_size = (note->n_namesz + 3) & ~(size_t)3;
		description_size = (note->n_descsz + 3) & ~(size_t)3;
		if (at + sizeof(*note) + name_size + description_size > size)
			return;
		if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == sizeof("GNU") &&
		    memcmp(note + 1, "GNU", sizeof("GNU")) == 0 && note->n_descsz <= BUILD_ID_MAX) {
			image->build_id_size = note->n_descsz;
			memcpy(image->build_id, (const char *)(note + 1) + name_size, note->n_descsz);
			return;
		}
	}
}

static void read_segments(const struct dl_phdr_info *info, struct image *image)
{
	uint64_t lowest = UINT64_MAX, text_lo = UINT64_MAX, text_hi = 0;

	for (size_t i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *segment = &info->dlpi_phdr[i];

		if (segment->p_type == PT_NOTE && !image->build_id_size)
			find_build_id(image, (const char *)info->dlpi_addr + segment->p_vaddr, segment->p_memsz);
		if (segment->p_type != PT_LOAD)
			continue;
		if (segment->p_vaddr < lowest) {
			lowest = segment->p_vaddr;
			image->base = info->dlpi_addr + segment->p_vaddr - segment->p_offset;
		}
		if (!(segment->p_flags & PF_X))
			continue;
		text_lo = segment->p_vaddr < text_lo ? segment->p_vaddr : text_lo;
		text_hi = segment->p_vaddr + segment->p_memsz > text_hi ? segment->p_vaddr + segment->p_memsz : text_hi;
	}
	if (text_hi > text_lo) {
		image->text = info->dlpi_addr + text_lo;
		image->text_size = text_hi - text_lo;
	}
}

/* Stands in for a build id: lld makes none unless it is asked to. */
static void read_file(struct image *image, const char *path)
{
	struct stat status;

	if (image->build_id_size || stat(path, &status) != 0)
		return;
	image->file_size = (uint64_t)status.st_size;
	image->file_mtime_ns = (uint64_t)status.st_mtim.tv_sec * 1000000000 + (uint64_t)status.st_mtim.tv_nsec;
}

static uint64_t loader_changes(const struct dl_phdr_info *info)
{
	return info->dlpi_adds + info->dlpi_subs;
}

static int on_image(struct dl_phdr_info *info, size_t size, void *data)
{
	struct images *images = data;
	struct image image = {.slide = info->dlpi_addr};
	char path[PATH_MAX];

	(void)size;
	images->changes = loader_changes(info);
	real_path(info, path);
	read_segments(info, &image);
	read_file(&image, path);
	images_add(images, &image, info->dlpi_name, path);
	return 0;
}

void images_take(struct images *images)
{
	dl_iterate_phdr(on_image, images);
}

/* Every call tells the counts, so the first is enough. */
static int on_first(struct dl_phdr_info *info, size_t size, void *changes)
{
	(void)size;
	*(uint64_t *)changes = loader_changes(info);
	return 1;
}

bool images_changed(const struct images *images)
{
	uint64_t changes = images->changes;

	dl_iterate_phdr(on_first, &changes);
	return changes != images->changes;
}
