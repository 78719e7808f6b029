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
#include <link.h>
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

/* The program and the C library: they are never unloaded. */
static const struct link_map *lasting[2];

/* Images that were there at the start, by address. Rows of others are not kept: another library may come to their
 * place. */
static const struct link_map *first[512];
static size_t first_count;

static const uint64_t mix = UINT64_C(0x9e3779b97f4a7c15); /* odd, without a pattern: 2^64 by the golden ratio */

static uint64_t load(const _Atomic uint64_t *word)
{
	return atomic_load_explicit(word, memory_order_relaxed);
}

static void store(_Atomic uint64_t *word, uint64_t value)
{
	atomic_store_explicit(word, value, memory_order_relaxed);
}

static uint64_t check_of(uintptr_t address, const uint64_t *row)
{
	return address ^ (row[0] * mix + row[1] + 1) * mix;
}

static struct entry *ways_of(uintptr_t address)
{
	return cache[(address * mix) >> (64 - CACHE_BITS)].ways;
}

static bool recall(uintptr_t address, struct cfi_row *row)
{
	const struct entry *ways = ways_of(address);
	uint64_t words[ROW_WORDS];

	for (int i = 0; i < WAYS; i++) {
		words[0] = load(&ways[i].row[0]);
		words[1] = load(&ways[i].row[1]);
		if (load(&ways[i].check) == check_of(address, words)) {
			memcpy(row, words, sizeof(*row));
			return true;
		}
	}
	return false;
}

static void remember(uintptr_t address, const struct cfi_row *row)
{
	struct entry *ways = ways_of(address);
	uint64_t words[ROW_WORDS];

	store(&ways[1].row[0], load(&ways[0].row[0]));
	store(&ways[1].row[1], load(&ways[0].row[1]));
	store(&ways[1].check, load(&ways[0].check));
	memcpy(words, row, sizeof(words));
	store(&ways[0].row[0], words[0]);
	store(&ways[0].row[1], words[1]);
	store(&ways[0].check, check_of(address, words));
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
	return image->map == lasting[0] || image->map == lasting[1];
}

static bool is_first(const struct image *image)
{
	size_t low = 0, high = first_count, middle;

	while (low < high) {
		middle = (low + high) / 2;
		if (first[middle] == image->map)
			return true;
		if ((uintptr_t)first[middle] < (uintptr_t)image->map)
			low = middle + 1;
		else
			high = middle;
	}
	return false;
}

static bool read_table(const struct image *image, uintptr_t address, struct cfi_row *row)
{
	struct cfi_function function;

	return image->header && cfi_function_find(image->header, &image->bytes, address, &function) &&
	       cfi_function_run(&function, address, row);
}

bool cfi_find(uintptr_t address, bool stays, struct cfi_row *row)
{
	struct image image;

	if (recall(address, row))
		return row->cfa_from != CFI_ELSEWHERE;
	if (!find_image(address, &image) || (!stays && !is_lasting(&image)))
		return false;
	if (!read_table(&image, address, row))
		*row = (struct cfi_row){.cfa_from = CFI_ELSEWHERE};
	if (is_first(&image))
		remember(address, row);
	return row->cfa_from != CFI_ELSEWHERE;
}

static const struct link_map *map_of(uintptr_t address)
{
	struct image image;

	return find_image(address, &image) ? image.map : NULL;
}

static void insert(const struct link_map *map)
{
	size_t at = first_count++;

	for (; at && (uintptr_t)first[at - 1] > (uintptr_t)map; at--)
		first[at] = first[at - 1];
	first[at] = map;
}

void cfi_start(void)
{
	lasting[0] = map_of(getauxval(AT_ENTRY));
	lasting[1] = map_of((uintptr_t)gnu_get_libc_version());
	for (const struct link_map *map = lasting[0]; map && first_count < sizeof(first) / sizeof(*first);
	     map = map->l_next)
		insert(map);
}

#else

bool cfi_find(uintptr_t address, bool stays, struct cfi_row *row)
{
	(void)address;
	(void)stays;
	(void)row;
	return false;
}

void cfi_start(void)
{
}

#endif
