#include "osprey_fiber.h"

#include "condition.h"
#include "handle.h"
#include "osprey_prof.h"

#include <pthread.h>
#include <stdlib.h>

struct effect {
	struct handle handle; /* in the table while it is suspended: who takes it out owns the effect */
	pthread_mutex_t lock;
	struct condition turned;
	pthread_t thread;
	int64_t (*body)(void *);
	void *env;
	bool body_runs; /* whose turn it is */
	bool aborted, ended;
	int64_t answer;
	struct effect_event event;
};

static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;
static struct handle_table suspended;

/* The body that this thread runs. */
static _Thread_local struct effect *self;

static void give_turn(struct effect *effect, bool to_body)
{
	effect->body_runs = to_body;
	condition_signal(&effect->turned);
}

static void wait_turn(struct effect *effect, bool of_body)
{
	while (effect->body_runs != of_body)
		condition_wait(&effect->turned, &effect->lock);
}

/* A clean-up, so that it runs on every way out of the body. */
static void end_body(void *argument)
{
	struct effect *effect = argument;

	self = NULL;
	/* Before the end is signalled: no sample can come after that [PROF-COLLECT-REGISTRY]. */
	osp_prof_thread_unregister();
	pthread_mutex_lock(&effect->lock);
	effect->ended = true;
	give_turn(effect, false);
	pthread_mutex_unlock(&effect->lock);
}

static void *effect_thread_func(void *argument)
{
	struct effect *effect = argument;

	osp_prof_thread_register(-1, "effect");
	self = effect;
	pthread_cleanup_push(end_body, effect);
	effect->event = (struct effect_event){.value = effect->body(effect->env)};
	pthread_cleanup_pop(1);
	return NULL;
}

static void release(struct effect *effect)
{
	pthread_mutex_destroy(&effect->lock);
	free(effect);
}

static int64_t suspend(struct effect *effect)
{
	int64_t id;

	pthread_mutex_lock(&table_lock);
	id = handle_add(&suspended, &effect->handle);
	pthread_mutex_unlock(&table_lock);
	return id;
}

/* Waits until the body gives its turn back. The body is known to others only once all of its event was read. */
static int64_t next_event(struct effect *effect, struct effect_event *event)
{
	bool ended;

	pthread_mutex_lock(&effect->lock);
	wait_turn(effect, false);
	*event = effect->event;
	ended = effect->ended;
	pthread_mutex_unlock(&effect->lock);
	if (!ended) {
		event->continuation = suspend(effect);
		return EFFECT_PERFORMED;
	}
	pthread_join(effect->thread, NULL);
	release(effect);
	return EFFECT_RETURNED;
}

int64_t effect_start(int64_t (*body)(void *), void *env, struct effect_event *event)
{
	struct effect *effect;

	if (!body || !event)
		return FIBER_INVALID;
	effect = calloc(1, sizeof *effect);
	if (!effect)
		return FIBER_NO_MEMORY;
	pthread_mutex_init(&effect->lock, NULL);
	effect->body = body;
	effect->env = env;
	effect->body_runs = true;
	if (pthread_create(&effect->thread, NULL, effect_thread_func, effect) != 0) {
		release(effect);
		return FIBER_NO_THREAD;
	}
	return next_event(effect, event);
}

int64_t effect_perform(int64_t operation, int64_t argument)
{
	struct effect *effect = self;
	bool aborted;

	if (!effect)
		return EFFECT_UNHANDLED;
	if (effect->aborted)
		return EFFECT_ABORTED;
	pthread_mutex_lock(&effect->lock);
	effect->event = (struct effect_event){.operation = operation, .argument = argument};
	give_turn(effect, false);
	wait_turn(effect, true);
	aborted = effect->aborted;
	pthread_mutex_unlock(&effect->lock);
	if (aborted)
		pthread_exit(NULL);
	return effect->answer;
}

/* NULL and `*error` when the continuation is not there to be continued. */
static struct effect *claim(int64_t continuation, int64_t *error)
{
	struct handle *handle;

	pthread_mutex_lock(&table_lock);
	handle = handle_find(&suspended, continuation);
	if (handle)
		handle_remove(&suspended, handle);
	else
		*error = handle_was_given(&suspended, continuation) ? FIBER_SPENT : FIBER_UNKNOWN;
	pthread_mutex_unlock(&table_lock);
	return (struct effect *)handle;
}

static void let_body_go_on(struct effect *effect, int64_t answer, bool aborted)
{
	pthread_mutex_lock(&effect->lock);
	effect->answer = answer;
	effect->aborted = aborted;
	give_turn(effect, true);
	pthread_mutex_unlock(&effect->lock);
}

int64_t effect_resume(int64_t continuation, int64_t answer, struct effect_event *event)
{
	struct effect *effect;
	int64_t error;

	if (!event)
		return FIBER_INVALID;
	effect = claim(continuation, &error);
	if (!effect)
		return error;
	let_body_go_on(effect, answer, false);
	return next_event(effect, event);
}

int64_t effect_abort(int64_t continuation)
{
	struct effect_event event;
	int64_t error;
	struct effect *effect = claim(continuation, &error);

	if (!effect)
		return error;
	let_body_go_on(effect, 0, true);
	return next_event(effect, &event);
}

static void abort_inner(void *continuation)
{
	effect_abort(*(const int64_t *)continuation);
}

static int64_t decide(effect_handler *handler, void *env, struct effect_event *event)
{
	int64_t continuation = event->continuation;
	int64_t value = 0;
	enum effect_verdict verdict;

	pthread_cleanup_push(abort_inner, &continuation);
	verdict = handler(env, event, &value);
	if (verdict == EFFECT_FORWARD)
		value = effect_perform(event->operation, event->argument);
	pthread_cleanup_pop(0);
	if (verdict != EFFECT_ABORT)
		return effect_resume(continuation, value, event);
	event->value = value;
	return effect_abort(continuation);
}

int64_t effect_handle(int64_t (*body)(void *), void *env, effect_handler *handler, void *handler_env)
{
	struct effect_event event;
	int64_t status;

	if (!handler)
		return FIBER_INVALID;
	status = effect_start(body, env, &event);
	while (status == EFFECT_PERFORMED)
		status = decide(handler, handler_env, &event);
	return status == EFFECT_RETURNED ? event.value : status;
}
