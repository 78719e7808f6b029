#include "tally.h"

void tally_add(struct tally *tally, const struct sample *sample)
{
	const uint32_t key[] = {sample->thread, sample->stack, sample->state};
	bool added;
	uint32_t index = rows_add(&tally->keys, key, sizeof(key), &added);
	struct tally_row *row;

	if (added) {
		tally->rows = mem_grow(tally->rows, &tally->capacity, ++tally->count, sizeof(*tally->rows));
		tally->rows[index] =
			(struct tally_row){sample->thread, sample->stack, sample->state, .since_ns = sample->t_ns};
	}
	row = &tally->rows[index];
	row->count += sample->count;
	/* Samples come in the order of time for each thread only, and a fiber may have several. */
	if (sample->t_ns < row->since_ns)
		row->since_ns = sample->t_ns;
}
