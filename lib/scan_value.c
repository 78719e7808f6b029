#include "scan.h"

#include "digits.h"
#include "scan_internal.h"

#include <stdlib.h>

enum { NUMBER_LIMIT = 64 }; /* characters of a number that is read as a double */

static bool is_digit(int c)
{
	return c >= '0' && c <= '9';
}

/* Whether the character makes a fraction or an exponent of the digits before it. */
static bool is_fraction(int c)
{
	return c == '.' || c == 'e' || c == 'E';
}

/* The quick way over most numbers; false, and nothing is taken, when it is of another form or near the buffer's end. */
static bool take_plain_integer(struct source *source, uint64_t *value)
{
	const unsigned char *at = source->buffer + source->position;
	size_t length;

	if (source->filled - source->position < 2 * DIGITS_WORD)
		return false;
	length = digits_read(at, value);
	if (!length || is_fraction(at[length]))
		return false;
	source->position += length;
	return true;
}

/* Digits from the next byte on, up to `limit`; no leading zero, nothing behind that would make it a fraction. */
static uint64_t take_integer(struct scan *scan, uint64_t limit)
{
	struct source *source = scan->source;
	uint64_t value = 0;
	int c = source_peek(source);

	if (!is_digit(c))
		scan_fail_expected(scan, "a whole number");
	do {
		uint64_t digit = (uint64_t)(c - '0');

		if (value >= INT64_MAX / 10 && value > (limit - digit) / 10)
			scan_fail(scan, "a number that doesn't fit in 64 bits");
		value = value * 10 + digit;
		source->position++;
		c = source_peek(source);
		if (!value && is_digit(c))
			scan_fail(scan, "a number with a leading zero");
	} while (is_digit(c));
	if (is_fraction(c))
		scan_fail_expected(scan, "a whole number without fraction or exponent");
	return value;
}

uint64_t scan_u64(struct scan *scan)
{
	uint64_t value;

	if (take_plain_integer(scan->source, &value))
		return value;
	if (scan_peek(scan) == '-')
		scan_fail_expected(scan, "a number of 0 or more");
	return take_integer(scan, UINT64_MAX);
}

int64_t scan_i64(struct scan *scan)
{
	if (scan_peek(scan) != '-')
		return (int64_t)take_integer(scan, INT64_MAX);
	scan->source->position++;
	return (int64_t)(0 - take_integer(scan, (uint64_t)INT64_MAX + 1));
}

/* One character of a number, kept while there is room for it in `text`. */
static void take_character(struct scan *scan, char *text, size_t *length)
{
	if (*length < NUMBER_LIMIT - 1)
		text[(*length)++] = (char)scan->source->buffer[scan->source->position];
	scan->source->position++;
}

static void take_digits(struct scan *scan, char *text, size_t *length)
{
	if (!is_digit(source_peek(scan->source)))
		scan_fail_expected(scan, "a digit");
	while (is_digit(source_peek(scan->source)))
		take_character(scan, text, length);
}

/* A number by the grammar of RFC 8259, section 6. `text` has room for NUMBER_LIMIT characters. */
static void take_number(struct scan *scan, char *text)
{
	struct source *source = scan->source;
	size_t length = 0;

	if (source_peek(source) == '-')
		take_character(scan, text, &length);
	if (source_peek(source) == '0')
		take_character(scan, text, &length);
	else
		take_digits(scan, text, &length);
	if (source_peek(source) == '.') {
		take_character(scan, text, &length);
		take_digits(scan, text, &length);
	}
	if (source_peek(source) == 'e' || source_peek(source) == 'E') {
		take_character(scan, text, &length);
		if (source_peek(source) == '+' || source_peek(source) == '-')
			take_character(scan, text, &length);
		take_digits(scan, text, &length);
	}
	text[length] = '\0';
}

double scan_double(struct scan *scan)
{
	char text[NUMBER_LIMIT];
	int c = scan_peek(scan);

	if (c != '-' && !is_digit(c))
		scan_fail_expected(scan, "a number");
	take_number(scan, text);
	return strtod(text, NULL);
}

static void take_word(struct scan *scan, const char *word)
{
	for (const char *at = word; *at; at++) {
		if (source_peek(scan->source) != *at)
			scan_fail_expected(scan, word);
		scan->source->position++;
	}
}

bool scan_bool(struct scan *scan)
{
	int c = scan_peek(scan);

	if (c != 't' && c != 'f')
		scan_fail_expected(scan, "true or false");
	take_word(scan, c == 't' ? "true" : "false");
	return c == 't';
}

static void skip_scalar(struct scan *scan)
{
	char text[NUMBER_LIMIT];
	uint64_t value;
	int c = scan_peek(scan);

	if (take_plain_integer(scan->source, &value))
		return;
	if (c == '"')
		scan_take_string(scan, false);
	else if (c == '-' || is_digit(c))
		take_number(scan, text);
	else if (c == 't' || c == 'f')
		scan_bool(scan);
	else if (c == 'n')
		take_word(scan, "null");
	else
		scan_fail_expected(scan, "a value");
}

static void skip_key(struct scan *scan)
{
	if (scan_peek(scan) != '"')
		scan_fail_expected(scan, "a key in quotes");
	scan_take_string(scan, false);
	scan_expect(scan, ':');
}

/* Takes what neither opens nor closes anything, as far as the buffer goes. */
static void take_unstructured(struct source *source)
{
	static const bool structures[256] = {['"'] = true, ['['] = true, [']'] = true, ['{'] = true, ['}'] = true};
	const unsigned char *at = source->buffer + source->position, *end = source->buffer + source->filled;

	while (at < end && !structures[*at])
		at++;
	source->position = (size_t)(at - source->buffer);
}

void scan_pass(struct scan *scan)
{
	size_t depth = 0;
	int c = scan_peek(scan);

	if (c != '[' && c != '{') {
		scan_skip(scan);
		return;
	}
	do {
		take_unstructured(scan->source);
		c = source_peek(scan->source);
		if (c == SOURCE_END)
			scan_fail_expected(scan, "']' or '}'");
		if (c == '"')
			scan_take_string(scan, false);
		else if (c == '[' || c == '{' || c == ']' || c == '}')
			scan->source->position++;
		if (c == '[' || c == '{')
			depth++;
		else if (c == ']' || c == '}')
			depth--;
	} while (depth);
}

void scan_skip(struct scan *scan)
{
	char close[SCAN_DEPTH] = {0};
	size_t depth = 0;

	do {
		int c = scan_peek(scan);
		bool first = c == '[' || c == '{';

		if (first) {
			if (depth == SCAN_DEPTH)
				scan_fail(scan, "nested more than %d deep", SCAN_DEPTH);
			close[depth++] = c == '[' ? ']' : '}';
			scan->source->position++;
		} else {
			skip_scalar(scan);
		}
		while (depth && !scan_more(scan, close[depth - 1], first)) {
			depth--;
			first = false;
		}
		if (depth && close[depth - 1] == '}')
			skip_key(scan);
	} while (depth);
}
