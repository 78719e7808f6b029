#include "self.h"

#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The main thread's stack grows down to its limit; musl tells only of what is mapped by now. A bound that is too low
 * does no harm: the walk never reads below the stack pointer. */
static uintptr_t main_stack_low(uintptr_t hi)
{
	enum { UNLIMITED = 1 << 30 };
	struct rlimit limit;
	uintptr_t size;

	if (getrlimit(RLIMIT_STACK, &limit) != 0)
		return hi;
	size = limit.rlim_cur < UNLIMITED ? (uintptr_t)limit.rlim_cur : UNLIMITED;
	return hi > size ? hi - size : 0;
}

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
	uintptr_t low;

	slot->thread = pthread_self();
	slot->tid = (pid_t)syscall(SYS_gettid);
	if (pthread_getcpuclockid(slot->thread, &slot->clock) != 0 || !stack_bounds(&slot->stack))
		return false;
	low = slot->tid == getpid() ? main_stack_low(slot->stack.hi) : slot->stack.lo;
	if (low < slot->stack.lo)
		slot->stack.lo = low;
	return true;
}

bool self_is_main(void)
{
	return (pid_t)syscall(SYS_gettid) == getpid();
}

bool self_at_end(void (*end)(void))
{
	return atexit(end) == 0 && at_quick_exit(end) == 0;
}

const char *self_environment(const char *name)
{
	return secure_getenv(name);
}
