#ifndef FAKE_MACH_SEMAPHORE_H
#define FAKE_MACH_SEMAPHORE_H

#include <mach/mach.h>

typedef mach_port_t semaphore_t;
typedef int clock_res_t;

typedef struct {
	unsigned tv_sec;
	clock_res_t tv_nsec;
} mach_timespec_t;

enum { SYNC_POLICY_FIFO };

kern_return_t semaphore_create(task_t task, semaphore_t *semaphore, int policy, int value);
kern_return_t semaphore_signal(semaphore_t semaphore);
kern_return_t semaphore_timedwait(semaphore_t semaphore, mach_timespec_t time);

#endif
