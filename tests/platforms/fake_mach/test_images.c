/* The images of macOS, over a loader that this file plays: Mach-O headers that stand in memory here. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "anonymous.h"
#include "images.h"
#include "raw_file.h"
#include "store.h"

#include <limits.h>
#include <mach-o/dyld.h>
#include <mach-o/loader.h>
#include <mach/mach.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct file {
	struct mach_header_64 header;
	struct segment_command_64 zero, text;
	struct uuid_command uuid;
};

struct loaded {
	struct file *file;
	const char *name;
	intptr_t slide;
};

enum { TEXT_ADDRESS = 0x10000, TEXT_SIZE = 0x4000 };

static struct file program, library, other, loader;
static struct loaded list[8];
static uint32_t list_size;
static const void *unreadable;
static void (*on_add)(const struct mach_header *header, intptr_t slide);
static void (*on_remove)(const struct mach_header *header, intptr_t slide);
static struct images images;

/* The beginning of struct dyld_all_image_infos, version 2. */
static struct {
	uint32_t version, count;
	const void *array, *notification;
	bool detached, initialized;
	const void *dyld;
} infos = {.version = 2, .dyld = &loader};

/* The loader and the kernel. */

uint32_t _dyld_image_count(void)
{
	return list_size;
}

const struct mach_header *_dyld_get_image_header(uint32_t index)
{
	return (const void *)list[index].file;
}

const char *_dyld_get_image_name(uint32_t index)
{
	return list[index].name;
}

intptr_t _dyld_get_image_vmaddr_slide(uint32_t index)
{
	return list[index].slide;
}

void _dyld_register_func_for_add_image(void (*call)(const struct mach_header *header, intptr_t slide))
{
	on_add = call;
	for (uint32_t i = 0; i < list_size; i++)
		call((const void *)list[i].file, list[i].slide);
}

void _dyld_register_func_for_remove_image(void (*call)(const struct mach_header *header, intptr_t slide))
{
	on_remove = call;
}

int _NSGetExecutablePath(char *path, uint32_t *size)
{
	if (*size < sizeof("/bin/../bin/sh"))
		return -1;
	strcpy(path, "/bin/../bin/sh");
	return 0;
}

size_t strlcpy(char *to, const char *from, size_t size)
{
	snprintf(to, size, "%s", from);
	return strlen(from);
}

kern_return_t task_info(task_t task, int flavor, task_info_t info, mach_msg_type_number_t *count)
{
	(void)task;
	assert_int_equal(flavor, TASK_DYLD_INFO);
	assert_int_equal(*count, TASK_DYLD_INFO_COUNT);
	((struct task_dyld_info *)(void *)info)->all_image_info_addr = (uintptr_t)&infos;
	return KERN_SUCCESS;
}

kern_return_t vm_read_overwrite(task_t task, vm_address_t address, vm_size_t size, vm_address_t to, vm_size_t *copied)
{
	(void)task;
	if (address == (uintptr_t)unreadable)
		return KERN_FAILURE;
	memcpy((void *)to, (const void *)address, size);
	*copied = size;
	return KERN_SUCCESS;
}

kern_return_t thread_get_state(thread_act_t thread, int flavor, thread_state_t state, mach_msg_type_number_t *count)
{
	(void)thread, (void)flavor, (void)state, (void)count;
	return KERN_FAILURE;
}

/* The region that holds the address, or the next one above it. */
kern_return_t vm_region_64(task_t task, vm_address_t *address, vm_size_t *size, int flavor, vm_region_info_t info,
			   mach_msg_type_number_t *count, mach_port_t *object)
{
	static const struct {
		vm_address_t start;
		vm_size_t size;
		int protection;
	} regions[] = {
		{TEXT_ADDRESS + 0x1000, 0x1000, 5}, /* of the program */
		{0x50000000, 0x3000, 3},	    /* data */
		{0x60000000, 0x2000, 7},
	};

	(void)task, (void)object;
	assert_int_equal(flavor, VM_REGION_BASIC_INFO_64);
	assert_int_equal(*count, VM_REGION_BASIC_INFO_COUNT_64);
	for (size_t i = 0; i < sizeof(regions) / sizeof(regions[0]); i++) {
		if (*address >= regions[i].start + regions[i].size)
			continue;
		*address = regions[i].start;
		*size = regions[i].size;
		((vm_region_basic_info_data_64_t *)(void *)info)->protection = regions[i].protection;
		return KERN_SUCCESS;
	}
	return KERN_FAILURE;
}

/* The tests. */

static struct file make(cpu_type_t type, cpu_subtype_t subtype, uint8_t uuid)
{
	struct file file = {
		.header = {.magic = MH_MAGIC_64,
			   .cputype = type,
			   .cpusubtype = subtype,
			   .ncmds = 3,
			   .sizeofcmds = sizeof(file) - sizeof(file.header)},
		.zero = {.cmd = LC_SEGMENT_64, .cmdsize = sizeof(file.zero), .segname = "__PAGEZERO", .vmsize = 4096},
		.text = {.cmd = LC_SEGMENT_64,
			 .cmdsize = sizeof(file.text),
			 .segname = SEG_TEXT,
			 .vmaddr = TEXT_ADDRESS,
			 .vmsize = TEXT_SIZE},
		.uuid = {.cmd = LC_UUID, .cmdsize = sizeof(file.uuid)},
	};

	memset(file.uuid.uuid, uuid, sizeof(file.uuid.uuid));
	return file;
}

static void load(struct file *file, const char *name, intptr_t slide)
{
	list[list_size++] = (struct loaded){file, name, slide};
	if (on_add)
		on_add((const void *)file, slide);
}

static void take(void)
{
	images_free(&images);
	images_take(&images);
}

static size_t count(void)
{
	size_t count;

	images_entries(&images, &count);
	return count;
}

static const struct image *entry(size_t index)
{
	size_t count;
	const struct image *entries = images_entries(&images, &count);

	assert_true(index < count);
	return &entries[index];
}

static const char *path(size_t index)
{
	return images_text(&images, entry(index)->path);
}

static void begin(void)
{
	list_size = 0;
	unreadable = NULL;
	program = make(CPU_TYPE_ARM64, CPU_SUBTYPE_ARM64_ALL, 0x11);
	library = make(CPU_TYPE_ARM64, (cpu_subtype_t)(0x80000000u | CPU_SUBTYPE_ARM64E), 0x22);
	other = make(CPU_TYPE_X86_64, CPU_SUBTYPE_X86_64_ALL, 0x33);
	loader = make(CPU_TYPE_ARM64, (cpu_subtype_t)(0x80000000u | CPU_SUBTYPE_ARM64E), 0x44);
	load(&program, "/bin/../bin/sh", 0x1000);
	load(&library, "/usr/lib/no/such/library.dylib", 0x7000000);
	load(&other, "/usr/lib/no/such/other.dylib", 0x100000);
	take();
}

static void the_range_is_the_text_segments_and_apart_from_the_header(void **state)
{
	(void)state;
	begin();
	for (size_t i = 0; i < 3; i++) {
		assert_int_equal(entry(i)->base, (uintptr_t)list[i].file);
		assert_int_equal(entry(i)->slide, list[i].slide);
		assert_int_equal(entry(i)->text, TEXT_ADDRESS + list[i].slide);
		assert_int_equal(entry(i)->text_size, TEXT_SIZE);
	}
}

static void the_slice_is_told(void **state)
{
	(void)state;
	begin();
	assert_string_equal(entry(0)->arch, "arm64");
	assert_string_equal(entry(1)->arch, "arm64e");
	assert_string_equal(entry(2)->arch, "x86_64");
	other.header.cpusubtype = CPU_SUBTYPE_X86_64_H;
	take();
	assert_string_equal(entry(2)->arch, "x86_64h");
	other.header.cputype = 7;
	take();
	assert_string_equal(entry(2)->arch, "");
}

static void the_uuid_is_the_build_id(void **state)
{
	(void)state;
	begin();
	assert_int_equal(entry(1)->build_id_size, 16);
	assert_int_equal(entry(1)->build_id[0], 0x22);
	assert_int_equal(entry(1)->build_id[15], 0x22);
}

static void the_loader_is_an_image_too(void **state)
{
	(void)state;
	begin();
	assert_int_equal(count(), 4);
	assert_string_equal(path(3), "/usr/lib/dyld");
	assert_int_equal(entry(3)->base, (uintptr_t)&loader);
	assert_int_equal(entry(3)->slide, (uintptr_t)&loader - TEXT_ADDRESS);
	assert_int_equal(entry(3)->text, (uintptr_t)&loader);
	assert_string_equal(entry(3)->arch, "arm64e");
}

static void a_loader_that_lists_itself_stands_once(void **state)
{
	(void)state;
	begin();
	load(&loader, "/usr/lib/dyld", (intptr_t)&loader - TEXT_ADDRESS);
	take();
	assert_int_equal(count(), 4);
}

static void a_path_is_real_where_there_is_a_file(void **state)
{
	char program_path[PATH_MAX], real[PATH_MAX];

	(void)state;
	begin();
	assert_string_equal(path(0), realpath("/bin/sh", real));
	assert_string_equal(path(1), "/usr/lib/no/such/library.dylib");
	images_program(program_path, sizeof(program_path));
	assert_string_equal(program_path, path(0));
}

static void an_image_that_goes_meanwhile_is_left_out(void **state)
{
	(void)state;
	begin();
	unreadable = &library;
	take();
	assert_int_equal(count(), 3);
	unreadable = &library.zero;
	take();
	assert_int_equal(count(), 3);
	assert_string_equal(path(1), "/usr/lib/no/such/other.dylib");
}

static void broken_commands_end_the_reading(void **state)
{
	(void)state;
	begin();
	library.zero.cmdsize = 0;
	other.text.cmdsize = 1 << 30;
	take();
	assert_int_equal(entry(1)->text_size, 0);
	assert_int_equal(entry(1)->text, 0);
	assert_int_equal(entry(2)->text_size, 0);
	other.header.magic = 0xfeedface;
	take();
	assert_int_equal(count(), 3);
}

static void changes_are_noticed(void **state)
{
	(void)state;
	begin();
	assert_false(images_changed(&images));
	load(&other, "/usr/lib/no/such/again.dylib", 0x900000);
	assert_true(images_changed(&images));
	take();
	assert_false(images_changed(&images));
	on_remove((const void *)&other, 0);
	assert_true(images_changed(&images));
}

static void code_of_no_image_is_a_region(void **state)
{
	(void)state;
	begin();
	anonymous_take(&images);
	assert_int_equal(count(), 5);
	assert_string_equal(path(4), "[jit 0x60000000]");
	assert_int_equal(entry(4)->text, 0x60000000);
	assert_int_equal(entry(4)->text_size, 0x2000);
}

static void the_raw_file_says_it_all(void **state)
{
	static const char name[] = "raw.json";
	struct store store = {0};
	char text[8192], wanted[512];
	FILE *file;

	(void)state;
	begin();
	assert_true(store_open(&store, NULL));
	store_begin(&store, 997, 0);
	store_images(&store, &images);
	assert_true(raw_file_write(name, log_header(&store.log)));
	store_free(&store);
	file = fopen(name, "r");
	text[fread(text, 1, sizeof(text) - 1, file)] = '\0';
	fclose(file);
	snprintf(wanted, sizeof(wanted),
		 "{\"path\":\"/usr/lib/no/such/library.dylib\",\"base\":%llu,\"slide\":117440512,\"text\":117506048,"
		 "\"text_size\":16384,\"arch\":\"arm64e\",\"build_id\":\"22222222222222222222222222222222\"}",
		 (unsigned long long)(uintptr_t)&library);
	assert_true(strstr(text, wanted) != NULL);
	assert_true(strstr(text, "{\"path\":\"/usr/lib/dyld\",") != NULL);
	assert_true(strstr(text, "\"platform\":\"macos-") != NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_range_is_the_text_segments_and_apart_from_the_header),
		cmocka_unit_test(the_slice_is_told),
		cmocka_unit_test(the_uuid_is_the_build_id),
		cmocka_unit_test(the_loader_is_an_image_too),
		cmocka_unit_test(a_loader_that_lists_itself_stands_once),
		cmocka_unit_test(a_path_is_real_where_there_is_a_file),
		cmocka_unit_test(an_image_that_goes_meanwhile_is_left_out),
		cmocka_unit_test(broken_commands_end_the_reading),
		cmocka_unit_test(changes_are_noticed),
		cmocka_unit_test(code_of_no_image_is_a_region),
		cmocka_unit_test(the_raw_file_says_it_all),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
