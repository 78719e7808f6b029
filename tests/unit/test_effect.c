/* Effect continuations: what osprey_fiber.h promises of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <cmocka.h>

#include "osprey_fiber.h"

#include <dirent.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

enum operation { ASK = 1, TELL, OUTER };

static int64_t just_return(void *env)
{
	return *(const int64_t *)env;
}

static int64_t ask_twice(void *env)
{
	int64_t first = effect_perform(ASK, *(const int64_t *)env);

	return first + effect_perform(ASK, first);
}

/* The threads of this process. Some may be the sanitizers' own: compare, don't count. */
static int thread_count(void)
{
	DIR *tasks = opendir("/proc/self/task");
	int count = 0;

	if (!tasks)
		return 0;
	while (readdir(tasks))
		count++;
	closedir(tasks);
	return count;
}

/* A thread that was joined is listed for a moment yet. */
static bool comes_down_to(int count)
{
	struct timespec moment = {.tv_nsec = 10000000};

	for (int i = 0; i < 1000 && thread_count() > count; i++)
		nanosleep(&moment, NULL);
	return thread_count() <= count;
}

static void a_body_without_performs_returns_its_value(void **state)
{
	int64_t value = 3;
	struct effect_event event;

	(void)state;
	assert_int_equal(effect_start(just_return, &value, &event), EFFECT_RETURNED);
	assert_int_equal(event.value, 3);
	assert_int_equal(event.continuation, 0);
}

static void a_perform_gets_the_answer_it_is_resumed_with(void **state)
{
	int64_t value = 3;
	struct effect_event event;

	(void)state;
	assert_int_equal(effect_start(ask_twice, &value, &event), EFFECT_PERFORMED);
	assert_true(event.continuation >= 1);
	assert_int_equal(event.operation, ASK);
	assert_int_equal(event.argument, 3);
	assert_int_equal(effect_resume(event.continuation, 10, &event), EFFECT_PERFORMED);
	assert_int_equal(event.argument, 10);
	assert_int_equal(effect_resume(event.continuation, -4, &event), EFFECT_RETURNED);
	assert_int_equal(event.value, 6);
}

static void a_continuation_is_used_once(void **state)
{
	int64_t value = 3;
	struct effect_event event, other;
	int64_t first;

	(void)state;
	assert_int_equal(effect_start(ask_twice, &value, &event), EFFECT_PERFORMED);
	first = event.continuation;
	assert_int_equal(effect_resume(first, 0, &event), EFFECT_PERFORMED);
	assert_true(effect_resume(first, 0, &other) == FIBER_SPENT);
	assert_true(effect_abort(first) == FIBER_SPENT);
	assert_int_equal(effect_abort(event.continuation), 0);
	assert_true(effect_abort(event.continuation) == FIBER_SPENT);
}

static void wrong_arguments_are_refused(void **state)
{
	int64_t value = 3;
	struct effect_event event;

	(void)state;
	assert_true(effect_start(NULL, NULL, &event) == FIBER_INVALID);
	assert_true(effect_start(just_return, &value, NULL) == FIBER_INVALID);
	assert_true(effect_handle(just_return, &value, NULL, NULL) == FIBER_INVALID);
	assert_true(effect_resume(0, 0, &event) == FIBER_UNKNOWN);
	assert_true(effect_resume(INT64_MAX, 0, &event) == FIBER_UNKNOWN);
	assert_true(effect_abort(-1) == FIBER_UNKNOWN);
}

/* A stack beyond the address space: no thread can be had. */
static void threads_fail(bool fail)
{
	static pthread_attr_t ordinary;
	pthread_attr_t huge;

	if (!fail) {
		assert_int_equal(pthread_setattr_default_np(&ordinary), 0);
		return;
	}
	assert_int_equal(pthread_getattr_default_np(&ordinary), 0);
	assert_int_equal(pthread_attr_init(&huge), 0);
	assert_int_equal(pthread_attr_setstacksize(&huge, (size_t)1 << 50), 0);
	assert_int_equal(pthread_setattr_default_np(&huge), 0);
	assert_int_equal(pthread_attr_destroy(&huge), 0);
}

static void a_body_without_a_thread_fails(void **state)
{
	int64_t value = 3;
	struct effect_event event;

	(void)state;
	threads_fail(true);
	assert_true(effect_start(just_return, &value, &event) == FIBER_NO_THREAD);
	threads_fail(false);
	assert_int_equal(effect_start(just_return, &value, &event), EFFECT_RETURNED);
}

static void a_refused_resume_leaves_the_body_suspended(void **state)
{
	int64_t value = 3;
	struct effect_event event;

	(void)state;
	assert_int_equal(effect_start(ask_twice, &value, &event), EFFECT_PERFORMED);
	assert_true(effect_resume(event.continuation, 0, NULL) == FIBER_INVALID);
	assert_int_equal(effect_abort(event.continuation), 0);
}

static void a_perform_outside_of_a_body_is_unhandled(void **state)
{
	(void)state;
	assert_true(effect_perform(ASK, 1) == EFFECT_UNHANDLED);
}

/* What a body that is aborted leaves behind. */
struct trace {
	int64_t performed_in_cleanup;
	int cleanups, after;
};

static void clean(void *env)
{
	struct trace *trace = env;

	trace->cleanups++;
	trace->performed_in_cleanup = effect_perform(ASK, 0);
}

static int64_t deep(struct trace *trace, int depth)
{
	void *memory = malloc(64);

	pthread_cleanup_push(free, memory);
	if (depth > 0)
		deep(trace, depth - 1);
	else
		effect_perform(ASK, 0);
	trace->after++;
	pthread_cleanup_pop(1);
	return 0;
}

static int64_t ask_deep(void *env)
{
	pthread_cleanup_push(clean, env);
	deep(env, 20);
	pthread_cleanup_pop(1);
	return 1;
}

static void abort_unwinds_the_body(void **state)
{
	struct trace trace = {0};
	struct effect_event event;

	(void)state;
	assert_int_equal(effect_start(ask_deep, &trace, &event), EFFECT_PERFORMED);
	assert_int_equal(effect_abort(event.continuation), 0);
	assert_int_equal(trace.cleanups, 1);
	assert_int_equal(trace.after, 0);
	assert_true(trace.performed_in_cleanup == EFFECT_ABORTED);
}

static void no_thread_stays_behind(void **state)
{
	int64_t value = 3;
	struct effect_event event;
	int before;

	(void)state;
	effect_start(just_return, &value, &event);
	before = thread_count();
	for (int i = 0; i < 1000; i++) {
		assert_int_equal(effect_start(ask_twice, &value, &event), EFFECT_PERFORMED);
		assert_int_equal(effect_abort(event.continuation), 0);
		assert_int_equal(effect_start(ask_twice, &value, &event), EFFECT_PERFORMED);
		assert_int_equal(effect_resume(event.continuation, 1, &event), EFFECT_PERFORMED);
		assert_int_equal(effect_resume(event.continuation, 1, &event), EFFECT_RETURNED);
	}
	assert_true(comes_down_to(before + 1));
}

static void many_bodies_stay_suspended_at_once(void **state)
{
	enum { MANY = 200 };
	int64_t values[MANY];
	struct effect_event events[MANY];

	(void)state;
	for (int i = 0; i < MANY; i++) {
		values[i] = i;
		assert_int_equal(effect_start(ask_twice, &values[i], &events[i]), EFFECT_PERFORMED);
	}
	for (int i = MANY - 1; i >= 0; i--) {
		assert_int_equal(events[i].argument, i);
		assert_int_equal(effect_resume(events[i].continuation, i, &events[i]), EFFECT_PERFORMED);
	}
	for (int i = 0; i < MANY; i++) {
		assert_int_equal(effect_resume(events[i].continuation, 1, &events[i]), EFFECT_RETURNED);
		assert_int_equal(events[i].value, i + 1);
	}
}

static int64_t resume_from_a_fiber(void *env)
{
	struct effect_event *event = env;

	return effect_resume(event->continuation, 20, event);
}

static void another_thread_may_resume(void **state)
{
	int64_t value = 3;
	struct effect_event event;

	(void)state;
	assert_int_equal(effect_start(ask_twice, &value, &event), EFFECT_PERFORMED);
	assert_int_equal(fiber_await(fiber_spawn_env(resume_from_a_fiber, &event)), EFFECT_PERFORMED);
	assert_int_equal(event.argument, 20);
	assert_int_equal(fiber_await(fiber_spawn_env(resume_from_a_fiber, &event)), EFFECT_RETURNED);
	assert_int_equal(event.value, 40);
}

static enum effect_verdict double_it(void *env, const struct effect_event *event, int64_t *value)
{
	++*(int *)env;
	*value = event->argument * 2;
	return event->operation == ASK ? EFFECT_RESUME : EFFECT_FORWARD;
}

static enum effect_verdict abort_it(void *env, const struct effect_event *event, int64_t *value)
{
	++*(int *)env;
	*value = 100 + event->argument;
	return EFFECT_ABORT;
}

static void a_handler_answers_every_perform(void **state)
{
	int64_t value = 3;
	int calls = 0;

	(void)state;
	assert_int_equal(effect_handle(ask_twice, &value, double_it, &calls), 6 + 12);
	assert_int_equal(calls, 2);
}

static void a_handler_that_aborts_gives_the_result(void **state)
{
	int64_t value = 3;
	int calls = 0;

	(void)state;
	assert_int_equal(effect_handle(ask_twice, &value, abort_it, &calls), 103);
	assert_int_equal(calls, 1);
}

static int64_t ask_outer(void *env)
{
	return effect_perform(OUTER, 1) + effect_perform(ASK, *(const int64_t *)env);
}

static void what_no_handler_takes_is_unhandled(void **state)
{
	int64_t value = 3;
	int calls = 0;

	(void)state;
	assert_true(effect_handle(ask_outer, &value, double_it, &calls) == EFFECT_UNHANDLED + 6);
}

/* A handler inside of a body: it doubles ASK and forwards the rest. */
static int64_t handled_inside(void *env)
{
	int calls = 0;

	return effect_handle(ask_outer, env, double_it, &calls);
}

static enum effect_verdict thousand(void *env, const struct effect_event *event, int64_t *value)
{
	++*(int *)env;
	*value = 1000;
	return event->operation == OUTER ? EFFECT_RESUME : EFFECT_FORWARD;
}

static void handlers_nest(void **state)
{
	int64_t value = 3;
	int calls = 0;

	(void)state;
	assert_int_equal(effect_handle(handled_inside, &value, thousand, &calls), 1006);
	assert_int_equal(calls, 1);
}

struct level {
	int depth;
	int64_t *argument;
};

static int64_t nest(void *env)
{
	const struct level *level = env;
	struct level inner = {level->depth - 1, level->argument};
	int calls = 0;

	if (level->depth == 0)
		return ask_outer(level->argument) + 1;
	return effect_handle(nest, &inner, double_it, &calls) + 1;
}

static void a_perform_reaches_through_many_handlers(void **state)
{
	int64_t argument = 3;
	struct level top = {30, &argument};
	int calls = 0;

	(void)state;
	assert_int_equal(effect_handle(nest, &top, thousand, &calls), 1000 + 6 + 31);
	assert_int_equal(calls, 1);
}

static void an_abort_takes_the_inner_bodies_with_it(void **state)
{
	int64_t argument = 3;
	struct level top = {5, &argument};
	int calls = 0, before;

	(void)state;
	effect_handle(just_return, &argument, double_it, &calls);
	before = thread_count();
	for (int i = 0; i < 100; i++)
		assert_int_equal(effect_handle(nest, &top, abort_it, &calls), 101);
	assert_true(comes_down_to(before + 1));
}

/* A handler that performs itself: that goes to the handler around it. */
static enum effect_verdict ask_around(void *env, const struct effect_event *event, int64_t *value)
{
	(void)env;
	*value = effect_perform(OUTER, event->argument);
	return EFFECT_RESUME;
}

static int64_t handled_by_asking(void *env)
{
	return effect_handle(ask_twice, env, ask_around, NULL);
}

static void a_handler_performs_to_the_handler_around_it(void **state)
{
	int64_t value = 3;
	int calls = 0;

	(void)state;
	assert_int_equal(effect_handle(handled_by_asking, &value, thousand, &calls), 2000);
	assert_int_equal(calls, 2);
}

/* Each fiber handles effects of its own. */
static int64_t handle_in_fiber(void *env)
{
	int calls = 0;

	return effect_handle(ask_twice, env, double_it, &calls);
}

static void fibers_handle_side_by_side(void **state)
{
	enum { MANY = 50 };
	int64_t values[MANY], fibers[MANY];

	(void)state;
	for (int i = 0; i < MANY; i++) {
		values[i] = i;
		fibers[i] = fiber_spawn_env(handle_in_fiber, &values[i]);
	}
	for (int i = 0; i < MANY; i++)
		assert_int_equal(fiber_await(fibers[i]), 6 * i);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_body_without_performs_returns_its_value),
		cmocka_unit_test(a_perform_gets_the_answer_it_is_resumed_with),
		cmocka_unit_test(a_continuation_is_used_once),
		cmocka_unit_test(wrong_arguments_are_refused),
		cmocka_unit_test(a_body_without_a_thread_fails),
		cmocka_unit_test(a_refused_resume_leaves_the_body_suspended),
		cmocka_unit_test(a_perform_outside_of_a_body_is_unhandled),
		cmocka_unit_test(abort_unwinds_the_body),
		cmocka_unit_test(no_thread_stays_behind),
		cmocka_unit_test(many_bodies_stay_suspended_at_once),
		cmocka_unit_test(another_thread_may_resume),
		cmocka_unit_test(a_handler_answers_every_perform),
		cmocka_unit_test(a_handler_that_aborts_gives_the_result),
		cmocka_unit_test(what_no_handler_takes_is_unhandled),
		cmocka_unit_test(handlers_nest),
		cmocka_unit_test(a_perform_reaches_through_many_handlers),
		cmocka_unit_test(an_abort_takes_the_inner_bodies_with_it),
		cmocka_unit_test(a_handler_performs_to_the_handler_around_it),
		cmocka_unit_test(fibers_handle_side_by_side),
	};

	return cmocka_run_group_tests_name("effect", tests, NULL, NULL);
}
