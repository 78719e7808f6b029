#include "self.h"

#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static bool stack_bounds(struct stack_bounds *bounds)
{
	pthread_attr_t attributes;
	void *lo;
	size_t size;
	bool known;

	if (pthread_getattr_np(pthread_self(), &attributes) != 0)
		return false;
	known = pthread_attr_getstack(&attributes, &lo, &size) == 0;
	pthread_attr_destroy(&attributes);
	if (known)
		*bounds = (struct stack_bounds){.lo = (uintptr_t)lo, .hi = (uintptr_t)lo + size};
	return known;
}

bool self_describe(struct slot *slot)
{
	slot->thread = pthread_self();
	slot->tid = (pid_t)syscall(SYS_gettid);
	return pthread_getcpuclockid(slot->thread, &slot->clock) == 0 && stack_bounds(&slot->stack);
}

const char *self_environment(const char *name)
{
	return secure_getenv(name);
}
