/* Sources: dyld(3); mach-o/loader.h; mach-o/dyld_images.h. */
#include "images.h"

#include <limits.h>
#include <mach-o/dyld.h>
#include <mach-o/loader.h>
#include <mach/mach.h>
#include <mach/machine.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* The beginning of struct dyld_all_image_infos, whose header not every SDK has. */
struct loader_infos {
	uint32_t version, image_count;
	const void *images;
	const void *notification;
	bool detached, initialized;
	const struct mach_header *loader;
};

static const char loader_path[] = "/usr/lib/dyld";

static _Atomic uint64_t changes; /* counted by the loader's calls */

void images_program(char *path, size_t size)
{
	char name[PATH_MAX], real[PATH_MAX];
	uint32_t room = sizeof(name);

	*path = '\0';
	if (_NSGetExecutablePath(name, &room) == 0)
		strlcpy(path, realpath(name, real) ? real : name, size);
}

static void set_arch(struct image *image, const struct mach_header_64 *header)
{
	cpu_subtype_t subtype = (cpu_subtype_t)((uint32_t)header->cpusubtype & ~CPU_SUBTYPE_MASK);

	if (header->cputype == CPU_TYPE_ARM64)
		strcpy(image->arch, subtype == CPU_SUBTYPE_ARM64E ? "arm64e" : "arm64");
	else if (header->cputype == CPU_TYPE_X86_64)
		strcpy(image->arch, subtype == CPU_SUBTYPE_X86_64_H ? "x86_64h" : "x86_64");
}

static void on_text(struct image *image, const struct segment_command_64 *text)
{
	image->text = text->vmaddr; /* without the slide for now */
	image->text_size = text->vmsize;
}

static void on_uuid(struct image *image, const struct uuid_command *uuid)
{
	image->build_id_size = sizeof(uuid->uuid);
	memcpy(image->build_id, uuid->uuid, sizeof(uuid->uuid));
}

static void on_command(struct image *image, const struct load_command *command)
{
	const struct segment_command_64 *segment = (const void *)command;

	if (command->cmd == LC_SEGMENT_64 && command->cmdsize >= sizeof(*segment) &&
	    strncmp(segment->segname, SEG_TEXT, sizeof(segment->segname)) == 0)
		on_text(image, segment);
	else if (command->cmd == LC_UUID && command->cmdsize >= sizeof(struct uuid_command))
		on_uuid(image, (const void *)command);
}

static void read_commands(struct image *image, const char *commands, size_t size)
{
	const struct load_command *command;

	for (size_t at = 0; size - at >= sizeof(*command); at += command->cmdsize) {
		command = (const void *)(commands + at);
		if (command->cmdsize < sizeof(*command) || command->cmdsize > size - at)
			return;
		on_command(image, command);
	}
}

static bool copy(const void *from, void *to, vm_size_t size)
{
	vm_size_t copied = size;

	return vm_read_overwrite(mach_task_self(), (vm_address_t)from, size, (vm_address_t)to, &copied) ==
		       KERN_SUCCESS &&
	       copied == size;
}

/* By copies, since another thread may unload the image meanwhile. False when it is gone. `text` stays without the
 * slide. */
static bool read_image(struct image *image, const struct mach_header_64 *at)
{
	struct mach_header_64 header;
	struct region commands = {0};
	bool whole = false;
	void *room;

	if (!copy(at, &header, sizeof(header)) || header.magic != MH_MAGIC_64)
		return false;
	room = region_add(&commands, header.sizeofcmds);
	if (room && copy(at + 1, room, header.sizeofcmds)) {
		image->base = (uint64_t)at;
		set_arch(image, &header);
		read_commands(image, room, header.sizeofcmds);
		whole = true;
	}
	region_free(&commands);
	return whole;
}

static void add(struct images *images, struct image *image, uint64_t slide, const char *name)
{
	char path[PATH_MAX];

	image->slide = slide;
	if (image->text_size)
		image->text += slide;
	/* The libraries of the shared cache have no file. */
	images_add(images, image, name, realpath(name, path) ? path : name);
}

/* dyld's own images don't hold dyld. */
static void add_loader(struct images *images)
{
	struct task_dyld_info info = {0};
	mach_msg_type_number_t count = TASK_DYLD_INFO_COUNT;
	const struct loader_infos *infos;
	struct image image = {0};
	uint64_t base;

	if (task_info(mach_task_self(), TASK_DYLD_INFO, (task_info_t)&info, &count) != KERN_SUCCESS)
		return;
	infos = (const struct loader_infos *)(uintptr_t)info.all_image_info_addr;
	base = infos ? (uint64_t)infos->loader : 0;
	if (base && !images_cover(images, base, base + 1) &&
	    read_image(&image, (const struct mach_header_64 *)(uintptr_t)base))
		add(images, &image, base - image.text, loader_path);
}

static void on_change(const struct mach_header *header, intptr_t slide)
{
	(void)header;
	(void)slide;
	atomic_fetch_add_explicit(&changes, 1, memory_order_relaxed);
}

static void count_changes(void)
{
	static _Atomic bool counting;

	if (atomic_exchange(&counting, true))
		return;
	_dyld_register_func_for_add_image(on_change);
	_dyld_register_func_for_remove_image(on_change);
}

void images_take(struct images *images)
{
	count_changes();
	images->changes = atomic_load_explicit(&changes, memory_order_relaxed);
	for (uint32_t i = 0; i < _dyld_image_count(); i++) {
		const struct mach_header *header = _dyld_get_image_header(i);
		const char *name = _dyld_get_image_name(i);
		intptr_t slide = _dyld_get_image_vmaddr_slide(i);
		struct image image = {0};

		if (header && name && read_image(&image, (const struct mach_header_64 *)header))
			add(images, &image, (uint64_t)slide, name);
	}
	add_loader(images);
}

bool images_changed(const struct images *images)
{
	return images->changes != atomic_load_explicit(&changes, memory_order_relaxed);
}
