/* Clocks in nanoseconds: clock_gettime(2). Async-signal-safe. */
#ifndef OSPREY_CLOCK_H
#define OSPREY_CLOCK_H

#include <stdint.h>
#include <time.h>

/* `fallback` when the clock can't be read. */
static inline uint64_t clock_ns(clockid_t clock, uint64_t fallback)
{
	struct timespec t;

	if (clock_gettime(clock, &t) != 0)
		return fallback;
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* CLOCK_MONOTONIC; when it can't be read the time that was read last, 0 when none was. */
uint64_t clock_now_ns(void);

#endif
