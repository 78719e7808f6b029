/* Asks the kernel what another thread of this process is doing, without disturbing it. Used by the sampler thread only.
 */
#ifndef OSPREY_PROBE_H
#define OSPREY_PROBE_H

#include "registry.h"

#include <stdbool.h>
#include <sys/types.h>

enum probe {
	PROBE_RUNNING, /* on a processor, or ready for one */
	PROBE_BLOCKED, /* it sleeps, in the call that is told if it is in one */
	PROBE_UNKNOWN  /* the system doesn't say */
};

/* Gives the calling thread a descriptor table of its own, so that opening a file here never takes a number that the
 * program expects to get, nor holds a descriptor that the program closes. Without it, and under an emulator,
 * probe_thread() answers PROBE_UNKNOWN. */
void probe_start(void);

/* Of a live slot, as the next two. */
enum probe probe_thread(const struct slot *slot, struct blocked_call *call);

/* CPU time that the thread has used, ns; `fallback` when the system doesn't say. */
uint64_t probe_cpu_ns(const struct slot *slot, uint64_t fallback);

/* How often the thread has gone to sleep of itself in its life; false when the system doesn't say. */
bool probe_switches(const struct slot *slot, uint64_t *switches);

/* Whether the thread blocks the signal that asks it for captures; `fallback` when the system doesn't say. */
bool probe_is_deaf(const struct slot *slot, bool fallback);

/* Whether all threads of the process but the calling one and `other` have ended. */
bool probe_alone(pid_t other);

#endif
