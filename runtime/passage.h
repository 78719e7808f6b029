/* How a thread's time passes from look to look. The registry's mutex is held. */
#ifndef OSPREY_PASSAGE_H
#define OSPREY_PASSAGE_H

#include "observe.h"

/* Reads the thread's CPU clock; returns how long it ran since the clock was read last, ns. */
uint64_t passage_of_cpu(struct observer *observer, struct slot *slot);

/* Adds the time up to `now_ns` (CLOCK_MONOTONIC) to the thread's account, and pays what it waited for while it rested.
 * Returns how long it ran since the last look, ns. */
uint64_t passage_of_time(struct observer *observer, struct slot *slot, uint64_t now_ns);

#endif
