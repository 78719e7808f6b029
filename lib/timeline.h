/* Samples in the order of time, for the outputs that show it: 16 bytes a sample beyond what is unique.
 *
 * Add all, sort once, then read. At most 2^32 - 1 samples. One thread only. Zero-initialise it. */
#ifndef OSPREY_TIMELINE_H
#define OSPREY_TIMELINE_H

#include "record.h"
#include "rows.h"

enum { TIMELINE_CHUNK_BITS = 16, TIMELINE_CHUNK = 1 << TIMELINE_CHUNK_BITS };

#define TIMELINE_NONE UINT32_MAX

/* What many samples have in common; `fiber` and `stack` are the model's indexes. */
struct timeline_what {
	uint64_t count;
	uint32_t fiber, stack;
	uint64_t waits; /* 1, or 0 on a CPU; as wide as count: the bytes of all are a key */
};

struct timeline_row {
	uint64_t t_ns;
	uint32_t what; /* index for timeline_what() */
	uint32_t next; /* row of the same fiber, or TIMELINE_NONE; before sorting, the order of coming */
};

struct timeline_fiber {
	uint32_t first; /* row, or TIMELINE_NONE */
	uint64_t sum;	/* of counts */
};

struct timeline {
	struct timeline_row **chunks; /* chunks, so that growing neither copies nor wastes */
	size_t chunk_capacity;
	uint32_t count;
	uint64_t sum; /* of counts; below 2^63 */
	bool unsorted;
	struct rows whats;
	struct timeline_fiber *fibers; /* after sorting */
};

/* A handler's sample whose `thread` is the model's fiber index. Dies when there are too many. */
void timeline_add(struct timeline *timeline, const struct sample *sample);

/* By time; samples of one time stay in the order of their coming. */
void timeline_sort(struct timeline *timeline, size_t fiber_count);

static inline struct timeline_row *timeline_row(const struct timeline *timeline, uint32_t index)
{
	return &timeline->chunks[index >> TIMELINE_CHUNK_BITS][index & (TIMELINE_CHUNK - 1)];
}

static inline const struct timeline_what *timeline_what(const struct timeline *timeline, uint32_t what)
{
	return (const struct timeline_what *)(const void *)timeline->whats.rows + what;
}

#endif
