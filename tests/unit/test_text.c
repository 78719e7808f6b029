/* Text that came from elsewhere, and how it is written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "out.h"
#include "text.h"

#include "dies.h"

#include <math.h>

/* The code points of `text`, in hex with a blank between. */
static void assert_decodes(const char *text, const char *expected)
{
	char all[256] = "";
	uint32_t code_point;

	while ((code_point = text_next(&text)))
		snprintf(all + strlen(all), sizeof(all) - strlen(all), "%s%x", *all ? " " : "", code_point);
	assert_string_equal(all, expected);
}

static void well_formed_text_decodes(void **state)
{
	(void)state;
	assert_decodes("", "");
	assert_decodes("a\x7f", "61 7f");
	assert_decodes("\xc2\x80\xdf\xbf", "80 7ff");
	assert_decodes("\xe0\xa0\x80\xef\xbf\xbf", "800 ffff");
	assert_decodes("\xf0\x90\x80\x80\xf4\x8f\xbf\xbf", "10000 10ffff");
}

/* The examples of Unicode 15, section 3.9, tables 3-8 to 3-11. */
static void each_maximal_part_of_ill_formed_text_gives_one_replacement(void **state)
{
	(void)state;
	assert_decodes("\xc0\xaf\xe0\x80\xbf\xf0\x81\x82\x41", "fffd fffd fffd fffd fffd fffd fffd fffd 41");
	assert_decodes("\xed\xa0\x80\xed\xbf\xbf\xed\xaf\x41", "fffd fffd fffd fffd fffd fffd fffd fffd 41");
	assert_decodes("\xf4\x91\x92\x93\xff\x41\x80\xbf\x42", "fffd fffd fffd fffd fffd 41 fffd fffd 42");
	assert_decodes("\xe1\x80\xe2\xf0\x91\x92\xf1\xbf\x41", "fffd fffd fffd fffd 41");
}

static void text_that_is_cut_at_its_end_gives_one_replacement(void **state)
{
	(void)state;
	assert_decodes("a\xf0\x9f\x98", "61 fffd");
	assert_decodes("\xc3", "fffd");
}

static void every_code_point_comes_back_from_its_bytes(void **state)
{
	(void)state;
	for (uint32_t code_point = 1; code_point <= 0x110000; code_point++) {
		uint32_t expected = code_point > 0x10ffff || (code_point >> 11) == 0x1b ? 0xfffd : code_point;
		char bytes[5] = "";
		const char *at = bytes;
		size_t length = text_encode(code_point, bytes);

		assert_int_equal(text_next(&at), expected);
		assert_int_equal(at - bytes, length);
	}
}

static void width_is_that_of_a_terminal(void **state)
{
	static const struct {
		uint32_t code_point;
		int width;
	} cases[] = {
		{'a', 1},     {0xe9, 1},    {0xad, 1},	  {0x300, 0},  {0x36f, 0},    {0x370, 1},   {0x600, 1},
		{0x1160, 0},  {0x200b, 0},  {0x200d, 0},  {0x202e, 0}, {0x2588, 1},   {0x258f, 1},  {0x2764, 1},
		{0x3000, 2},  {0x65e5, 2},  {0xac00, 2},  {0xfe0f, 0}, {0xff21, 2},   {0xff61, 1},  {0x1f600, 2},
		{0x20000, 2}, {0xe0001, 0}, {0xe0100, 0}, {0xfffd, 1}, {0x10ffff, 1}, {0x1f6dc, 2},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		if (text_width(cases[i].code_point) != cases[i].width)
			fail_msg("U+%04X is %d wide", cases[i].code_point, text_width(cases[i].code_point));
	}
}

static void what_harms_a_terminal_is_unsafe(void **state)
{
	static const uint32_t unsafe[] = {0x01,	  '\n',	  0x1b,	  0x7f,	  0x80,	  0x9b,	  0x9f,	  0x061c,
					  0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202e, 0x2066, 0x2069};
	static const uint32_t safe[] = {' ',	'a',	'~',	0xa0,	0xe9,	0x200d,
					0x2027, 0x202f, 0x2065, 0x206a, 0xfffd, 0x1f600};

	(void)state;
	for (size_t i = 0; i < sizeof(unsafe) / sizeof(unsafe[0]); i++)
		assert_true(text_is_unsafe(unsafe[i]));
	for (size_t i = 0; i < sizeof(safe) / sizeof(safe[0]); i++)
		assert_false(text_is_unsafe(safe[i]));
}

static struct out out;
static int output;

static void open_output(void)
{
	int ends[2];

	assert_int_equal(pipe(ends), 0);
	output = ends[0];
	out_open(&out, ends[1], "pipe");
}

static void assert_written(const char *expected)
{
	char text[8192];
	uint64_t written = out.written;
	ssize_t length;

	out_close(&out);
	length = read(output, text, sizeof(text) - 1);
	assert_true(length >= 0);
	text[length] = '\0';
	close(output);
	assert_string_equal(text, expected);
	assert_int_equal(written, length);
}

static void integers_are_written_exactly(void **state)
{
	(void)state;
	open_output();
	out_u64(&out, 0);
	out_char(&out, ' ');
	out_u64(&out, UINT64_MAX);
	out_char(&out, ' ');
	out_i64(&out, INT64_MIN);
	out_char(&out, ' ');
	out_i64(&out, INT64_MAX);
	out_char(&out, ' ');
	out_hex(&out, 0);
	out_char(&out, ' ');
	out_hex(&out, UINT64_MAX);
	assert_written("0 18446744073709551615 -9223372036854775808 9223372036854775807 0x0 0xffffffffffffffff");
}

static void fixed_numbers_are_never_an_exponent_or_no_number(void **state)
{
	(void)state;
	open_output();
	out_fixed(&out, 1e21, 1);
	out_char(&out, ' ');
	out_fixed(&out, 1e-9, 3);
	out_char(&out, ' ');
	out_fixed(&out, (double)NAN, 1);
	out_char(&out, ' ');
	out_fixed(&out, (double)INFINITY, 0);
	out_char(&out, ' ');
	out_fixed(&out, 2.345678, 2);
	assert_written("1000000000000000000000.0 0.000 0.0 0 2.35");
}

static void json_escapes_what_it_must_and_repairs_the_rest(void **state)
{
	(void)state;
	open_output();
	out_json(&out, "a\"b\\c/\b\f\n\r\t\x01\x1f\x7f");
	out_json(&out, "gr\xc3\xb6\xc3\x9f\x65 \xff\xf0\x9f\x98(");
	out_json(&out, "\xc2\x9b\xe2\x80\xae\xe2\x80\xa8");
	out_json(&out, "");
	assert_written("\"a\\\"b\\\\c/\\b\\f\\n\\r\\t\\u0001\\u001f\\u007f\""
		       "\"gr\xc3\xb6\xc3\x9f\x65 \xef\xbf\xbd\xef\xbf\xbd(\""
		       "\"\\u009b\\u202e\\u2028\"\"\"");
}

static void write_to_full_device(const char *argument)
{
	(void)argument;
	out_open(&out, 1, "stdout");
	assert_non_null(freopen("/dev/full", "w", stdout));
	out_text(&out, "x");
	out_close(&out);
}

static void a_failed_write_dies(void **state)
{
	(void)state;
	assert_dies(write_to_full_device, NULL, "stdout: No space left on device");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(well_formed_text_decodes),
		cmocka_unit_test(each_maximal_part_of_ill_formed_text_gives_one_replacement),
		cmocka_unit_test(text_that_is_cut_at_its_end_gives_one_replacement),
		cmocka_unit_test(every_code_point_comes_back_from_its_bytes),
		cmocka_unit_test(width_is_that_of_a_terminal),
		cmocka_unit_test(what_harms_a_terminal_is_unsafe),
		cmocka_unit_test(integers_are_written_exactly),
		cmocka_unit_test(fixed_numbers_are_never_an_exponent_or_no_number),
		cmocka_unit_test(json_escapes_what_it_must_and_repairs_the_rest),
		cmocka_unit_test(a_failed_write_dies),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
