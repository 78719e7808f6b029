/* Asks the kernel what another thread of this process is doing, without disturbing it. Used by the sampler thread only.
 */
#ifndef OSPREY_PROBE_H
#define OSPREY_PROBE_H

#include "machine.h"

#include <sys/types.h>

enum probe {
	PROBE_RUNNING, /* on a processor, or ready for one */
	PROBE_BLOCKED, /* it sleeps, in the call that is told if it is in one */
	PROBE_UNKNOWN  /* the system doesn't say */
};

/* Gives the calling thread a descriptor table of its own, so that opening a file here never takes a number that the
 * program expects to get, nor holds a descriptor that the program closes. Without it probe_thread() answers
 * PROBE_UNKNOWN. */
void probe_start(void);

enum probe probe_thread(pid_t tid, struct blocked_call *call);

#endif
