/* The frame-pointer walk over stacks made by hand [PROF-COLLECT-UNWIND]: every check that ends it, and the depth. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "walk.h"

enum { WORDS = 1024, CODE = 0x401000 };

static uintptr_t stack[WORDS];
static uint64_t frames[WALK_DEPTH];
static bool truncated;

static uintptr_t at(size_t word)
{
	return (uintptr_t)&stack[word];
}

static void frame(size_t word, uintptr_t caller, uintptr_t return_address)
{
	stack[word] = caller;
	stack[word + 1] = return_address;
}

static uint32_t walk_from(uintptr_t fp)
{
	struct registers registers = {.pc = CODE, .sp = at(0), .fp = fp};
	struct stack_bounds bounds = {.lo = at(0), .hi = at(WORDS)};

	return walk(&registers, &bounds, frames, &truncated);
}

static void a_chain_is_followed_to_its_root(void **state)
{
	(void)state;
	frame(4, at(10), CODE + 1);
	frame(10, at(20), CODE + 2);
	frame(20, 0, CODE + 3);
	assert_int_equal(walk_from(at(4)), 4);
	for (uint64_t i = 0; i < 4; i++)
		assert_int_equal(frames[i], CODE + i);
	assert_false(truncated);
}

static void bad_frame_pointers_end_the_walk_at_the_leaf(void **state)
{
	uintptr_t bad[] = {0,	      1,	  8,	     (uintptr_t)-1, (uintptr_t)-8, (uintptr_t)-16,
			   at(4) + 4, at(0) - 16, at(WORDS), at(WORDS - 1)};

	(void)state;
	frame(4, 0, CODE + 1);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		assert_int_equal(walk_from(bad[i]), 1);
		assert_int_equal(frames[0], CODE);
	}
}

static void the_last_frame_of_the_stack_is_read_and_nothing_behind_it(void **state)
{
	(void)state;
	frame(WORDS - 2, at(WORDS), CODE + 1);
	assert_int_equal(walk_from(at(WORDS - 2)), 2);
}

static void a_loop_ends_the_walk(void **state)
{
	(void)state;
	frame(4, at(4), CODE + 1);
	assert_int_equal(walk_from(at(4)), 2);
	frame(4, at(10), CODE + 1);
	frame(10, at(4), CODE + 2);
	assert_int_equal(walk_from(at(4)), 3);
}

static void overlapping_frames_end_the_walk(void **state)
{
	(void)state;
	frame(5, 0, CODE + 2);
	frame(4, at(5), CODE + 1);
	assert_int_equal(walk_from(at(4)), 2);
}

static void a_return_address_in_the_first_page_ends_the_walk(void **state)
{
	(void)state;
	frame(4, at(10), 4095);
	frame(10, 0, CODE + 2);
	assert_int_equal(walk_from(at(4)), 1);
}

static void a_return_address_beyond_all_memory_ends_the_walk(void **state)
{
	(void)state;
	frame(4, at(10), CODE + 1);
	frame(10, at(20), (uintptr_t)0x692384f780000002u);
	frame(20, 0, CODE + 3);
	assert_int_equal(walk_from(at(4)), 2);
}

static void a_return_address_on_the_stack_ends_the_walk(void **state)
{
	(void)state;
	frame(4, at(10), at(20));
	frame(10, 0, CODE + 2);
	assert_int_equal(walk_from(at(4)), 1);
}

static void a_frame_below_sp_is_not_read(void **state)
{
	struct registers registers = {.pc = CODE, .sp = at(8), .fp = at(4)};
	struct stack_bounds bounds = {.lo = at(0), .hi = at(WORDS)};

	(void)state;
	frame(4, at(10), CODE + 1);
	assert_int_equal(walk(&registers, &bounds, frames, &truncated), 1);
}

static void another_stack_is_not_walked(void **state)
{
	uintptr_t elsewhere[4] = {0, CODE + 1};
	struct registers registers = {.pc = CODE, .sp = (uintptr_t)elsewhere, .fp = (uintptr_t)elsewhere};
	struct stack_bounds bounds = {.lo = at(0), .hi = at(WORDS)};

	(void)state;
	assert_int_equal(walk(&registers, &bounds, frames, &truncated), 1);
}

static void chain_of(size_t count)
{
	for (size_t i = 0; i < count; i++)
		frame(2 * i, i + 1 < count ? at(2 * i + 2) : 0, CODE + i + 1);
}

static void the_depth_is_128_and_more_is_truncated(void **state)
{
	(void)state;
	chain_of(WALK_DEPTH - 1);
	assert_int_equal(walk_from(at(0)), WALK_DEPTH);
	assert_false(truncated);
	chain_of(WALK_DEPTH);
	assert_int_equal(walk_from(at(0)), WALK_DEPTH);
	assert_true(truncated);
	assert_int_equal(frames[WALK_DEPTH - 1], CODE + WALK_DEPTH - 1);
}

static void the_link_register_stands_once(void **state)
{
	struct registers registers = {.pc = CODE, .sp = at(0), .fp = at(4), .lr = CODE + 1};
	struct stack_bounds bounds = {.lo = at(0), .hi = at(WORDS)};

	(void)state;
	frame(4, 0, CODE + 1);
	assert_int_equal(walk(&registers, &bounds, frames, &truncated), 2);
	registers.lr = CODE + 9;
	assert_int_equal(walk(&registers, &bounds, frames, &truncated), 3);
	assert_int_equal(frames[1], CODE + 9);
	assert_int_equal(frames[2], CODE + 1);
	registers.fp = 0;
	assert_int_equal(walk(&registers, &bounds, frames, &truncated), 2);
}

static void the_link_register_does_not_pass_the_depth(void **state)
{
	struct registers registers = {.pc = CODE, .sp = at(0), .fp = at(0), .lr = CODE + 500};
	struct stack_bounds bounds = {.lo = at(0), .hi = at(WORDS)};

	(void)state;
	chain_of(WALK_DEPTH + 5);
	assert_int_equal(walk(&registers, &bounds, frames, &truncated), WALK_DEPTH);
	assert_true(truncated);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_chain_is_followed_to_its_root),
		cmocka_unit_test(bad_frame_pointers_end_the_walk_at_the_leaf),
		cmocka_unit_test(the_last_frame_of_the_stack_is_read_and_nothing_behind_it),
		cmocka_unit_test(a_loop_ends_the_walk),
		cmocka_unit_test(overlapping_frames_end_the_walk),
		cmocka_unit_test(a_return_address_in_the_first_page_ends_the_walk),
		cmocka_unit_test(a_return_address_beyond_all_memory_ends_the_walk),
		cmocka_unit_test(a_return_address_on_the_stack_ends_the_walk),
		cmocka_unit_test(a_frame_below_sp_is_not_read),
		cmocka_unit_test(another_stack_is_not_walked),
		cmocka_unit_test(the_depth_is_128_and_more_is_truncated),
		cmocka_unit_test(the_link_register_stands_once),
		cmocka_unit_test(the_link_register_does_not_pass_the_depth),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
