/* The JSON scanner: what it takes, what it refuses, and that the ends of its buffer don't matter. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "mem.h"
#include "scan.h"

#include "dies.h"

#include <stdlib.h>

static struct source source;

/* A scanner of a text in memory. */
static struct scan *scan_of(const char *text)
{
	static struct scan scan;

	source_of_line(&source, "text", 0, text, strlen(text));
	scan_open(&scan, &source);
	return &scan;
}

static void read_u64(const char *text)
{
	scan_u64(scan_of(text));
}

static void read_i64(const char *text)
{
	scan_i64(scan_of(text));
}

static void read_string(const char *text)
{
	scan_string(scan_of(text));
}

static void read_double(const char *text)
{
	scan_double(scan_of(text));
}

static void skip_all(const char *text)
{
	struct scan *scan = scan_of(text);

	scan_skip(scan);
	scan_end(scan);
}

static void integers_of_64_bits_are_exact(void **state)
{
	(void)state;
	assert_true(scan_u64(scan_of("0")) == 0);
	assert_true(scan_u64(scan_of(" \t\r\n18446744073709551615,")) == UINT64_MAX);
	assert_true(scan_u64(scan_of("9007199254740993")) == UINT64_C(9007199254740993));
	assert_true(scan_i64(scan_of("-9223372036854775808")) == INT64_MIN);
	assert_true(scan_i64(scan_of("9223372036854775807")) == INT64_MAX);
	assert_true(scan_i64(scan_of("-0")) == 0);
}

static void other_numbers_are_no_integers(void **state)
{
	static const char too_large[] = "a number that doesn't fit in 64 bits";
	char message[128];

	(void)state;
	snprintf(message, sizeof(message), "text: byte 19: %s", too_large);
	assert_dies(read_u64, "18446744073709551616", message);
	assert_dies(read_u64, "99999999999999999999999", message);
	snprintf(message, sizeof(message), "text: byte 18: %s", too_large);
	assert_dies(read_i64, "9223372036854775808", message);
	snprintf(message, sizeof(message), "text: byte 19: %s", too_large);
	assert_dies(read_i64, "-9223372036854775809", message);
	assert_dies(read_u64, "-1", "text: byte 0: a number of 0 or more expected, not '-'");
	assert_dies(read_u64, "1.5", "text: byte 1: a whole number without fraction or exponent expected, not '.'");
	assert_dies(read_u64, "1e5", "text: byte 1: a whole number without fraction or exponent expected, not 'e'");
	assert_dies(read_u64, "012", "text: byte 1: a number with a leading zero");
	assert_dies(read_u64, "+1", "text: byte 0: a whole number expected, not '+'");
	assert_dies(read_u64, "\"1\"", "text: byte 0: a whole number expected, not '\"'");
	assert_dies(read_i64, "-", "text: byte 1: cut off: a whole number expected");
	assert_dies(read_u64, "", "text: byte 0: cut off: a whole number expected");
}

static void any_number_can_be_read_as_a_double(void **state)
{
	(void)state;
	assert_true(scan_double(scan_of("-0.25")) == -0.25);
	assert_true(scan_double(scan_of("1E+2")) == 100);
	assert_true(scan_double(scan_of("3")) == 3);
	assert_dies(read_double, "1.", "text: byte 2: cut off: a digit expected");
	assert_dies(read_double, ".5", "text: byte 0: a number expected, not '.'");
	assert_dies(read_double, "nan", "text: byte 0: a number expected, not 'n'");
	assert_dies(read_double, "1e", "text: byte 2: cut off: a digit expected");
}

static void strings_are_unescaped(void **state)
{
	(void)state;
	assert_string_equal(scan_string(scan_of("\"\"")), "");
	assert_string_equal(scan_string(scan_of("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"")), "\"\\/\b\f\n\r\t");
	assert_string_equal(scan_string(scan_of("\"gr\\u00f6\\u00DFe \xe8\xa8\x88\"")),
			    "gr\xc3\xb6\xc3\x9f\x65 \xe8\xa8\x88");
	assert_string_equal(scan_string(scan_of("\"\\ud83d\\ude00\"")), "\xf0\x9f\x98\x80");
	assert_string_equal(scan_string(scan_of("\"ill \xff\xc3 formed\"")), "ill \xff\xc3 formed");
}

static void lone_surrogates_become_replacements(void **state)
{
	(void)state;
	assert_string_equal(scan_string(scan_of("\"\\ud83d\"")), "\xef\xbf\xbd");
	assert_string_equal(scan_string(scan_of("\"\\ude00\\ud83d\"")), "\xef\xbf\xbd\xef\xbf\xbd");
	assert_string_equal(scan_string(scan_of("\"\\ud83dx\\ude00\"")), "\xef\xbf\xbdx\xef\xbf\xbd");
	assert_string_equal(scan_string(scan_of("\"\\ud83d\\n\\ude00\"")), "\xef\xbf\xbd\n\xef\xbf\xbd");
	assert_string_equal(scan_string(scan_of("\"\\ud83d\\ud83d\\ude00\"")), "\xef\xbf\xbd\xf0\x9f\x98\x80");
	assert_string_equal(scan_string(scan_of("\"\\ud83d\\ude00\\ude00\"")), "\xf0\x9f\x98\x80\xef\xbf\xbd");
}

static void a_high_surrogate_of_one_string_does_not_join_the_next(void **state)
{
	struct scan *scan = scan_of("[\"\\ud83d\",\"\\ude00\"]");

	(void)state;
	scan_expect(scan, '[');
	scan_string(scan);
	assert_true(scan_more(scan, ']', false));
	assert_string_equal(scan_string(scan), "\xef\xbf\xbd");
}

static void ill_formed_strings_die(void **state)
{
	(void)state;
	assert_dies(read_string, "\"a\\u0000b\"", "text: byte 8: a NUL in a text");
	assert_dies(read_string, "\"a\\x\"", "text: byte 3: an escape of JSON behind the '\\' expected, not 'x'");
	assert_dies(read_string, "\"\\u12g4\"", "text: byte 5: a hex digit of \\u expected, not 'g'");
	assert_dies(read_string, "\"a\nb\"", "text: byte 2: a control character in a text: 0x0a");
	assert_dies(read_string, "\"abc", "text: byte 4: cut off: the end of a text expected");
	assert_dies(read_string, "\"abc\\", "text: byte 5: cut off: an escape of JSON behind the '\\' expected");
	assert_dies(read_string, "abc", "text: byte 0: a text in quotes expected, not 'a'");
}

static void objects_and_arrays_are_iterated(void **state)
{
	struct scan *scan = scan_of(" { \"a\" : [ 1 , 2 ] , \"b\":[],\"c\":{}} ");
	bool first = true;
	uint64_t sum = 0;
	int keys = 0;

	(void)state;
	scan_expect(scan, '{');
	for (; scan_more(scan, '}', first); first = false) {
		if (strcmp(scan_key(scan), "a") != 0) {
			scan_skip(scan);
			keys++;
			continue;
		}
		scan_expect(scan, '[');
		for (bool head = true; scan_more(scan, ']', head); head = false)
			sum += scan_u64(scan);
	}
	scan_end(scan);
	assert_int_equal(sum, 3);
	assert_int_equal(keys, 2);
}

static void any_value_can_be_skipped(void **state)
{
	(void)state;
	skip_all("[1,-2.5e-3,\"x\\\"]\",true,false,null,{\"a\":[[],{}],\"b\":{\"c\":[0]}},[[[]]]]");
	skip_all(" 0 ");
	skip_all("\"\\u00e9\"");
	skip_all("[1234567890123456789012345678901234567890123456789012345678901234567890]");
}

static void what_is_not_json_is_not_skipped(void **state)
{
	(void)state;
	assert_dies(skip_all, "[1,]", "text: byte 3: a value expected, not ']'");
	assert_dies(skip_all, "[,1]", "text: byte 1: a value expected, not ','");
	assert_dies(skip_all, "[1 2]", "text: byte 3: ',' or ']' expected, not '2'");
	assert_dies(skip_all, "[1}", "text: byte 2: ',' or ']' expected, not '}'");
	assert_dies(skip_all, "{\"a\":1]", "text: byte 6: ',' or '}' expected, not ']'");
	assert_dies(skip_all, "{\"a\" 1}", "text: byte 5: ':' expected, not '1'");
	assert_dies(skip_all, "{1:1}", "text: byte 1: a key in quotes expected, not '1'");
	assert_dies(skip_all, "{\"a\":1,}", "text: byte 7: a key in quotes expected, not '}'");
	assert_dies(skip_all, "[01]", "text: byte 2: ',' or ']' expected, not '1'");
	assert_dies(skip_all, "[nul]", "text: byte 4: null expected, not ']'");
	assert_dies(skip_all, "[NaN]", "text: byte 1: a value expected, not 'N'");
	assert_dies(skip_all, "[\x01]", "text: byte 1: a value expected, not byte 0x01");
	assert_dies(skip_all, "[[1,2]", "text: byte 6: cut off: ',' or ']' expected");
	assert_dies(skip_all, "[] []", "text: byte 3: the end expected, not '['");
}

static char *brackets(size_t depth)
{
	char *text = mem_new(2 * depth + 1, 1);

	memset(text, '[', depth);
	memset(text + depth, ']', depth);
	return text;
}

static void nesting_has_a_limit(void **state)
{
	char *text = brackets(SCAN_DEPTH);

	(void)state;
	skip_all(text);
	free(text);
	text = brackets(1000000);
	assert_dies(skip_all, text, "text: byte 1024: nested more than 1024 deep");
	free(text);
}

/* A file of `padding` blanks and then `text`. */
static void open_padded(size_t padding, const char *text)
{
	char path[] = "/tmp/test_scan_XXXXXX";
	char *blanks = mem_new(padding, 1);
	int fd = mkstemp(path);

	memset(blanks, ' ', padding);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, blanks, padding), padding);
	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	close(fd);
	free(blanks);
	source_open(&source, path);
	unlink(path);
}

static void the_end_of_the_buffer_may_fall_anywhere(void **state)
{
	static const char text[] = "[1234567890,\"a\\n\\ud83d\\ude00z\",-17,true,{\"k\":[12,-3.5e+7,null]}]";
	struct scan scan = {0};

	(void)state;
	for (size_t cut = 0; cut <= sizeof(text); cut++) {
		open_padded(256 * 1024 - 1 - cut, text);
		scan_open(&scan, &source);
		scan_expect(&scan, '[');
		assert_int_equal(scan_u64(&scan), 1234567890);
		scan_expect(&scan, ',');
		assert_string_equal(scan_string(&scan), "a\n\xf0\x9f\x98\x80z");
		scan_expect(&scan, ',');
		assert_int_equal(scan_i64(&scan), -17);
		scan_expect(&scan, ',');
		assert_true(scan_bool(&scan));
		scan_expect(&scan, ',');
		scan_skip(&scan);
		scan_expect(&scan, ']');
		scan_end(&scan);
		assert_int_equal(source_tell(&source), 256 * 1024 - 1 - cut + strlen(text));
		source_seek(&source, 0);
		scan_skip(&scan);
		scan_end(&scan);
		source_close(&source);
	}
}

static void lines_may_be_of_any_length(void **state)
{
	char *line;
	size_t length;

	(void)state;
	open_padded(700000, "x\n\na\n\nlast");
	line = source_line(&source, &length);
	assert_int_equal(length, 700001);
	assert_int_equal(line[700000], 'x');
	assert_int_equal(line[700001], '\0');
	assert_string_equal(source_line(&source, &length), "");
	assert_string_equal(source_line(&source, &length), "a");
	assert_string_equal(source_line(&source, &length), "");
	assert_int_equal(source.line, 4);
	assert_string_equal(source_line(&source, &length), "last");
	assert_int_equal(length, 4);
	assert_null(source_line(&source, &length));
	source_close(&source);
}

static void a_pipe_can_be_made_seekable(void **state)
{
	struct scan scan = {0};
	int ends[2];

	(void)state;
	assert_int_equal(pipe(ends), 0);
	assert_int_equal(write(ends[1], "[1,2,3]", 7), 7);
	close(ends[1]);
	source_open(&source, NULL);
	source.fd = ends[0];
	source.seekable = false;
	assert_int_equal(source_peek(&source), '[');
	source_make_seekable(&source);
	scan_open(&scan, &source);
	for (int i = 0; i < 3; i++) {
		source_seek(&source, 0);
		scan_skip(&scan);
		scan_end(&scan);
		source_seek(&source, 3);
		assert_int_equal(scan_u64(&scan), 2);
	}
	source_close(&source);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(integers_of_64_bits_are_exact),
		cmocka_unit_test(other_numbers_are_no_integers),
		cmocka_unit_test(any_number_can_be_read_as_a_double),
		cmocka_unit_test(strings_are_unescaped),
		cmocka_unit_test(lone_surrogates_become_replacements),
		cmocka_unit_test(a_high_surrogate_of_one_string_does_not_join_the_next),
		cmocka_unit_test(ill_formed_strings_die),
		cmocka_unit_test(objects_and_arrays_are_iterated),
		cmocka_unit_test(any_value_can_be_skipped),
		cmocka_unit_test(what_is_not_json_is_not_skipped),
		cmocka_unit_test(nesting_has_a_limit),
		cmocka_unit_test(the_end_of_the_buffer_may_fall_anywhere),
		cmocka_unit_test(lines_may_be_of_any_length),
		cmocka_unit_test(a_pipe_can_be_made_seekable),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
