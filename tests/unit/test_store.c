/* The store: equal stacks are one, nothing is lost in growing, and what does not fit is counted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "raw_write.h"
#include "ring.h"
#include "store.h"

static size_t records(struct store *store, enum part_kind kind)
{
	const struct part_header *header = log_header(&store->log);
	size_t count = 0;

	for (const uint64_t *record = part_first(header); record < part_end(header); record += part_words(record))
		count += part_kind(record) == kind;
	return count;
}

static void equal_stacks_are_one(void **state)
{
	struct store store = {0};
	uint64_t a[] = {1, 2, 3}, b[] = {1, 2, 4};

	(void)state;
	assert_int_equal(store_stack(&store, a, 3, LABEL_NONE), 0);
	assert_int_equal(store_stack(&store, b, 3, LABEL_NONE), 1);
	assert_int_equal(store_stack(&store, a, 2, LABEL_NONE), 2);
	assert_int_equal(store_stack(&store, a, 3, LABEL_TRUNCATED), 3);
	assert_int_equal(store_stack(&store, a, 3, LABEL_NONE), 0);
	store_free(&store);
}

static void labels_without_addresses_are_stacks(void **state)
{
	struct store store = {0};

	(void)state;
	assert_int_equal(store_stack(&store, NULL, 0, LABEL_WAITING), 0);
	assert_int_equal(store_stack(&store, NULL, 0, LABEL_RUNNABLE), 1);
	assert_int_equal(store_stack(&store, NULL, 0, LABEL_WAITING), 0);
	store_free(&store);
}

static void many_stacks_survive_growing(void **state)
{
	enum { MANY = 50000 };
	struct store store = {0};
	uint64_t frames[3];

	(void)state;
	for (int round = 0; round < 2; round++)
		for (uint32_t i = 0; i < MANY; i++) {
			frames[0] = i;
			frames[1] = i / 7;
			frames[2] = 42;
			assert_int_equal(store_stack(&store, frames, 3, LABEL_NONE), i);
		}
	store_free(&store);
}

static void a_sample_without_a_stack_is_counted_as_lost(void **state)
{
	struct store store = {0};
	struct stored_sample sample = {.stack = STORE_NONE, .count = 3};

	(void)state;
	store_sample(&store, &sample);
	assert_int_equal(log_header(&store.log)->dropped, 3);
	assert_int_equal(records(&store, PART_SAMPLE), 0);
	store_free(&store);
}

static void a_long_label_is_cut(void **state)
{
	struct store store = {0};

	(void)state;
	assert_int_equal(store_thread(&store, -1, "a label that is longer than it may be, by far", 1), 0);
	assert_string_equal(((struct part_thread *)(log_header(&store.log) + 1))->label,
			    "a label that is longer than it ");
	store_free(&store);
}

static void a_ring_keeps_order_and_refuses_when_full(void **state)
{
	static struct ring ring;

	(void)state;
	for (uint64_t round = 0; round < 10; round++) {
		for (uint64_t i = 0; i < RING_CAPTURES; i++) {
			ring_reserve(&ring)->t_ns = round * RING_CAPTURES + i;
			ring_commit(&ring);
		}
		assert_null(ring_reserve(&ring));
		for (uint64_t i = 0; i < RING_CAPTURES; i++) {
			assert_int_equal(ring_peek(&ring)->t_ns, round * RING_CAPTURES + i);
			ring_take(&ring);
		}
		assert_null(ring_peek(&ring));
	}
}

enum { PERIOD = 1000000, THREADS = 2 };

static struct store begun(void)
{
	struct store store = {0};

	assert_true(store_open(&store, NULL));
	store_begin(&store, 1000, 0);
	for (int i = 0; i < THREADS; i++)
		store_thread(&store, i, "fiber", 1);
	store_stack(&store, NULL, 0, LABEL_WAITING);
	store_stack(&store, NULL, 0, LABEL_UNKNOWN);
	return store;
}

static void put(struct store *store, uint64_t t_ns, uint32_t thread, uint32_t state)
{
	struct stored_sample sample = {.t_ns = t_ns, .thread = thread, .stack = 1 - state, .count = 1, .state = state};

	store_sample(store, &sample);
}

static void a_stretch_of_waiting_is_one_record(void **state)
{
	struct store store = begun();

	(void)state;
	for (uint64_t t = 0; t < 100; t++)
		for (uint32_t thread = 0; thread < THREADS; thread++)
			put(&store, t * PERIOD, thread, STATE_WAITING);
	assert_int_equal(records(&store, PART_RUN), THREADS);
	store_free(&store);
}

static void work_and_pauses_end_a_stretch(void **state)
{
	struct store store = begun();

	(void)state;
	put(&store, PERIOD, 0, STATE_WAITING);
	put(&store, 2 * PERIOD, 0, STATE_ON_CPU);
	put(&store, 3 * PERIOD, 0, STATE_WAITING);
	assert_int_equal(records(&store, PART_RUN), 2);
	put(&store, 90 * PERIOD, 0, STATE_WAITING);
	assert_int_equal(records(&store, PART_RUN), 3);
	store_free(&store);
}

/* Rows of the raw file, and what their counts add up to. */
static size_t written_rows(struct store *store, uint64_t *sum)
{
	FILE *file = tmpfile();
	char *line = NULL;
	size_t rows = 0, size = 0;
	bool samples = false;

	assert_true(raw_write(fileno(file), log_header(&store->log)));
	rewind(file);
	for (*sum = 0; getline(&line, &size, file) > 0;) {
		unsigned long long t, thread, stack, on, count = 1;

		samples = samples || strstr(line, "\"samples\":[");
		if (!samples ||
		    sscanf(strrchr(line, '['), "[%llu,%llu,%llu,%llu,%llu", &t, &thread, &stack, &on, &count) < 4)
			continue;
		rows++;
		*sum += count;
	}
	free(line);
	fclose(file);
	return rows;
}

static void beyond_a_million_periods_of_waiting_a_stretch_is_one_row(void **state)
{
	enum { MILLION = 1000000 };
	struct store store = begun();
	struct stored_sample sample = {.t_ns = 5, .thread = 1, .count = MILLION - 1, .state = STATE_WAITING};
	uint64_t sum;

	(void)state;
	put(&store, 0, 0, STATE_ON_CPU);
	put(&store, PERIOD, 0, STATE_WAITING);
	store_sample(&store, &sample);
	assert_int_equal(written_rows(&store, &sum), 1 + MILLION);
	assert_int_equal(sum, 1 + MILLION);
	put(&store, 2 * PERIOD, 0, STATE_WAITING);
	assert_int_equal(written_rows(&store, &sum), 3);
	assert_int_equal(sum, 2 + MILLION);
	store_free(&store);
}

static void a_count_of_any_size_is_kept(void **state)
{
	struct store store = begun();
	struct stored_sample sample = {.stack = 1, .count = 10000, .state = STATE_ON_CPU};
	uint64_t sum;

	(void)state;
	store_sample(&store, &sample);
	written_rows(&store, &sum);
	assert_int_equal(sum, 10000);
	store_free(&store);
}

static void four_million_rows_fit_in_100_mb_and_more_are_thinned(void **state)
{
	enum { MANY = 4 << 20 };
	struct store store = begun();

	(void)state;
	for (uint64_t i = 0; i < MANY - 1; i++)
		put(&store, i * PERIOD, 0, STATE_ON_CPU);
	assert_true(store.log.region.used < 100000000);
	assert_false(store_is_thinned(&store, 1));
	put(&store, (uint64_t)MANY * PERIOD, 0, STATE_ON_CPU);
	assert_true(store_is_thinned(&store, 1));
	assert_false(store_is_thinned(&store, 2));
	assert_int_equal(log_header(&store.log)->thinned, 2);
	for (uint64_t i = 0; i < MANY; i++)
		put(&store, (MANY + i) * PERIOD, 0, STATE_ON_CPU);
	assert_int_equal(log_header(&store.log)->thinned, 8);
	store_free(&store);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(equal_stacks_are_one),
		cmocka_unit_test(labels_without_addresses_are_stacks),
		cmocka_unit_test(many_stacks_survive_growing),
		cmocka_unit_test(a_sample_without_a_stack_is_counted_as_lost),
		cmocka_unit_test(a_long_label_is_cut),
		cmocka_unit_test(a_stretch_of_waiting_is_one_record),
		cmocka_unit_test(work_and_pauses_end_a_stretch),
		cmocka_unit_test(beyond_a_million_periods_of_waiting_a_stretch_is_one_row),
		cmocka_unit_test(a_count_of_any_size_is_kept),
		cmocka_unit_test(four_million_rows_fit_in_100_mb_and_more_are_thinned),
		cmocka_unit_test(a_ring_keeps_order_and_refuses_when_full),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
