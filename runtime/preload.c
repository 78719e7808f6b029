/* The part of libosprey-prof-preload.so that the archives lack: registers the threads of a program that knows nothing
 * of us, by standing in front of pthread_create() (LD_PRELOAD, ld.so(8)). */
#include "osprey_prof.h"
#include "session.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

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

HOOK int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*routine)(void *), void *argument)
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
