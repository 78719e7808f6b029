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

enum { CACHE_BITS = 11, WAYS = 2, ROW_WORDS = sizeof(struct cfi_row) / sizeof(uint64_t) };

_Static_assert(sizeof(struct cfi_row) == ROW_WORDS * sizeof(uint64_t) && ROW_WORDS == 2, "two words a row");

/* A row and its address. Several threads may write one at once, and others read it: `check` fits the address and both
 * words of one and the same row, or the entry counts as empty. */
struct entry {
	_Atomic uint64_t check, row[ROW_WORDS];
};

/* Two rows may share a place, and lie in one line of the processor's cache. */
static _Alignas(64) struct {
	_Alignas(64) struct entry ways[WAYS];
} cache[1 << CACHE_BITS];

/* Of image changes. It is in `check`, so a row does not outlive the images of its time. */
static _Atomic uint64_t generation;

/* The program and the C library: they are never unloaded. */
static const struct link_map *_Atomic lasting[2];

static const uint64_t mix = UINT64_C(0x9e3779b97f4a7c15); /* odd, without a pattern: 2^64 by the golden ratio */

static uint64_t load(const _Atomic uint64_t *word)
{
	return atomic_load_explicit(word, memory_order_relaxed);
}

static void store(_Atomic uint64_t *word, uint64_t value)
{
	atomic_store_explicit(word, value, memory_order_relaxed);
}

static uint64_t check_of(uintptr_t address, uint64_t images, const uint64_t *row)
{
	return address ^ (row[0] * mix + row[1] + images) * mix;
}

static struct entry *ways_of(uintptr_t address)
{
	return cache[(address * mix) >> (64 - CACHE_BITS)].ways;
}

static bool recall(uintptr_t address, uint64_t images, struct cfi_row *row)
{
	const struct entry *ways = ways_of(address);
	uint64_t words[ROW_WORDS];

	for (int i = 0; i < WAYS; i++) {
		words[0] = load(&ways[i].row[0]);
		words[1] = load(&ways[i].row[1]);
		if (load(&ways[i].check) == check_of(address, images, words)) {
			memcpy(row, words, sizeof(*row));
			return true;
		}
	}
	return false;
}

static void remember(uintptr_t address, uint64_t images, const struct cfi_row *row)
{
	struct entry *ways = ways_of(address);
	uint64_t words[ROW_WORDS];

	store(&ways[1].row[0], load(&ways[0].row[0]));
	store(&ways[1].row[1], load(&ways[0].row[1]));
	store(&ways[1].check, load(&ways[0].check));
	memcpy(words, row, sizeof(words));
	store(&ways[0].row[0], words[0]);
	store(&ways[0].row[1], words[1]);
	store(&ways[0].check, check_of(address, images, words));
}

struct image {
	struct cfi_bytes bytes;
	const unsigned char *header;
	const struct link_map *map;
};

/* Not inlined, so that what it needs is off the handler's stack when the table is read. */
__attribute__((noinline)) static bool find_image(uintptr_t address, struct image *image)
{
	struct dl_find_object object;

	if (!find_object || find_object((void *)address, &object) != 0)
		return false;
	*image = (struct image){
		{object.dlfo_map_start, object.dlfo_map_end}, object.dlfo_eh_frame, object.dlfo_link_map};
	return true;
}

static bool is_lasting(const struct image *image)
{
	return image->map == atomic_load_explicit(&lasting[0], memory_order_relaxed) ||
	       image->map == atomic_load_explicit(&lasting[1], memory_order_relaxed);
}

static bool read_table(const struct image *image, uintptr_t address, struct cfi_row *row)
{
	struct cfi_function function;

	return image->header && cfi_function_find(image->header, &image->bytes, address, &function) &&
	       cfi_function_run(&function, address, row);
}

bool cfi_find(uintptr_t address, bool stays, struct cfi_row *row)
{
	uint64_t images = load(&generation);
	struct image image;
	bool found;

	if (recall(address, images, row))
		return row->cfa_from != CFI_ELSEWHERE;
	found = find_image(address, &image);
	if (found && !stays && !is_lasting(&image))
		return false;
	if (!found || !read_table(&image, address, row))
		*row = (struct cfi_row){.cfa_from = CFI_ELSEWHERE};
	remember(address, images, row);
	return row->cfa_from != CFI_ELSEWHERE;
}

static const struct link_map *map_of(uintptr_t address)
{
	struct image image;

	return find_image(address, &image) ? image.map : NULL;
}

void cfi_images_changed(void)
{
	atomic_store_explicit(&lasting[0], map_of(getauxval(AT_ENTRY)), memory_order_relaxed);
	atomic_store_explicit(&lasting[1], map_of((uintptr_t)gnu_get_libc_version()), memory_order_relaxed);
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
