/* Adds a profile up: the part of totals.h that makes sums from samples. */
#ifndef OSPREY_SUMS_H
#define OSPREY_SUMS_H

#include "doubts.h"
#include "model.h"
#include "tally.h"
#include "totals.h"

/* Zero-initialise it, but for the first two. */
struct sums {
	struct totals *totals;
	const struct model *model;
	struct intern files;
	struct rows lines;
	uint32_t *line_of_frame; /* index of totals->lines, or UINT32_MAX */
	/* The number of the row that was counted last: what recurs in its stack counts once. */
	size_t *function_seen, *line_seen;
	struct doubts doubts;
};

/* Fills the totals: summary, fibers that have samples, functions and lines that have samples of the totals' state,
 * neither sorted nor numbered. Texts stay the model's. */
void sums_make(struct sums *sums, const struct tally *tally);

#endif
