/* Fibers and channels: what osprey_fiber.h promises of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "osprey_fiber.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* A capacity that cannot be had is asked for: the sanitizers shall answer with NULL as libc does. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
	return "allocator_may_return_null=1";
}

const char *__tsan_default_options(void);
const char *__tsan_default_options(void)
{
	return "allocator_may_return_null=1";
}

static int64_t seven(void)
{
	return 7;
}

static int64_t same(void *env)
{
	return *(const int64_t *)env;
}

static void a_fiber_gives_its_value(void **state)
{
	int64_t fiber = fiber_spawn(seven);

	(void)state;
	assert_true(fiber >= 1);
	assert_int_equal(fiber_await(fiber), 7);
}

static void a_fiber_gets_its_environment(void **state)
{
	int64_t value = -42;

	(void)state;
	assert_int_equal(fiber_await(fiber_spawn_env(same, &value)), -42);
}

static void ten_thousand_fibers_run_one_after_another(void **state)
{
	int64_t last = 0;

	(void)state;
	for (int64_t i = 0; i < 10000; i++) {
		int64_t fiber = fiber_spawn_env(same, &i);

		assert_true(fiber > last);
		last = fiber;
		assert_int_equal(fiber_await(fiber), i);
	}
}

static int64_t receive_one(void *channel)
{
	int64_t value;

	return channel_recv(*(const int64_t *)channel, &value) ? -1 : value;
}

static void five_hundred_fibers_live_at_once(void **state)
{
	enum { MANY = 500 };
	int64_t fibers[MANY], sum = 0;
	int64_t channel = channel_create(0);

	(void)state;
	for (int i = 0; i < MANY; i++) {
		fibers[i] = fiber_spawn_env(receive_one, &channel);
		assert_false(fiber_failed(fibers[i]));
	}
	for (int i = 0; i < MANY; i++)
		assert_int_equal(fiber_done(fibers[i]), 0);
	for (int i = 0; i < MANY; i++)
		assert_int_equal(channel_send(channel, i), 0);
	for (int i = MANY - 1; i >= 0; i--)
		sum += fiber_await(fibers[i]);
	assert_int_equal(sum, MANY * (MANY - 1) / 2);
	assert_int_equal(channel_close(channel), 0);
}

static int64_t wait_for(void *fiber)
{
	return fiber_await(*(const int64_t *)fiber);
}

static int64_t tree(void *depth)
{
	int64_t below = *(const int64_t *)depth - 1;
	int64_t left, right;

	if (below < 0)
		return 1;
	left = fiber_spawn_env(tree, &below);
	right = fiber_spawn_env(tree, &below);
	return fiber_await(left) + fiber_await(right);
}

static void fibers_spawn_fibers(void **state)
{
	int64_t depth = 6;

	(void)state;
	assert_int_equal(tree(&depth), 64);
}

static void a_result_is_taken_once(void **state)
{
	int64_t fiber = fiber_spawn(seven);

	(void)state;
	assert_int_equal(fiber_await(fiber), 7);
	assert_true(fiber_await(fiber) == FIBER_SPENT);
	assert_int_equal(fiber_done(fiber), 1);
}

static void a_second_await_does_not_wait_beside_the_first(void **state)
{
	int64_t channel = channel_create(1);
	int64_t worker = fiber_spawn_env(receive_one, &channel);
	int64_t waiters[2] = {fiber_spawn_env(wait_for, &worker), fiber_spawn_env(wait_for, &worker)};
	int64_t loser, winner;

	(void)state;
	/* One of them comes back at once, whichever it is: the worker has nothing to receive yet. */
	while (!fiber_done(waiters[0]) && !fiber_done(waiters[1]))
		fiber_yield(0);
	loser = fiber_done(waiters[0]) ? 0 : 1;
	winner = 1 - loser;
	assert_true(fiber_await(waiters[loser]) == FIBER_SPENT);
	assert_int_equal(fiber_done(worker), 0);
	assert_int_equal(channel_send(channel, 9), 0);
	assert_int_equal(fiber_await(waiters[winner]), 9);
	assert_int_equal(channel_close(channel), 0);
}

static void a_result_is_kept_until_it_is_awaited(void **state)
{
	int64_t fiber = fiber_spawn(seven);

	(void)state;
	while (!fiber_done(fiber))
		fiber_yield(0);
	for (int i = 0; i < 100; i++)
		assert_int_equal(fiber_await(fiber_spawn(seven)), 7);
	assert_int_equal(fiber_done(fiber), 1);
	assert_int_equal(fiber_await(fiber), 7);
}

static void unknown_fibers_are_refused(void **state)
{
	const int64_t ids[] = {0, -1, INT64_MAX, INT64_MIN, FIBER_NO_THREAD};

	(void)state;
	for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
		assert_true(fiber_await(ids[i]) == FIBER_UNKNOWN);
		assert_true(fiber_done(ids[i]) == FIBER_UNKNOWN);
	}
}

static void a_fiber_without_a_body_is_refused(void **state)
{
	(void)state;
	assert_true(fiber_spawn(NULL) == FIBER_INVALID);
	assert_true(fiber_spawn_env(NULL, NULL) == FIBER_INVALID);
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

static void a_fiber_without_a_thread_fails(void **state)
{
	(void)state;
	threads_fail(true);
	assert_true(fiber_spawn(seven) == FIBER_NO_THREAD);
	threads_fail(false);
	assert_int_equal(fiber_await(fiber_spawn(seven)), 7);
}

/* Two fibers that are told of each other by their channel, and await each other. */
struct pair {
	int64_t channel, result;
};

static int64_t await_the_other(void *env)
{
	struct pair *pair = env;
	int64_t other;

	if (channel_recv(pair->channel, &other))
		return -1;
	pair->result = fiber_await(other);
	return 5;
}

static void a_fiber_that_awaits_itself_is_told(void **state)
{
	struct pair pair = {.channel = channel_create(1)};
	int64_t fiber = fiber_spawn_env(await_the_other, &pair);

	(void)state;
	assert_int_equal(channel_send(pair.channel, fiber), 0);
	assert_int_equal(fiber_await(fiber), 5);
	assert_true(pair.result == FIBER_DEADLOCK);
	assert_int_equal(channel_close(pair.channel), 0);
}

static void a_ring_of_awaiting_fibers_is_broken_once(void **state)
{
	enum { RING = 3 };
	struct pair pairs[RING];
	int64_t fibers[RING];
	int deadlocks = 0, values = 0, spent = 0;

	(void)state;
	for (int i = 0; i < RING; i++) {
		pairs[i].channel = channel_create(1);
		fibers[i] = fiber_spawn_env(await_the_other, &pairs[i]);
	}
	for (int i = 0; i < RING; i++)
		assert_int_equal(channel_send(pairs[i].channel, fibers[(i + 1) % RING]), 0);
	for (int i = 0; i < RING; i++)
		while (!fiber_done(fibers[i]))
			fiber_yield(0);
	for (int i = 0; i < RING; i++) {
		deadlocks += pairs[i].result == FIBER_DEADLOCK;
		values += pairs[i].result == 5;
		spent += fiber_await(fibers[i]) == FIBER_SPENT;
		assert_int_equal(channel_close(pairs[i].channel), 0);
	}
	assert_int_equal(deadlocks, 1);
	assert_int_equal(values, RING - 1);
	assert_int_equal(spent, RING - 1);
}

static void every_error_is_a_failure_and_no_value_is(void **state)
{
	(void)state;
	assert_true(fiber_failed(FIBER_UNKNOWN) && fiber_failed(EFFECT_ABORTED));
	assert_false(fiber_failed(0) || fiber_failed(-1) || fiber_failed(FIBER_ERROR_END) || fiber_failed(INT64_MAX));
}

static void yield_returns_its_value(void **state)
{
	(void)state;
	assert_int_equal(fiber_yield(-3), -3);
}

static int64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static void sleep_refuses_a_negative_time(void **state)
{
	(void)state;
	assert_int_equal(fiber_sleep(0), 0);
	assert_true(fiber_sleep(-1) == FIBER_INVALID);
}

static atomic_int signals_seen;

static void count_signal(int number)
{
	(void)number;
	atomic_fetch_add(&signals_seen, 1);
}

static atomic_bool asleep;

static void *sleeper(void *slept)
{
	int64_t start = now_ns();

	atomic_store(&asleep, true);
	if (fiber_sleep(150) == 0)
		*(int64_t *)slept = now_ns() - start;
	atomic_store(&asleep, false);
	return NULL;
}

static void sleep_keeps_its_deadline_under_signals(void **state)
{
	struct sigaction action = {.sa_handler = count_signal};
	int64_t slept = 0;
	pthread_t thread;

	(void)state;
	sigaction(SIGUSR1, &action, NULL);
	assert_int_equal(pthread_create(&thread, NULL, sleeper, &slept), 0);
	while (!atomic_load(&asleep))
		sched_yield();
	while (atomic_load(&asleep)) {
		pthread_kill(thread, SIGUSR1);
		nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
	}
	assert_int_equal(pthread_join(thread, NULL), 0);
	assert_true(atomic_load(&signals_seen) > 0);
	assert_true(slept >= 150 * 1000000);
}

static void a_channel_is_first_in_first_out(void **state)
{
	int64_t channel = channel_create(3);
	int64_t value;

	(void)state;
	for (int64_t i = 0; i < 20; i++) {
		assert_int_equal(channel_send(channel, i), 0);
		assert_int_equal(channel_send(channel, -i), 0);
		assert_int_equal(channel_recv(channel, &value), 0);
		assert_int_equal(value, i);
		assert_int_equal(channel_recv(channel, &value), 0);
		assert_int_equal(value, -i);
	}
	assert_int_equal(channel_close(channel), 0);
}

struct stream {
	int64_t channel, count;
};

static int64_t send_count(void *env)
{
	const struct stream *stream = env;

	for (int64_t i = 1; i <= stream->count; i++)
		if (channel_send(stream->channel, i))
			return -1;
	return 0;
}

static int64_t receive_all(void *env)
{
	int64_t value, sum = 0;

	while (channel_recv(((const struct stream *)env)->channel, &value) == 0)
		sum += value;
	return sum;
}

static void nothing_is_lost_among_many(int64_t capacity)
{
	enum { THREADS = 4, COUNT = 500 };
	struct stream stream = {.channel = channel_create(capacity), .count = COUNT};
	int64_t senders[THREADS], receivers[THREADS], sum = 0;

	for (int i = 0; i < THREADS; i++) {
		senders[i] = fiber_spawn_env(send_count, &stream);
		receivers[i] = fiber_spawn_env(receive_all, &stream);
	}
	for (int i = 0; i < THREADS; i++)
		assert_int_equal(fiber_await(senders[i]), 0);
	assert_int_equal(channel_close(stream.channel), 0);
	for (int i = 0; i < THREADS; i++)
		sum += fiber_await(receivers[i]);
	assert_int_equal(sum, THREADS * COUNT * (COUNT + 1) / 2);
}

static void nothing_is_lost_in_a_full_channel(void **state)
{
	(void)state;
	nothing_is_lost_among_many(2);
}

static void nothing_is_lost_in_a_rendezvous(void **state)
{
	(void)state;
	nothing_is_lost_among_many(0);
}

static int64_t send_nine(void *channel)
{
	return channel_send(*(const int64_t *)channel, 9);
}

static void a_full_channel_holds_its_sender(void **state)
{
	int64_t channel = channel_create(1);
	int64_t sender, value;

	(void)state;
	assert_int_equal(channel_send(channel, 8), 0);
	sender = fiber_spawn_env(send_nine, &channel);
	fiber_sleep(20);
	assert_int_equal(fiber_done(sender), 0);
	assert_int_equal(channel_recv(channel, &value), 0);
	assert_int_equal(value, 8);
	assert_int_equal(fiber_await(sender), 0);
	assert_int_equal(channel_recv(channel, &value), 0);
	assert_int_equal(value, 9);
	assert_int_equal(channel_close(channel), 0);
}

static void a_sender_without_capacity_waits_for_its_receiver(void **state)
{
	int64_t channel = channel_create(0);
	int64_t sender = fiber_spawn_env(send_nine, &channel);
	int64_t value;

	(void)state;
	fiber_sleep(20);
	assert_int_equal(fiber_done(sender), 0);
	assert_int_equal(channel_recv(channel, &value), 0);
	assert_int_equal(value, 9);
	assert_int_equal(fiber_await(sender), 0);
	assert_int_equal(channel_close(channel), 0);
}

static void a_closed_channel_is_drained_first(void **state)
{
	int64_t channel = channel_create(4);
	int64_t value;

	(void)state;
	assert_int_equal(channel_send(channel, 1), 0);
	assert_int_equal(channel_close(channel), 0);
	assert_true(channel_send(channel, 2) == FIBER_CLOSED);
	assert_true(channel_close(channel) == FIBER_CLOSED);
	assert_int_equal(channel_recv(channel, &value), 0);
	assert_int_equal(value, 1);
	assert_true(channel_recv(channel, &value) == FIBER_CLOSED);
	assert_true(channel_close(channel) == FIBER_CLOSED);
	assert_true(channel_send(channel, 3) == FIBER_CLOSED);
}

static void closing_wakes_all_that_wait(int64_t capacity)
{
	int64_t full = channel_create(capacity), empty = channel_create(capacity);
	struct stream from_empty = {.channel = empty};
	int64_t fibers[4], value;

	for (int64_t i = 0; i < capacity; i++)
		assert_int_equal(channel_send(full, i), 0);
	for (int i = 0; i < 4; i++)
		fibers[i] = i % 2 ? fiber_spawn_env(send_nine, &full) : fiber_spawn_env(receive_all, &from_empty);
	fiber_sleep(20);
	assert_int_equal(channel_close(full), 0);
	assert_int_equal(channel_close(empty), 0);
	for (int i = 0; i < 4; i++)
		assert_true(fiber_await(fibers[i]) == (i % 2 ? FIBER_CLOSED : 0));
	for (int64_t i = 0; i < capacity; i++) {
		assert_int_equal(channel_recv(full, &value), 0);
		assert_int_equal(value, i);
	}
	assert_true(channel_recv(full, &value) == FIBER_CLOSED);
}

static void closing_wakes_all_that_wait_at_a_buffer(void **state)
{
	(void)state;
	closing_wakes_all_that_wait(2);
}

static void closing_wakes_all_that_wait_at_a_rendezvous(void **state)
{
	(void)state;
	closing_wakes_all_that_wait(0);
}

static void wrong_channels_are_refused(void **state)
{
	int64_t channel = channel_create(1);
	int64_t value;

	(void)state;
	assert_true(channel_create(-1) == FIBER_INVALID);
	assert_true(channel_create(INT64_MAX) == FIBER_NO_MEMORY);
	assert_true(channel_send(0, 1) == FIBER_UNKNOWN);
	assert_true(channel_recv(channel + 1, &value) == FIBER_UNKNOWN);
	assert_true(channel_close(INT64_MIN) == FIBER_UNKNOWN);
	assert_true(channel_recv(channel, NULL) == FIBER_INVALID);
	assert_int_equal(channel_close(channel), 0);
}

static void many_channels_are_told_apart(void **state)
{
	enum { MANY = 1000 };
	int64_t channels[MANY], value;

	(void)state;
	for (int i = 0; i < MANY; i++) {
		channels[i] = channel_create(1);
		assert_int_equal(channel_send(channels[i], i), 0);
	}
	for (int i = 0; i < MANY; i++) {
		assert_int_equal(channel_recv(channels[i], &value), 0);
		assert_int_equal(value, i);
		assert_int_equal(channel_close(channels[i]), 0);
	}
}

static int64_t say_done(void)
{
	fiber_sleep(50);
	_exit(write(STDOUT_FILENO, "done", 4) == 4 ? 5 : 6);
}

static int64_t sleep_on(void)
{
	return fiber_sleep(3600 * 1000);
}

/* Runs `child` in a process of its own; returns its status and what it wrote. */
static int in_child(void (*child)(void), char text[16])
{
	int ends[2], status;
	ssize_t length;
	pid_t pid;

	assert_int_equal(pipe(ends), 0);
	pid = fork();
	if (pid == 0) {
		dup2(ends[1], STDOUT_FILENO);
		close(ends[0]);
		close(ends[1]);
		child();
		_exit(99);
	}
	close(ends[1]);
	length = read(ends[0], text, 15);
	text[length > 0 ? length : 0] = '\0';
	close(ends[0]);
	waitpid(pid, &status, 0);
	return status;
}

static void main_thread_ends(void)
{
	fiber_spawn(say_done);
	pthread_exit(NULL);
}

static void process_ends(void)
{
	fiber_spawn(sleep_on);
	exit(3);
}

static void fibers_outlive_the_main_thread(void **state)
{
	char text[16];
	int status = in_child(main_thread_ends, text);

	(void)state;
	assert_string_equal(text, "done");
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 5);
}

static void fibers_end_with_the_process(void **state)
{
	char text[16];
	int status = in_child(process_ends, text);

	(void)state;
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		/* First, while there is no other thread: these fork. */
		cmocka_unit_test(fibers_outlive_the_main_thread),
		cmocka_unit_test(fibers_end_with_the_process),
		cmocka_unit_test(a_fiber_gives_its_value),
		cmocka_unit_test(a_fiber_gets_its_environment),
		cmocka_unit_test(ten_thousand_fibers_run_one_after_another),
		cmocka_unit_test(five_hundred_fibers_live_at_once),
		cmocka_unit_test(fibers_spawn_fibers),
		cmocka_unit_test(a_result_is_taken_once),
		cmocka_unit_test(a_second_await_does_not_wait_beside_the_first),
		cmocka_unit_test(a_result_is_kept_until_it_is_awaited),
		cmocka_unit_test(unknown_fibers_are_refused),
		cmocka_unit_test(a_fiber_without_a_body_is_refused),
		cmocka_unit_test(a_fiber_without_a_thread_fails),
		cmocka_unit_test(a_fiber_that_awaits_itself_is_told),
		cmocka_unit_test(a_ring_of_awaiting_fibers_is_broken_once),
		cmocka_unit_test(every_error_is_a_failure_and_no_value_is),
		cmocka_unit_test(yield_returns_its_value),
		cmocka_unit_test(sleep_refuses_a_negative_time),
		cmocka_unit_test(sleep_keeps_its_deadline_under_signals),
		cmocka_unit_test(a_channel_is_first_in_first_out),
		cmocka_unit_test(nothing_is_lost_in_a_full_channel),
		cmocka_unit_test(nothing_is_lost_in_a_rendezvous),
		cmocka_unit_test(a_full_channel_holds_its_sender),
		cmocka_unit_test(a_sender_without_capacity_waits_for_its_receiver),
		cmocka_unit_test(a_closed_channel_is_drained_first),
		cmocka_unit_test(closing_wakes_all_that_wait_at_a_buffer),
		cmocka_unit_test(closing_wakes_all_that_wait_at_a_rendezvous),
		cmocka_unit_test(wrong_channels_are_refused),
		cmocka_unit_test(many_channels_are_told_apart),
	};

	return cmocka_run_group_tests_name("fiber", tests, NULL, NULL);
}
