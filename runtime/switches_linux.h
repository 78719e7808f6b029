/* How often the calling thread has left the processor so far: getrusage(2). Async-signal-safe. */
#ifndef OSPREY_SWITCHES_LINUX_H
#define OSPREY_SWITCHES_LINUX_H

#include "ring.h"

#include <stdint.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Of itself, to wait; because others were to run. SWITCHES_UNKNOWN when the system doesn't say. */
struct switches {
	uint64_t voluntary, forced;
};

/* Not inlined, so that what it needs is off the handler's stack when the walk begins. */
__attribute__((noinline)) static struct switches switches_count(void)
{
	struct rusage usage;

	if (syscall(SYS_getrusage, RUSAGE_THREAD, &usage) != 0)
		return (struct switches){SWITCHES_UNKNOWN, SWITCHES_UNKNOWN};
	return (struct switches){(uint64_t)usage.ru_nvcsw, (uint64_t)usage.ru_nivcsw};
}

#endif
