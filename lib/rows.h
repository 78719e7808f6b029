/* Interning of rows of one size, a struct without padding: equal ones get one dense index, in the order of their first
 * coming. They lie side by side, which is quicker and takes less memory than struct intern, but they move when one is
 * added. One thread only. Zero-initialise it. */
#ifndef OSPREY_ROWS_H
#define OSPREY_ROWS_H

#include "hash.h"
#include "mem.h"

#include <stdbool.h>

struct rows {
	char *rows;
	size_t count, capacity;
	uint64_t *slots; /* half of its hash in the upper half, index + 1 in the lower one; 0 is free */
	size_t slot_count;
};

/* The cold half of rows_add(): appends the row, whose free slot is `slot`, and keeps half of the slots free. */
uint32_t rows_append(struct rows *table, const void *row, size_t size, uint64_t *slot);

/* Makes the first slots. */
void rows_begin(struct rows *table);

/* The index of the row, which is copied when it is new; `*added` (may be NULL) tells whether it was. `size` is the same
 * in all calls. */
static inline uint32_t rows_add(struct rows *table, const void *row, size_t size, bool *added)
{
	uint64_t tag = hash_of(row, size) >> 32, found;
	size_t mask, slot;

	if (!table->slots)
		rows_begin(table);
	mask = table->slot_count - 1;
	for (slot = tag & mask; (found = table->slots[slot]); slot = (slot + 1) & mask) {
		uint32_t index = (uint32_t)found - 1;

		if (found >> 32 != tag || memcmp(table->rows + index * size, row, size) != 0)
			continue;
		if (added)
			*added = false;
		return index;
	}
	if (added)
		*added = true;
	table->slots[slot] = tag << 32;
	return rows_append(table, row, size, &table->slots[slot]);
}

#endif
