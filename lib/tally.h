/* Sums of counts by (fiber, stack, state), and since when: what every filter that doesn't need the order of time keeps
 * of the samples. Memory grows with the unique triples. Zero-initialise it. */
#ifndef OSPREY_TALLY_H
#define OSPREY_TALLY_H

#include "record.h"
#include "rows.h"

struct tally_row {
	uint32_t fiber, stack;
	enum state state;
	uint64_t count;
	uint64_t since_ns; /* t_ns of the earliest sample */
};

struct tally {
	struct rows keys;
	struct tally_row *rows; /* in the order of their first coming */
	size_t count, capacity;
};

/* `thread` of the sample is the model's fiber index. No sum overflows: records_read() lets all counts add up to 2^63 -
 * 1 at most. */
void tally_add(struct tally *tally, const struct sample *sample);

#endif
