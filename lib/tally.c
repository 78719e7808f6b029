#include "tally.h"

void tally_add(struct tally *tally, const struct sample *sample)
{
	const uint32_t key[] = {sample->thread, sample->stack, sample->state};
	bool added;
	uint32_t index = rows_add(&tally->keys, key, sizeof(key), &added);

	if (added) {
		tally->rows = mem_grow(tally->rows, &tally->capacity, ++tally->count, sizeof(*tally->rows));
		tally->rows[index] = (struct tally_row){sample->thread, sample->stack, sample->state, 0};
	}
	tally->rows[index].count += sample->count;
}
