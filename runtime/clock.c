#include "clock.h"

#include <stdatomic.h>

uint64_t clock_now_ns(void)
{
	static _Atomic uint64_t latest;
	uint64_t now = clock_ns(CLOCK_MONOTONIC, 0);

	if (!now)
		return atomic_load_explicit(&latest, memory_order_relaxed);
	atomic_store_explicit(&latest, now, memory_order_relaxed);
	return now;
}
