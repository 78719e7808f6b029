/* What the sampler does with one thread at one tick: takes its captures, pays its rows, asks for the next capture. The
 * registry's mutex is held. What is due to a thread that rests (rest.h) is paid when it is looked at next. */
#ifndef OSPREY_OBSERVE_H
#define OSPREY_OBSERVE_H

#include "clock.h"
#include "images.h"
#include "registry.h"
#include "store.h"

struct observer {
	struct store *store;
	struct images *images;
	uint64_t start_ns; /* CLOCK_MONOTONIC at the start of the profile */
	uint64_t rate_hz;
	bool blind; /* no thread can be asked for a capture any more */
	struct remainder remainder;
	uint64_t ran_ns;   /* CPU time that all looks at all threads have found */
	uint64_t quiet_ns; /* the last tick by which no thread that rests had run, CLOCK_MONOTONIC */
};

/* A thread is registered. */
void observe_join(struct observer *observer, struct slot *slot, uint64_t now_ns);

/* Begins to count a thread's time from `now_ns` (CLOCK_MONOTONIC) on: after a pause. */
void observe_begin(struct observer *observer, struct slot *slot, uint64_t now_ns);

/* One tick. */
void observe_tick(struct observer *observer, struct slot *slot, uint64_t now_ns);

/* Counts the time up to `now_ns` without asking for more: before a pause. */
void observe_pause(struct observer *observer, struct slot *slot, uint64_t now_ns);

/* Pays all that is due, at the end: after observe_pause(). */
void observe_end(struct observer *observer, struct slot *slot);

#endif
