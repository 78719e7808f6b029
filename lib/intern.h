/* Interning: equal byte strings get one dense index, 0, 1, 2 … in the order of their first coming.
 * Keys may be anything: text, or a struct without padding. Open addressing over stored hashes.
 * Memory grows with the unique keys only. One thread only. Zero-initialise it. */
#ifndef OSPREY_INTERN_H
#define OSPREY_INTERN_H

#include "mem.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct intern {
	struct arena arena;
	struct intern_key {
		const char *bytes;
		size_t length;
		uint64_t hash;
	} * keys;
	size_t count, capacity;
	uint32_t *slots; /* index + 1, 0 is free */
	size_t slot_count;
};

/* The index of the key, which is copied when it is new. `*added` (may be NULL) tells whether it was. */
uint32_t intern(struct intern *table, const void *key, size_t length, bool *added);

/* intern() of a NUL-terminated text. */
uint32_t intern_text(struct intern *table, const char *text);

/* The key of an index that intern() returned; NUL-terminated, aligned for any type, lives to the end. */
const void *intern_key(const struct intern *table, uint32_t index);

#endif
