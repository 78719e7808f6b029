/* Finds tables by _dl_find_object(), and remembers what they said. Source: manual of the GNU C library, "Dynamic Linker
 * Introspection", which lets a handler call it.
 *
 * Functions called:
 *   cfi_function_find
 *   cfi_function_run
 *   _dl_find_object
 *
 * And outside of the handler:
 *   getauxval
 *   gnu_get_libc_version
 */
#include "cfi.h"

#include "cfi_table_linux.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/auxv.h>

/* Only newer versions of the GNU C library have it. */
#ifdef DLFO_EH_SEGMENT_TYPE
#include <gnu/libc-version.h>

/* By its address: the loader would bind a call when it comes first, in a handler. */
extern __typeof__(_dl_find_object) _dl_find_object __attribute__((weak));
static int (*const find_object)(void *, struct dl_find_object *) = _dl_find_object;

enum { CACHE_BITS = 12, ROW_WORDS = sizeof(struct cfi_row) / sizeof(uint64_t) };

_Static_assert(sizeof(struct cfi_row) == ROW_WORDS * sizeof(uint64_t) && ROW_WORDS == 2, "two words a row");

/* Rows by address. Several threads may write an entry at once, and others read it: `check` fits the address, and both
 * words of one and the same row, or the entry counts as empty. */
static struct {
	_Atomic uint64_t check, row[ROW_WORDS];
} cache[1 << CACHE_BITS];

/* Of image changes. It is in `check`, so a row does not outlive the images of its time. */
static _Atomic uint64_t generation;

/* The program and the C library: they are never unloaded. */
static struct link_map *_Atomic lasting[2];

static const uint64_t mix = UINT64_C(0x9e3779b97f4a7c15); /* odd, without a pattern: 2^64 by the golden ratio */

static uint64_t check_of(uintptr_t address, uint64_t images, const uint64_t *row)
{
	return address ^ (row[0] * mix + row[1] + images) * mix;
}

static size_t index_of(uintptr_t address)
{
	return (size_t)((address * mix) >> (64 - CACHE_BITS));
}

static bool recall(uintptr_t address, uint64_t images, struct cfi_row *row)
{
	size_t index = index_of(address);
	uint64_t check = atomic_load_explicit(&cache[index].check, memory_order_relaxed), words[ROW_WORDS];

	for (int i = 0; i < ROW_WORDS; i++)
		words[i] = atomic_load_explicit(&cache[index].row[i], memory_order_relaxed);
	memcpy(row, words, sizeof(*row));
	return check == check_of(address, images, words);
}

static void remember(uintptr_t address, uint64_t images, const struct cfi_row *row)
{
	size_t index = index_of(address);
	uint64_t words[ROW_WORDS];

	memcpy(words, row, sizeof(words));
	for (int i = 0; i < ROW_WORDS; i++)
		atomic_store_explicit(&cache[index].row[i], words[i], memory_order_relaxed);
	atomic_store_explicit(&cache[index].check, check_of(address, images, words), memory_order_relaxed);
}

static bool is_lasting(const struct link_map *map)
{
	return map == atomic_load_explicit(&lasting[0], memory_order_relaxed) ||
	       map == atomic_load_explicit(&lasting[1], memory_order_relaxed);
}

static bool read_table(const struct dl_find_object *object, uintptr_t address, struct cfi_row *row)
{
	struct cfi_bytes image = {object->dlfo_map_start, object->dlfo_map_end};
	struct cfi_function function;

	return object->dlfo_eh_frame && cfi_function_find(object->dlfo_eh_frame, &image, address, &function) &&
	       cfi_function_run(&function, address, row);
}

bool cfi_find(uintptr_t address, bool stays, struct cfi_row *row)
{
	uint64_t images = atomic_load_explicit(&generation, memory_order_relaxed);
	struct dl_find_object object;

	if (!find_object)
		return false;
	if (recall(address, images, row))
		return row->cfa_from != CFI_ELSEWHERE;
	*row = (struct cfi_row){.cfa_from = CFI_ELSEWHERE};
	if (find_object((void *)address, &object) == 0) {
		if (!stays && !is_lasting(object.dlfo_link_map))
			return false;
		if (!read_table(&object, address, row))
			*row = (struct cfi_row){.cfa_from = CFI_ELSEWHERE};
	}
	remember(address, images, row);
	return row->cfa_from != CFI_ELSEWHERE;
}

static struct link_map *image_of(uintptr_t address)
{
	struct dl_find_object object;

	return find_object && find_object((void *)address, &object) == 0 ? object.dlfo_link_map : NULL;
}

void cfi_images_changed(void)
{
	atomic_store_explicit(&lasting[0], image_of(getauxval(AT_ENTRY)), memory_order_relaxed);
	atomic_store_explicit(&lasting[1], image_of((uintptr_t)gnu_get_libc_version()), memory_order_relaxed);
	atomic_fetch_add_explicit(&generation, 1, memory_order_relaxed);
}

#else

bool cfi_find(uintptr_t address, bool stays, struct cfi_row *row)
{
	(void)address;
	(void)stays;
	(void)row;
	return false;
}

void cfi_images_changed(void)
{
}

#endif
