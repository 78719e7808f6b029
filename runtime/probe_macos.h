/* What the kernel says of a thread: probe.h's answers come from it. */
#ifndef OSPREY_PROBE_MACOS_H
#define OSPREY_PROBE_MACOS_H

#include "registry.h"

#include <mach/mach.h>

struct thread_look {
	uint64_t cpu_ns; /* that it has used; to the microsecond */
	bool waits;	 /* it neither runs nor is ready to */
};

/* The thread's port, which stands in the slot in place of a clock: its CPU time is asked for by it. */
static inline thread_act_t probe_port(const struct slot *slot)
{
	return (thread_act_t)slot->clock;
}

/* THREAD_BASIC_INFO. False when the kernel doesn't say. Allocates nothing. */
bool probe_look(thread_act_t thread, struct thread_look *look);

#endif
