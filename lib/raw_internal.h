/* What the two halves of the reader of raw files share: raw.c has the file, raw_stacks.c its stacks, frames and labels.
 */
#ifndef OSPREY_RAW_INTERNAL_H
#define OSPREY_RAW_INTERNAL_H

#include "intern.h"
#include "object.h"
#include "raw.h"
#include "rows.h"

struct raw {
	struct object_reader object;
	struct profile profile;
	uint64_t images, threads, stacks, samples, labels; /* where they begin */
	struct rows frame_keys;
	struct intern label_texts;
	uint32_t *stack_labels; /* index + 1 in label_texts, by stack */
	size_t label_capacity;
	uint32_t *frames; /* scratch: ids of one stack */
	size_t frame_capacity;
	uint32_t thread_count, stack_count;
	uint64_t lines, sample_sum;
	void (*emit)(void *state, struct record *record);
	void *state;
	struct record record;
};

void raw_emit(struct raw *raw, enum record_type type);

/* Goes to the array that begins at `offset` and takes its bracket. */
struct scan *raw_enter(struct raw *raw, uint64_t offset);

/* The id of the next item of its kind; dies when there are too many. */
uint32_t raw_next_id(const struct raw *raw, const char *what, uint32_t count);

/* Labels and stacks; emits each stack behind the frames that it is the first to use. */
void raw_read_stacks(struct raw *raw);

#endif
