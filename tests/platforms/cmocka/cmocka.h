/* As much of cmocka as the runtime's unit tests use, for machines that it is not packaged for. A failed assertion ends
 * the program. */
#ifndef OSPREY_TEST_CMOCKA_H
#define OSPREY_TEST_CMOCKA_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct CMUnitTest {
	const char *name;
	void (*test)(void **state);
};

static inline void check(int holds, const char *what, const char *file, int line)
{
	if (holds)
		return;
	fprintf(stderr, "%s:%d: %s does not hold\n", file, line, what);
	exit(1);
}

static inline int run_tests(const struct CMUnitTest *tests, size_t count)
{
	void *state = NULL;

	for (size_t i = 0; i < count; i++) {
		printf("%s\n", tests[i].name);
		fflush(stdout);
		tests[i].test(&state);
	}
	return 0;
}

#define cmocka_unit_test(function)                                                                                     \
	{                                                                                                              \
#function, function                                                                                    \
	}
#define cmocka_run_group_tests(tests, setup, teardown)		  run_tests(tests, sizeof(tests) / sizeof((tests)[0]))
#define cmocka_run_group_tests_name(name, tests, setup, teardown) cmocka_run_group_tests(tests, setup, teardown)

#define assert_true(value)		  check(!!(value), #value, __FILE__, __LINE__)
#define assert_false(value)		  assert_true(!(value))
#define assert_null(value)		  assert_true((value) == NULL)
#define assert_int_equal(a, b)		  assert_true((unsigned long long)(a) == (unsigned long long)(b))
#define assert_string_equal(a, b)	  assert_true(strcmp(a, b) == 0)
#define assert_in_range(value, low, high) assert_true((value) >= (low) && (value) <= (high))

#endif
