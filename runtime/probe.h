/* Asks the kernel what another thread of this process is doing, without disturbing it. Used by the sampler thread only.
 */
#ifndef OSPREY_PROBE_H
#define OSPREY_PROBE_H

#include "machine.h"

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

enum probe probe_thread(pid_t tid, struct blocked_call *call);

/* How often the thread has gone to sleep of itself in its life; false when the system doesn't say. */
bool probe_switches(pid_t tid, uint64_t *switches);

/* Whether all threads of the process but the calling one and `other` have ended. */
bool probe_alone(pid_t other);

#endif
