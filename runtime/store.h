/* What was sampled: threads, unique stacks, samples. Arrays in growable regions that refer to each other by index,
 * never by pointer, so that they could stand in a file as they are. The registry's mutex guards it; it is never touched
 * while a thread is stopped, nor in a handler. */
#ifndef OSPREY_STORE_H
#define OSPREY_STORE_H

#include "region.h"
#include "walk.h"

#include <stdint.h>
#include <sys/types.h>

#define STORE_NONE UINT32_MAX

enum { LABEL_SIZE = 32, THREAD_NAME_SIZE = 16 };

enum state { STATE_ON_CPU = 0, STATE_WAITING = 1 };

/* What is known of a stack beside its addresses; stands above its root. */
enum stack_label {
	LABEL_NONE,
	LABEL_TRUNCATED, /* the stack is deeper than WALK_DEPTH */
	LABEL_WAITING,	 /* no addresses: the thread waited and could not be asked where */
	LABEL_RUNNABLE,	 /* no addresses: the thread waited for a processor */
	LABEL_UNKNOWN,	 /* no addresses: the thread ran and was never met running */
	LABEL_UNSAMPLED	 /* no addresses: the thread can't be asked, or the program took SIGPROF for itself */
};

struct stored_thread {
	int64_t fiber;
	pid_t tid;
	char label[LABEL_SIZE];
	char name[THREAD_NAME_SIZE]; /* of the OS; "" unknown */
};

struct stored_stack {
	uint64_t hash;
	uint64_t first; /* index in frames */
	uint32_t count;
	uint32_t label; /* enum stack_label */
};

struct stored_sample {
	uint64_t t_ns; /* from the start */
	uint32_t thread, stack;
	uint32_t count; /* periods that it speaks for */
	uint32_t state; /* enum state */
};

/* Zero-initialise it. */
struct store {
	struct region threads, stacks, frames, samples;
	struct region buckets; /* of uint32_t: index of a stack + 1, 0 is free; a power of two many */
	uint64_t lost;	       /* counts of samples for which there was no memory */
};

/* A new row; STORE_NONE when there is no memory. */
uint32_t store_thread(struct store *store, int64_t fiber, const char *label, pid_t tid);

/* The index of an equal stack, which is added when it is new; STORE_NONE when there is no memory. `frames` leaf first.
 */
uint32_t store_stack(struct store *store, const uint64_t *frames, uint32_t count, enum stack_label label);

/* Adds a sample, or its count to `lost` when there is no memory or its stack is STORE_NONE. */
void store_sample(struct store *store, const struct stored_sample *sample);

static inline struct stored_thread *store_threads(const struct store *store)
{
	return store->threads.base;
}

static inline size_t store_thread_count(const struct store *store)
{
	return store->threads.used / sizeof(struct stored_thread);
}

void store_free(struct store *store);

#endif
