/* A pull scanner for JSON (RFC 8259) that keeps nothing: millions of integers go by in constant memory.
 *
 * It reads exactly what the raw format needs: objects, arrays, strings, integers of 64 bits. What else is JSON can be skipped.
 * Whatever is wrong dies with `NAME: byte N: MESSAGE`. No recursion: nesting is counted, not stacked, up to SCAN_DEPTH. */
#ifndef OSPREY_SCAN_H
#define OSPREY_SCAN_H

#include "source.h"

enum { SCAN_DEPTH = 1024 };

struct scan {
	struct source *source;
	char *text; /* of the last string, unescaped */
	size_t text_length, text_capacity;
};

void scan_open(struct scan *scan, struct source *source);

/* Dies with the place of the next byte. */
_Noreturn void scan_fail(const struct scan *scan, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Takes white space and then `c`, or dies saying what was expected. */
void scan_expect(struct scan *scan, char c);

/* The next byte that is not white space, without taking it; SOURCE_END at the end. */
int scan_peek(struct scan *scan);

/* Iteration over an object or array, after scan_expect() took its opening bracket: true when an item follows (its comma, if any,
 * is taken), false when the closing bracket was taken. `first` says whether it is the first call. */
bool scan_more(struct scan *scan, char close, bool first);

/* The next string, unescaped, NUL-terminated, in scan->text until the next call; ill-formed escapes die, "\u0000" dies, lone surrogates
 * become U+FFFD. */
const char *scan_string(struct scan *scan);

/* A key and its colon. */
const char *scan_key(struct scan *scan);

/* Integers. A fraction, an exponent, a leading zero or more than 64 bits dies. */
uint64_t scan_u64(struct scan *scan);
int64_t scan_i64(struct scan *scan);

/* Any value, checked for form and thrown away; fast for arrays of numbers. */
void scan_skip(struct scan *scan);

/* Dies unless only white space follows. */
void scan_end(struct scan *scan);

#endif
