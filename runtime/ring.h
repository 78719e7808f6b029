/* A ring of captures from one thread's signal handler to the sampler: one writer, one reader, no lock. A capture never
 * wraps around the end, so the walk can write straight into it. */
#ifndef OSPREY_RING_H
#define OSPREY_RING_H

#include "walk.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { RING_CAPTURES = 8 };

#define SWITCHES_UNKNOWN UINT64_MAX

/* What a handler saw. */
struct capture {
	uint64_t t_ns;	     /* CLOCK_MONOTONIC */
	uint32_t generation; /* of the registry's slot that it was asked for */
	uint16_t count;
	bool at_work;	   /* made because the thread's CPU clock moved, not because it was asked */
	bool waiting;	   /* the thread waited in a system call */
	bool truncated;	   /* the stack goes on beyond WALK_DEPTH */
	int32_t call_left; /* machine_call_left() */
	uint64_t switches; /* how often the thread had gone to sleep of itself so far, or SWITCHES_UNKNOWN: it matters
			    * where it waits, or does not run all the time */
	uint64_t frames[WALK_DEPTH];
};

/* Zero-initialise it. */
struct ring {
	_Atomic uint32_t written; /* captures; stored by the writer (release), pairs with the reader's load (acquire) */
	_Atomic uint32_t taken;	  /* stored by the reader (release), pairs with the writer's load (acquire) */
	struct capture captures[RING_CAPTURES];
};

/* Writer: the next free capture, or NULL when the ring is full. Async-signal-safe. */
static inline struct capture *ring_reserve(struct ring *ring)
{
	uint32_t written = atomic_load_explicit(&ring->written, memory_order_relaxed);

	if (written - atomic_load_explicit(&ring->taken, memory_order_acquire) == RING_CAPTURES)
		return NULL;
	return &ring->captures[written % RING_CAPTURES];
}

/* Writer: publishes the reserved capture. Async-signal-safe. */
static inline void ring_commit(struct ring *ring)
{
	uint32_t written = atomic_load_explicit(&ring->written, memory_order_relaxed);

	atomic_store_explicit(&ring->written, written + 1, memory_order_release);
}

/* Reader: the oldest capture, or NULL; it is the reader's until ring_take(). */
static inline struct capture *ring_peek(struct ring *ring)
{
	uint32_t taken = atomic_load_explicit(&ring->taken, memory_order_relaxed);

	if (taken == atomic_load_explicit(&ring->written, memory_order_acquire))
		return NULL;
	return &ring->captures[taken % RING_CAPTURES];
}

/* Reader: how many captures there are. */
static inline uint32_t ring_count(struct ring *ring)
{
	return atomic_load_explicit(&ring->written, memory_order_acquire) -
	       atomic_load_explicit(&ring->taken, memory_order_relaxed);
}

/* Reader: gives the oldest capture's place back. */
static inline void ring_take(struct ring *ring)
{
	uint32_t taken = atomic_load_explicit(&ring->taken, memory_order_relaxed);

	atomic_store_explicit(&ring->taken, taken + 1, memory_order_release);
}

#endif
