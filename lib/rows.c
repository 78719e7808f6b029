#include "rows.h"

#include "die.h"

#include <stdlib.h>

enum { SLOTS_AT_FIRST = 64 };

void rows_begin(struct rows *table)
{
	table->slot_count = SLOTS_AT_FIRST;
	table->slots = mem_new(table->slot_count, sizeof(*table->slots));
}

static void double_slots(struct rows *table)
{
	uint64_t *before = table->slots;
	size_t count = table->slot_count, mask;

	table->slot_count *= 2;
	table->slots = mem_new(table->slot_count, sizeof(*table->slots));
	mask = table->slot_count - 1;
	for (size_t i = 0; i < count; i++) {
		size_t slot = before[i] >> 32 & mask;

		if (!before[i])
			continue;
		while (table->slots[slot])
			slot = (slot + 1) & mask;
		table->slots[slot] = before[i];
	}
	free(before);
}

uint32_t rows_append(struct rows *table, const void *row, size_t size, uint64_t *slot)
{
	uint32_t index = (uint32_t)table->count;

	if (table->count >= UINT32_MAX - 1)
		die("more than 2^32 different stacks, frames or samples");
	table->rows = mem_grow(table->rows, &table->capacity, (table->count + 1) * size, 1);
	memcpy(table->rows + table->count * size, row, size);
	*slot |= (uint64_t)++table->count;
	if ((table->count + 1) * 2 > table->slot_count)
		double_slots(table);
	return index;
}
