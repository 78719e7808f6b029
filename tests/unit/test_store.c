/* The store: equal stacks are one, nothing is lost in growing, and what does not fit is counted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(equal_stacks_are_one),
		cmocka_unit_test(labels_without_addresses_are_stacks),
		cmocka_unit_test(many_stacks_survive_growing),
		cmocka_unit_test(a_sample_without_a_stack_is_counted_as_lost),
		cmocka_unit_test(a_long_label_is_cut),
		cmocka_unit_test(a_ring_keeps_order_and_refuses_when_full),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
