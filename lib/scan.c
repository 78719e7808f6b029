#include "scan.h"

#include "die.h"
#include "mem.h"
#include "scan_internal.h"
#include "text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void scan_open(struct scan *scan, struct source *source)
{
	scan->source = source;
}

void scan_fail(const struct scan *scan, const char *format, ...)
{
	const struct source *source = scan->source;
	unsigned long long byte = source_tell(source);
	char message[1024];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(message, sizeof(message), format, arguments);
	va_end(arguments);
	if (source->line)
		die("%s:%llu: column %llu: %s", source->name, (unsigned long long)source->line, byte + 1, message);
	die("%s: byte %llu: %s", source->name, byte, message);
}

void scan_fail_expected(const struct scan *scan, const char *wanted)
{
	int c = source_peek(scan->source);

	if (c == SOURCE_END)
		scan_fail(scan, "cut off: %s expected", wanted);
	if (c > 0x20 && c < 0x7f)
		scan_fail(scan, "%s expected, not '%c'", wanted, c);
	scan_fail(scan, "%s expected, not byte 0x%02x", wanted, (unsigned)c);
}

static void take(struct scan *scan)
{
	scan->source->position++;
}

int scan_peek_on(struct scan *scan)
{
	int c = source_peek(scan->source);

	while (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
		take(scan);
		c = source_peek(scan->source);
	}
	return c;
}

void scan_expect(struct scan *scan, char c)
{
	if (scan_peek(scan) != (unsigned char)c)
		scan_fail_expected(scan, (char[]){'\'', c, '\'', '\0'});
	take(scan);
}

void scan_fail_more(const struct scan *scan, char close)
{
	char wanted[] = {'\'', ',', '\'', ' ', 'o', 'r', ' ', '\'', close, '\'', '\0'};

	scan_fail_expected(scan, wanted);
}

void scan_end(struct scan *scan)
{
	if (scan_peek(scan) != SOURCE_END)
		scan_fail_expected(scan, "the end");
}

static void keep(struct scan *scan, const char *bytes, size_t length)
{
	scan->text = mem_grow(scan->text, &scan->text_capacity, scan->text_length + length + 1, 1);
	memcpy(scan->text + scan->text_length, bytes, length);
	scan->text_length += length;
}

static uint32_t hex_digits(struct scan *scan)
{
	uint32_t value = 0;

	for (int i = 0; i < 4; i++) {
		int c = source_peek(scan->source);
		int digit = c >= '0' && c <= '9'		     ? c - '0'
			    : (c | 0x20) >= 'a' && (c | 0x20) <= 'f' ? (c | 0x20) - 'a' + 10
								     : -1;

		if (digit < 0)
			scan_fail_expected(scan, "a hex digit of \\u");
		value = value << 4 | (uint32_t)digit;
		take(scan);
	}
	return value;
}

/* Surrogates come as two escapes. Each is kept as U+FFFD, until a low one finds its high one just before it. */
static void keep_unit(struct scan *scan, uint32_t unit)
{
	char bytes[4];
	size_t length;
	bool low = unit >= 0xdc00 && unit <= 0xdfff;

	if (!unit)
		scan_fail(scan, "a NUL in a text");
	if (low && scan->high && scan->high_end == scan->text_length) {
		scan->text_length -= text_encode(scan->high, bytes);
		unit = 0x10000 + ((scan->high - 0xd800) << 10) + (unit - 0xdc00);
	}
	scan->high = unit >= 0xd800 && unit <= 0xdbff ? unit : 0;
	length = text_encode(unit, bytes);
	keep(scan, bytes, length);
	scan->high_end = scan->text_length;
}

static void take_escape(struct scan *scan)
{
	static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
	const char *letter;
	int c;

	take(scan);
	c = source_peek(scan->source);
	letter = c > 0 ? strchr(letters, c) : NULL;
	if (c != 'u' && !letter)
		scan_fail_expected(scan, "an escape of JSON behind the '\\'");
	take(scan);
	if (c == 'u')
		keep_unit(scan, hex_digits(scan));
	else
		keep(scan, &meanings[letter - letters], 1);
}

/* Takes what needs no look at all, as far as the buffer goes. */
static void take_plain(struct scan *scan, bool kept)
{
	struct source *source = scan->source;
	const unsigned char *from = source->buffer + source->position, *end = source->buffer + source->filled,
			    *at = from;

	while (at < end && *at >= 0x20 && *at != '"' && *at != '\\')
		at++;
	if (kept)
		keep(scan, (const char *)from, (size_t)(at - from));
	source->position += (size_t)(at - from);
}

void scan_take_string(struct scan *scan, bool kept)
{
	int c;

	if (scan_peek(scan) != '"')
		scan_fail_expected(scan, "a text in quotes");
	take(scan);
	scan->text_length = 0;
	scan->high = 0;
	while ((c = source_peek(scan->source)) != '"') {
		if (c == '\\')
			take_escape(scan);
		else if (c == SOURCE_END)
			scan_fail_expected(scan, "the end of a text");
		else if (c < 0x20)
			scan_fail(scan, "a control character in a text: 0x%02x", (unsigned)c);
		else
			take_plain(scan, kept);
	}
	take(scan);
}

const char *scan_string(struct scan *scan)
{
	scan_take_string(scan, true);
	keep(scan, "", 1);
	scan->text_length--;
	return scan->text;
}

const char *scan_key(struct scan *scan)
{
	if (scan_peek(scan) != '"')
		scan_fail_expected(scan, "a key in quotes");
	scan_string(scan);
	scan_expect(scan, ':');
	return scan->text;
}
