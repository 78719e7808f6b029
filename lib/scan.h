/* A pull scanner for JSON (RFC 8259) that keeps nothing: millions of integers go by in constant memory.
 *
 * It reads what the raw format and the records need: objects, arrays, strings, integers of 64 bits. What else is JSON
 * can be skipped. Whatever is wrong dies with `NAME: byte N: MESSAGE`, or `NAME:LINE: column N: MESSAGE` in a
 * source_of_line(). No recursion: nesting is counted, not stacked, up to SCAN_DEPTH. */
#ifndef OSPREY_SCAN_H
#define OSPREY_SCAN_H

#include "source.h"

enum { SCAN_DEPTH = 1024 };

struct scan {
	struct source *source;
	char *text; /* of the last string, unescaped */
	size_t text_length, text_capacity;
	uint32_t high; /* surrogate that ended at high_end of text, to be joined with a low one */
	size_t high_end;
};

/* Zero-initialise it before the first call; a further one goes on to another source with the same memory. */
void scan_open(struct scan *scan, struct source *source);

/* Dies with the place of the next byte. */
void scan_fail(const struct scan *scan, const char *format, ...) __attribute__((noreturn, format(printf, 2, 3)));

/* The cold halves of what is inline below. */
int scan_peek_on(struct scan *scan);
void scan_fail_more(const struct scan *scan, char close) __attribute__((noreturn));

/* Takes white space and then `c`, or dies saying what was expected. */
void scan_expect(struct scan *scan, char c);

/* The next byte that is not white space, without taking it; SOURCE_END at the end. */
static inline int scan_peek(struct scan *scan)
{
	const struct source *source = scan->source;

	if (source->position < source->filled && source->buffer[source->position] > ' ')
		return source->buffer[source->position];
	return scan_peek_on(scan);
}

/* Iteration over an object or array, after scan_expect() took its opening bracket: true when an item follows (its
 * comma, if any, is taken), false when the closing bracket was taken. `first` says whether it is the first call. */
static inline bool scan_more(struct scan *scan, char close, bool first)
{
	int c = scan_peek(scan);

	if (first && c != (unsigned char)close)
		return true;
	if (c != ',' && c != (unsigned char)close)
		scan_fail_more(scan, close);
	scan->source->position++;
	return c == ',';
}

/* The next string, unescaped, NUL-terminated, in scan->text until the next call; ill-formed escapes die, "\u0000" dies,
 * lone surrogates become U+FFFD. */
const char *scan_string(struct scan *scan);

/* A key and its colon. */
const char *scan_key(struct scan *scan);

/* Integers. A fraction, an exponent, a leading zero or more than 64 bits dies. */
uint64_t scan_u64(struct scan *scan);
int64_t scan_i64(struct scan *scan);

double scan_double(struct scan *scan); /* any number; for sums that are shown, never for counts */
bool scan_bool(struct scan *scan);

/* Any value, checked for form and thrown away; fast for arrays of numbers. */
void scan_skip(struct scan *scan);

/* The same for a value that will be read later, and checked then: only its end is looked for. */
void scan_pass(struct scan *scan);

/* Dies unless only white space follows. */
void scan_end(struct scan *scan);

#endif
