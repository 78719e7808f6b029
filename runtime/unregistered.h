/* The CPU time of the process that is in no thread's account: of threads that never registered, and of others before
 * they did and after they left. Zero-initialise it. The registry's mutex is held. */
#ifndef OSPREY_UNREGISTERED_H
#define OSPREY_UNREGISTERED_H

#include <stdint.h>

struct unregistered {
	uint64_t begin_ns;  /* the process's CPU clock at the start, and so much later as pauses took */
	uint64_t pause_ns;  /* at the beginning of the pause */
	uint64_t births_ns; /* CPU time of threads up to their registration */
};

/* The profile begins. */
void unregistered_begin(struct unregistered *unregistered);

/* A pause begins, before the accounts are closed; it ends, after they are open again. */
void unregistered_pause(struct unregistered *unregistered);
void unregistered_resume(struct unregistered *unregistered);

/* A thread is registered, which has used `cpu_ns` so far. */
void unregistered_born(struct unregistered *unregistered, uint64_t cpu_ns);

/* CPU time, ns, that is neither in accounts, which have `accounted_ns`, nor the profiler's own, nor in a pause. It is 0
 * where it can be what it takes to begin and end the registered threads. */
uint64_t unregistered_ns(const struct unregistered *unregistered, uint64_t accounted_ns);

#endif
