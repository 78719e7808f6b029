#include "self.h"

#include <mach/mach.h>
#include <stdlib.h>
#include <unistd.h>

bool self_describe(struct slot *slot)
{
	uintptr_t hi;
	uint64_t id;

	slot->thread = pthread_self();
	if (pthread_threadid_np(slot->thread, &id) != 0)
		return false;
	slot->tid = (pid_t)id;
	slot->clock = (clockid_t)pthread_mach_thread_np(slot->thread);
	hi = (uintptr_t)pthread_get_stackaddr_np(slot->thread);
	slot->stack = (struct stack_bounds){.lo = hi - pthread_get_stacksize_np(slot->thread), .hi = hi};
	return true;
}

bool self_is_main(void)
{
	return pthread_main_np() != 0;
}

/* Older systems have no quick_exit(). */
extern int at_quick_exit(void (*)(void)) __attribute__((weak));

bool self_at_end(void (*end)(void))
{
	return atexit(end) == 0 && (!at_quick_exit || at_quick_exit(end) == 0);
}

const char *self_environment(const char *name)
{
	return issetugid() ? NULL : getenv(name);
}
