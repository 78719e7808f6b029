/* Interning of rows, and numbers read eight digits a step. */
#include "digits.h"
#include "rows.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

struct pair {
	uint32_t a, b;
};

static void equal_rows_have_one_index(void **state)
{
	struct rows table = {0};
	bool added;

	(void)state;
	assert_int_equal(rows_add(&table, &(struct pair){1, 2}, sizeof(struct pair), &added), 0);
	assert_true(added);
	assert_int_equal(rows_add(&table, &(struct pair){2, 1}, sizeof(struct pair), &added), 1);
	assert_true(added);
	assert_int_equal(rows_add(&table, &(struct pair){1, 2}, sizeof(struct pair), &added), 0);
	assert_false(added);
}

static void indexes_stay_when_the_table_grows(void **state)
{
	struct rows table = {0};
	enum { MANY = 100000 };

	(void)state;
	for (uint32_t i = 0; i < MANY; i++)
		assert_int_equal(rows_add(&table, &(struct pair){i, 7}, sizeof(struct pair), NULL), i);
	for (uint32_t i = 0; i < MANY; i++) {
		struct pair row;

		assert_int_equal(rows_add(&table, &(struct pair){i, 7}, sizeof(struct pair), NULL), i);
		memcpy(&row, table.rows + i * sizeof(row), sizeof(row));
		assert_int_equal(row.a, i);
	}
	assert_int_equal(table.count, MANY);
}

/* The number that a text begins with, or -1 when digits_read() doesn't take it; and how long it is. */
static int64_t number_of(const char *text, size_t *length)
{
	unsigned char bytes[64] = {0};
	uint64_t value;

	memcpy(bytes, text, strlen(text));
	*length = digits_read(bytes, &value);
	return *length ? (int64_t)value : -1;
}

static void numbers_of_every_length_are_read(void **state)
{
	size_t length;
	char text[32];

	(void)state;
	for (uint64_t value = 1; value < UINT64_C(1000000000000000); value = value * 10 + value % 7) {
		snprintf(text, sizeof(text), "%llu,9", (unsigned long long)value);
		assert_int_equal(number_of(text, &length), value);
		assert_int_equal(length, strlen(text) - 2);
	}
	assert_int_equal(number_of("0]", &length), 0);
	assert_int_equal(number_of("99999999", &length), 99999999);
	assert_int_equal(number_of("999999999999999", &length), 999999999999999);
}

static void other_forms_are_left(void **state)
{
	static const char *const forms[] = {"", "-1", "01", "00000001", "012345678", "x", ":", "/", "9999999999999999"};
	size_t length;

	(void)state;
	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++)
		assert_int_equal(number_of(forms[i], &length), -1);
}

static void any_byte_that_is_no_digit_ends_a_number(void **state)
{
	char text[] = "12345 678";
	size_t length;

	(void)state;
	for (int byte = 0; byte < 256; byte++) {
		if (byte >= '0' && byte <= '9')
			continue;
		text[5] = (char)byte;
		assert_int_equal(number_of(text, &length), 12345);
		assert_int_equal(length, 5);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(equal_rows_have_one_index),
		cmocka_unit_test(indexes_stay_when_the_table_grows),
		cmocka_unit_test(numbers_of_every_length_are_read),
		cmocka_unit_test(other_forms_are_left),
		cmocka_unit_test(any_byte_that_is_no_digit_ends_a_number),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
