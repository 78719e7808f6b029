/* A condition variable beside a pthread mutex, through whose wait a profiler can see.
 *
 * libc's own keeps data in the frame pointer's register while it waits: where there are no unwind tables, the walk ends
 * there, and nobody learns who waits. This one keeps the chain whole. All three are called with the mutex held; waits
 * may end for no reason, as libc's. Zero-initialise it; there is nothing to destroy once nobody waits. */
#ifndef OSPREY_CONDITION_H
#define OSPREY_CONDITION_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

struct condition {
	_Atomic uint32_t generation; /* of signals; what the waiting watch */
	uint32_t waiting;	     /* guarded by the mutex */
};

void condition_wait(struct condition *condition, pthread_mutex_t *lock);
void condition_signal(struct condition *condition);
void condition_broadcast(struct condition *condition);

#endif
