/* Threads that the program makes are registered as they begin. On Linux pthread_create() and thrd_create() stand in
 * front of the C library's for that: in a program that carries the runtime, and in one that it is preloaded into
 * (ld.so(8)). Elsewhere threads register by the hooks alone. One file a platform. */
#ifndef OSPREY_THREAD_START_H
#define OSPREY_THREAD_START_H

#include <pthread.h>

/* pthread_create(3) as the C library has it: the thread is not registered. */
int thread_start_really(pthread_t *thread, const pthread_attr_t *attributes, void *(*routine)(void *), void *argument);

#endif
