/* Threads that have waited for long in one call rest: no look at each tick tells anything new of them, and a thousand
 * looks cost more than all else that the sampler does.
 *
 * At each tick the CPU clock of the whole process is compared with what the sampler itself has used and what the looks
 * at threads have found. When the difference is what it was a tick ago, nobody else has run: all who rest still wait,
 * and that is all there is to know. What is due to them is paid when they are looked at next: at the latest a quarter
 * of a second later, when their turn comes, and always before a look at what they do then. When the difference has
 * grown, whoever rests is looked at, and wakes if it was him. So where threads that are not registered run on and on,
 * nothing is saved, and nothing is missed.
 *
 * The kernel adds to the process's clock when a thread leaves its processor, and at each of its own ticks (1 to 10 ms).
 * A thread at rest that runs for less is found when it has done so. Those that ran last, if they rest, are looked at
 * at each tick nevertheless; so are all in a program that has few. */
#ifndef OSPREY_REST_H
#define OSPREY_REST_H

#include "observe.h"

/* All threads that don't rest were looked at by a tick at `now_ns` (CLOCK_MONOTONIC). For the sampler thread; the
 * registry's mutex is held. */
void rest_tick(struct observer *observer, uint64_t now_ns);

/* In a child of fork(). */
void rest_forget(void);

#endif
