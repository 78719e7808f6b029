#include "thread_start.h"

#include "osprey_prof.h"
#include "session.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdint.h>
#include <threads.h>
#include <time.h>

typedef int create_function(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
typedef int c11_create_function(thrd_t *, thrd_start_t, void *);

/* What stands behind our pthread_create(): in a static program it has this name, in glibc and musl; a sanitizer that is
 * linked statically stands in front of it under that one. Elsewhere they are NULL, and the loader knows it. */
extern create_function __pthread_create __attribute__((weak)), __interceptor_pthread_create __attribute__((weak));

/* A weak name brings nothing into a static program. These do: in musl's archive it stands beside the first, in glibc's
 * the second needs it. */
__attribute__((used)) static void (*const pulls[])(void) = {(void (*)(void))pthread_exit, (void (*)(void))timer_create};

static _Atomic(create_function *) create_really;
static _Atomic(c11_create_function *) c11_create_really;

static create_function *find(void)
{
	create_function *found = __interceptor_pthread_create ? __interceptor_pthread_create : __pthread_create;

	if (!found)
		*(void **)&found = dlsym(RTLD_NEXT, "pthread_create");
	return found;
}

/* What thrd_join() gives is the pointer that the thread ended with, as an int: in glibc and musl. */
static int c11_create(thrd_t *thread, thrd_start_t routine, void *argument)
{
	int error = __pthread_create(thread, NULL, (void *(*)(void *))(void (*)(void))routine, argument);

	if (!error)
		return thrd_success;
	return error == ENOMEM ? thrd_nomem : thrd_error;
}

static c11_create_function *c11_find(void)
{
	c11_create_function *found = __pthread_create ? c11_create : NULL;

	if (!found)
		*(void **)&found = dlsym(RTLD_NEXT, "thrd_create");
	return found;
}

/* Early: later the loader may be held by a thread that waits for the one that would ask it. */
__attribute__((constructor)) static void find_all(void)
{
	atomic_store_explicit(&create_really, find(), memory_order_relaxed);
	atomic_store_explicit(&c11_create_really, c11_find(), memory_order_relaxed);
}

int thread_start_really(pthread_t *thread, const pthread_attr_t *attributes, void *(*routine)(void *), void *argument)
{
	create_function *create = atomic_load_explicit(&create_really, memory_order_relaxed);

	if (!create)
		create = find();
	return create ? create(thread, attributes, routine, argument) : EAGAIN;
}

static int c11_start_really(thrd_t *thread, thrd_start_t routine, void *argument)
{
	c11_create_function *create = atomic_load_explicit(&c11_create_really, memory_order_relaxed);

	if (!create)
		create = c11_find();
	return create ? create(thread, routine, argument) : thrd_error;
}

/* The program's routine is called last, so that in its place on the stack there is nothing of ours. */
static void *begin(void *reserved)
{
	struct slot *slot = reserved;
	void *(*routine)(void *) = slot->start.routine;
	void *argument = slot->start.argument;

	threads_begin(slot);
	errno = 0;
	return routine(argument);
}

static int c11_begin(void *reserved)
{
	struct slot *slot = reserved;
	int (*routine)(void *) = slot->start.c11_routine;
	void *argument = slot->start.argument;

	threads_begin(slot);
	errno = 0;
	return routine(argument);
}

/* A library of the program may make its threads before anything of ours was called. */
static struct slot *reserve(void)
{
	int saved = errno;
	struct slot *slot;

	osp_prof_boot();
	slot = threads_reserve();
	errno = saved;
	return slot;
}

/* Weak, so that a program can have its own. */
HOOK __attribute__((weak)) int pthread_create(pthread_t *restrict thread, const pthread_attr_t *restrict attributes,
					      void *(*routine)(void *), void *restrict argument)
{
	struct slot *slot = reserve();
	int error;

	if (!slot)
		return thread_start_really(thread, attributes, routine, argument);
	slot->start.routine = routine;
	slot->start.argument = argument;
	error = thread_start_really(thread, attributes, begin, slot);
	if (error)
		threads_release(slot);
	return error;
}

HOOK __attribute__((weak)) int thrd_create(thrd_t *thread, thrd_start_t routine, void *argument)
{
	struct slot *slot = reserve();
	int result;

	if (!slot)
		return c11_start_really(thread, routine, argument);
	slot->start.c11_routine = routine;
	slot->start.argument = argument;
	result = c11_start_really(thread, c11_begin, slot);
	if (result != thrd_success)
		threads_release(slot);
	return result;
}
