/* Samples in the order of time, neighbours of the same functions and state put together; and the order in which fibers
 * are shown.
 */
#ifndef OSPREY_RUNS_H
#define OSPREY_RUNS_H

#include "model.h"
#include "timeline.h"

struct runs {
	const struct timeline *timeline; /* sorted */
	const uint32_t *key_of_stack;	 /* equal when a run may hold both */
	bool all;			 /* samples of all fibers, or of the first one's */
	uint32_t next;			 /* row; at first 0, or the fiber's first */
};

struct run {
	uint32_t key;
	bool waits;
	uint64_t count; /* of all its samples */
};

/* False at the end. */
bool runs_next(struct runs *runs, struct run *run);

/* The fibers that have samples: main, then by their sums, then in the order of their rows. The caller frees them. */
uint32_t *runs_fibers(const struct model *model, const struct timeline *timeline, size_t *count);

#endif
