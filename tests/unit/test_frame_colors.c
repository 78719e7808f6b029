/* The order behind the colours [PROF-VSCODE-FLAME]: it must be total, which no sorted list can show. */
#include "frame_colors.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct model_function functions[] = {
	{.name = "z", .file = "/w/a b.osp"}, {.name = "b.osp z", .file = "/w/a"}, {.name = "z", .file = "/w/a"},
	{.name = "fib", .file = ""},	     {.name = "fib", .file = ""}, /* the same again: its index tells */
	{.name = "", .file = "fib"},	     {.name = "größe", .file = "/w/a"},	  {.name = "Z", .file = "/w/a"},
	{.name = "z", .file = "/w/a/b"},
};

enum { COUNT = sizeof(functions) / sizeof(functions[0]) };

static int sign(int number)
{
	return (number > 0) - (number < 0);
}

static int compare(size_t a, size_t b)
{
	return sign(frame_colors_compare(&functions[a], &functions[b]));
}

static void only_the_same_function_is_equal(void **state)
{
	(void)state;
	for (size_t a = 0; a < COUNT; a++)
		for (size_t b = 0; b < COUNT; b++)
			assert_int_equal(compare(a, b) == 0, a == b);
}

static void the_order_is_antisymmetric(void **state)
{
	(void)state;
	for (size_t a = 0; a < COUNT; a++)
		for (size_t b = 0; b < COUNT; b++)
			assert_int_equal(compare(a, b), -compare(b, a));
}

static void the_order_is_transitive(void **state)
{
	(void)state;
	for (size_t a = 0; a < COUNT; a++)
		for (size_t b = 0; b < COUNT; b++)
			for (size_t c = 0; c < COUNT; c++)
				if (compare(a, b) < 0 && compare(b, c) < 0)
					assert_int_equal(compare(a, c), -1);
}

static void the_file_comes_before_the_name_and_bytes_count(void **state)
{
	(void)state;
	assert_int_equal(compare(1, 0), -1); /* "/w/a" before "/w/a b.osp", whatever the names */
	assert_int_equal(compare(7, 2), -1); /* "Z" before "z" */
	assert_int_equal(compare(2, 6), 1);  /* 'z' is above 'g' */
	assert_int_equal(compare(3, 4), -1);
}

static void functions_that_are_ranked_apart_have_other_colors(void **state)
{
	struct model_function some[3];
	struct model model = {.functions = some, .function_count = 3};
	const char **colors;

	(void)state;
	memcpy(some, functions, sizeof(some));
	colors = frame_colors(&model);
	assert_string_not_equal(colors[0], colors[1]);
	assert_string_not_equal(colors[1], colors[2]);
	assert_string_not_equal(colors[0], colors[2]);
	free(colors);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_the_same_function_is_equal),
		cmocka_unit_test(the_order_is_antisymmetric),
		cmocka_unit_test(the_order_is_transitive),
		cmocka_unit_test(the_file_comes_before_the_name_and_bytes_count),
		cmocka_unit_test(functions_that_are_ranked_apart_have_other_colors),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
