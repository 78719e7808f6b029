/* Interning, and the memory below it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "intern.h"

#include "dies.h"

#include <stdlib.h>

static void equal_keys_get_one_index_and_new_ones_the_next(void **state)
{
	struct intern table = {0};
	bool added;

	(void)state;
	assert_int_equal(intern(&table, "a", 1, &added), 0);
	assert_true(added);
	assert_int_equal(intern(&table, "ab", 2, &added), 1);
	assert_true(added);
	assert_int_equal(intern(&table, "a", 1, &added), 0);
	assert_false(added);
	assert_int_equal(intern_text(&table, "ab"), 1);
	assert_int_equal(table.count, 2);
}

static void keys_may_hold_any_bytes_and_none(void **state)
{
	struct intern table = {0};

	(void)state;
	assert_int_equal(intern(&table, "", 0, NULL), 0);
	assert_int_equal(intern(&table, "\0", 1, NULL), 1);
	assert_int_equal(intern(&table, "\0\0", 2, NULL), 2);
	assert_int_equal(intern(&table, "a\0b", 3, NULL), 3);
	assert_int_equal(intern(&table, "a\0c", 3, NULL), 4);
	assert_int_equal(intern_text(&table, ""), 0);
	assert_memory_equal(intern_key(&table, 4), "a\0c", 4);
}

static void many_keys_keep_their_index_place_and_bytes(void **state)
{
	enum { KEYS = 200000 };
	struct intern table = {0};
	const void *first;

	(void)state;
	for (uint64_t i = 0; i < KEYS; i++)
		assert_int_equal(intern(&table, &i, sizeof(i), NULL), i);
	first = intern_key(&table, 0);
	for (uint64_t i = 0; i < KEYS; i++) {
		assert_int_equal(intern(&table, &i, sizeof(i), NULL), i);
		assert_int_equal(*(const uint64_t *)intern_key(&table, (uint32_t)i), i);
	}
	assert_ptr_equal(intern_key(&table, 0), first);
	assert_int_equal(table.count, KEYS);
}

static void a_key_longer_than_a_block_is_kept_whole(void **state)
{
	enum { LONG = 1 << 20 };
	struct intern table = {0};
	char *key = mem_new(LONG, 1);

	(void)state;
	memset(key, 'x', LONG);
	intern_text(&table, "before");
	assert_int_equal(intern(&table, key, LONG, NULL), 1);
	assert_int_equal(intern_text(&table, "behind"), 2);
	assert_memory_equal(intern_key(&table, 1), key, LONG);
	assert_string_equal(intern_key(&table, 0), "before");
	free(key);
}

static void copies_are_aligned_and_end_in_nul(void **state)
{
	struct arena arena = {0};

	(void)state;
	for (size_t length = 0; length < 100; length++) {
		char bytes[100];
		char *copy;

		memset(bytes, 'y', sizeof(bytes));
		copy = arena_copy(&arena, bytes, length);
		assert_int_equal((uintptr_t)copy % _Alignof(max_align_t), 0);
		assert_int_equal(strlen(copy), length);
	}
}

static void an_arena_can_be_used_again(void **state)
{
	struct arena arena = {0};
	char *copy, *block;

	(void)state;
	arena_reset(&arena);
	for (int i = 0; i < 10000; i++)
		arena_copy(&arena, "some text that fills blocks", 27);
	block = arena.block;
	arena_reset(&arena);
	copy = arena_copy(&arena, "new", 3);
	assert_string_equal(copy, "new");
	assert_ptr_equal(arena.block, block);
	arena_reset(&arena);
	assert_ptr_equal(arena_copy(&arena, "newer", 5), copy);
}

static void grown_room_is_zeroed_and_old_items_stay(void **state)
{
	uint32_t *array = NULL;
	size_t capacity = 0;

	(void)state;
	for (uint32_t i = 0; i < 1000; i++) {
		array = mem_grow(array, &capacity, i + 1, sizeof(*array));
		assert_int_equal(array[i], 0);
		assert_int_equal(array[capacity - 1], 0);
		array[i] = i + 1;
	}
	for (uint32_t i = 0; i < 1000; i++)
		assert_int_equal(array[i], i + 1);
	assert_ptr_equal(mem_grow(array, &capacity, 1, sizeof(*array)), array);
	free(array);
}

static void grow_beyond_memory(const char *argument)
{
	size_t capacity = 0;

	(void)argument;
	mem_grow(NULL, &capacity, SIZE_MAX / 8, 16);
}

static void a_size_that_overflows_dies(void **state)
{
	(void)state;
	assert_dies(grow_beyond_memory, NULL, "out of memory");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(equal_keys_get_one_index_and_new_ones_the_next),
		cmocka_unit_test(keys_may_hold_any_bytes_and_none),
		cmocka_unit_test(many_keys_keep_their_index_place_and_bytes),
		cmocka_unit_test(a_key_longer_than_a_block_is_kept_whole),
		cmocka_unit_test(copies_are_aligned_and_end_in_nul),
		cmocka_unit_test(an_arena_can_be_used_again),
		cmocka_unit_test(grown_room_is_zeroed_and_old_items_stay),
		cmocka_unit_test(a_size_that_overflows_dies),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
