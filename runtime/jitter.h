/* When the next tick is due [PROF-COLLECT-SAMPLER]. */
#ifndef OSPREY_JITTER_H
#define OSPREY_JITTER_H

#include <stdint.h>

/* xorshift64* (Vigna 2016); good enough to keep in step with nothing. The state must not be 0. */
static inline uint64_t jitter_random(uint64_t *state)
{
	*state ^= *state >> 12;
	*state ^= *state << 25;
	*state ^= *state >> 27;
	return *state * 0x2545f4914f6cdd1du;
}

/* Uniform between 70 and 130 % of a period, ns. */
static inline uint64_t jitter_interval_ns(uint64_t rate_hz, uint64_t *state)
{
	uint64_t period = 1000000000u / rate_hz, span = period * 6 / 10;

	return period - span / 2 + jitter_random(state) % (span + 1);
}

#endif
