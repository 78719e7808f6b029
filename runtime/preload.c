/* The part of libosprey-prof-preload.so that the archives lack: registers the threads of a program that knows nothing
 * of us, by standing in front of pthread_create() and thrd_create() (LD_PRELOAD, ld.so(8)). */
#include "osprey_prof.h"
#include "session.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <threads.h>

typedef int create_function(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

struct start {
	void *(*routine)(void *);
	void *argument;
};

static int create_really(pthread_t *thread, const pthread_attr_t *attributes, void *(*routine)(void *), void *argument)
{
	create_function *create = NULL;

	*(void **)&create = dlsym(RTLD_NEXT, "pthread_create");
	return create ? create(thread, attributes, routine, argument) : EAGAIN;
}

/* The library's own calls come here (ld's --wrap): its threads are not the program's. */
int __wrap_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*routine)(void *), void *argument)
{
	return create_really(thread, attributes, routine, argument);
}

static void *registered(void *argument)
{
	struct start start = *(struct start *)argument;

	free(argument);
	osp_prof_thread_register(-1, "thread");
	return start.routine(start.argument);
}

static int start_registered(pthread_t *thread, const pthread_attr_t *attributes, void *(*routine)(void *),
			    void *argument)
{
	struct start *start = malloc(sizeof(*start));
	int error = EAGAIN;

	if (!start)
		return error;
	*start = (struct start){.routine = routine, .argument = argument};
	error = create_really(thread, attributes, registered, start);
	if (error)
		free(start);
	return error;
}

/* What thrd_join() gives of a thread is the pointer that it ended with, as a number: so it is in glibc and musl. */
struct c11_start {
	thrd_start_t routine;
	void *argument;
};

static void *c11_routine(void *argument)
{
	struct c11_start start = *(struct c11_start *)argument;

	free(argument);
	return (void *)(intptr_t)start.routine(start.argument); // NOLINT(performance-no-int-to-ptr)
}

HOOK int thrd_create(thrd_t *thread, thrd_start_t routine, void *argument)
{
	struct c11_start *start = malloc(sizeof(*start));
	int error;

	if (!start)
		return thrd_nomem;
	*start = (struct c11_start){.routine = routine, .argument = argument};
	error = start_registered(thread, NULL, c11_routine, start);
	if (!error)
		return thrd_success;
	free(start);
	return error == ENOMEM ? thrd_nomem : thrd_error;
}

HOOK int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*routine)(void *), void *argument)
{
	return start_registered(thread, attributes, routine, argument);
}
