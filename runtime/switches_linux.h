/* How often the calling thread has gone to sleep of itself so far: getrusage(2). SWITCHES_UNKNOWN when the system
 * doesn't say. Async-signal-safe. */
#ifndef OSPREY_SWITCHES_LINUX_H
#define OSPREY_SWITCHES_LINUX_H

#include "ring.h"

#include <stdint.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

static inline uint64_t switches_count(void)
{
	struct rusage usage;

	return syscall(SYS_getrusage, RUSAGE_THREAD, &usage) == 0 ? (uint64_t)usage.ru_nvcsw : SWITCHES_UNKNOWN;
}

#endif
