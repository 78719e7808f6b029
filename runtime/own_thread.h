/* Threads of the profiler's own. They are in no profile, and never run a handler of the program. */
#ifndef OSPREY_OWN_THREAD_H
#define OSPREY_OWN_THREAD_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Starts a thread that runs `body`, with all signals blocked; `stack_size` in bytes, 0: the usual. False when the
 * system refuses. */
bool own_thread_start(pthread_t *thread, size_t stack_size, void (*body)(void));

/* For such a thread, now and then: whether there is a pause. What it uses in pauses is not counted. */
void own_thread_pause(bool paused);

/* CPU time, ns, of those that have ended, and of the calling thread if it is one. */
uint64_t own_thread_cpu_ns(void);

#endif
