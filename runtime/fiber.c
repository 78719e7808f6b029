#include "osprey_fiber.h"

#include "condition.h"
#include "handle.h"
#include "osprey_prof.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <time.h>

enum { NANOSECONDS = 1000000000 };

struct fiber {
	struct handle handle; /* in the table until the value is taken */
	struct condition ended;
	int64_t (*body)(void);
	int64_t (*body_env)(void *); /* in place of `body` */
	void *env;
	int64_t value;
	struct fiber *awaits;
	bool claimed; /* somebody awaits it */
	bool done;
};

/* Guards the table and all fibers in it. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct handle_table fibers;

static _Thread_local struct fiber *self;

static struct fiber *find(int64_t id)
{
	return (struct fiber *)handle_find(&fibers, id);
}

static void forget(struct fiber *fiber)
{
	handle_remove(&fibers, &fiber->handle);
	free(fiber);
}

static void *fiber_thread_func(void *argument)
{
	struct fiber *fiber = argument;
	int64_t value;

	osp_prof_thread_register(fiber->handle.id, "fiber");
	self = fiber;
	value = fiber->body ? fiber->body() : fiber->body_env(fiber->env);
	self = NULL;
	/* Before the end is signalled: no sample of a fiber that was awaited [PROF-COLLECT-REGISTRY]. */
	osp_prof_thread_unregister();
	pthread_mutex_lock(&lock);
	fiber->value = value;
	fiber->done = true;
	condition_signal(&fiber->ended);
	pthread_mutex_unlock(&lock);
	return NULL;
}

static int64_t start(struct fiber *fiber)
{
	pthread_t thread;
	int64_t id;

	pthread_mutex_lock(&lock);
	id = handle_add(&fibers, &fiber->handle);
	pthread_mutex_unlock(&lock);
	if (pthread_create(&thread, NULL, fiber_thread_func, fiber) == 0) {
		pthread_detach(thread);
		return id;
	}
	pthread_mutex_lock(&lock);
	forget(fiber);
	pthread_mutex_unlock(&lock);
	return FIBER_NO_THREAD;
}

static int64_t spawn(const struct fiber *model)
{
	struct fiber *fiber = malloc(sizeof *fiber);

	if (!fiber)
		return FIBER_NO_MEMORY;
	*fiber = *model;
	return start(fiber);
}

int64_t fiber_spawn(int64_t (*body)(void))
{
	return body ? spawn(&(struct fiber){.body = body}) : FIBER_INVALID;
}

int64_t fiber_spawn_env(int64_t (*body)(void *), void *env)
{
	return body ? spawn(&(struct fiber){.body_env = body, .env = env}) : FIBER_INVALID;
}

static int64_t missing(int64_t id)
{
	return handle_was_given(&fibers, id) ? FIBER_SPENT : FIBER_UNKNOWN;
}

/* Each fiber awaits one other at most, so that the chain is a line. */
static bool waits_for_self(const struct fiber *fiber)
{
	while (fiber && fiber != self)
		fiber = fiber->awaits;
	return fiber;
}

static int64_t take(struct fiber *fiber)
{
	int64_t value;

	fiber->claimed = true;
	if (self)
		self->awaits = fiber;
	while (!fiber->done)
		condition_wait(&fiber->ended, &lock);
	if (self)
		self->awaits = NULL;
	value = fiber->value;
	forget(fiber);
	return value;
}

int64_t fiber_await(int64_t id)
{
	struct fiber *fiber;
	int64_t value;

	pthread_mutex_lock(&lock);
	fiber = find(id);
	if (!fiber)
		value = missing(id);
	else if (self && waits_for_self(fiber))
		value = FIBER_DEADLOCK;
	else if (fiber->claimed)
		value = FIBER_SPENT;
	else
		value = take(fiber);
	pthread_mutex_unlock(&lock);
	return value;
}

int64_t fiber_done(int64_t id)
{
	const struct fiber *fiber;
	int64_t done;

	pthread_mutex_lock(&lock);
	fiber = find(id);
	if (fiber)
		done = fiber->done;
	else
		done = handle_was_given(&fibers, id) ? 1 : FIBER_UNKNOWN;
	pthread_mutex_unlock(&lock);
	return done;
}

int64_t fiber_yield(int64_t value)
{
	sched_yield();
	return value;
}

static struct timespec later(struct timespec time, int64_t milliseconds)
{
	time.tv_sec += milliseconds / 1000;
	time.tv_nsec += milliseconds % 1000 * 1000000;
	if (time.tv_nsec >= NANOSECONDS) {
		time.tv_sec++;
		time.tv_nsec -= NANOSECONDS;
	}
	return time;
}

static struct timespec until(struct timespec deadline)
{
	struct timespec now, rest;

	clock_gettime(CLOCK_MONOTONIC, &now);
	rest.tv_sec = deadline.tv_sec - now.tv_sec;
	rest.tv_nsec = deadline.tv_nsec - now.tv_nsec;
	if (rest.tv_nsec < 0) {
		rest.tv_sec--;
		rest.tv_nsec += NANOSECONDS;
	}
	return rest;
}

int64_t fiber_sleep(int64_t milliseconds)
{
	struct timespec deadline, rest;

	if (milliseconds < 0)
		return FIBER_INVALID;
	clock_gettime(CLOCK_MONOTONIC, &deadline);
	deadline = later(deadline, milliseconds);
	/* Not clock_nanosleep: macOS has none. */
	for (rest = until(deadline); rest.tv_sec >= 0; rest = until(deadline))
		nanosleep(&rest, NULL);
	return 0;
}
