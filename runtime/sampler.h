/* The sampler thread [PROF-COLLECT-SAMPLER]: a tick every period, jittered uniformly by ±30 %, at absolute deadlines.
 */
#ifndef OSPREY_SAMPLER_H
#define OSPREY_SAMPLER_H

#include "observe.h"

#include <stdbool.h>
#include <stdint.h>

/* Starts the thread, which samples for `observer` until sampler_stop(). False when the system refuses. When a signal
 * comes that ends the process, the thread calls `end`, which is to write the profile and returns whether it did, and
 * dies of it. */
bool sampler_start(struct observer *observer, bool (*end)(void));

/* Whether such a signal came. */
bool sampler_is_ending(void);

/* Before the profile ends: no thread is asked for anything any more, so that what ends it is in no sample. */
void sampler_quiet(void);

/* Ends the thread and waits for its end. Once, from any other thread; the registry's mutex is not held. */
void sampler_stop(void);

/* In a child of fork(), which has no sampler thread: nothing is sampled any more. */
void sampler_forget(void);

/* Around fork(), in the parent: the child must not inherit a lock of the loader that the sampler holds. Before it the
 * registry's mutex is not held. */
void sampler_before_fork(void);
void sampler_after_fork(void);

/* Ticks pass without a look at the threads while it is paused. The registry's mutex is held. */
void sampler_pause(bool paused);

#endif
