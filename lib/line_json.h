/* JSON (RFC 8259) in a line that another program wrote, read where it stands: nothing is copied, and nothing dies.
 *
 * A cursor points into a NUL-terminated line. A function that finds something else than it should returns false, or
 * NULL; the line is given up then. Form is checked as far as it is needed to know where values end. */
#ifndef OSPREY_LINE_JSON_H
#define OSPREY_LINE_JSON_H

#include <stdbool.h>
#include <stdint.h>

/* The next byte that is not white space, without taking it; NUL at the end. */
char line_json_peek(char **at);

/* Takes white space and then `c`. */
bool line_json_take(char **at, char c);

/* Iteration over an object or array behind its opening bracket: whether an item follows; its comma is taken, or the
 * closing bracket. `*first` is true at the first call. What is neither is no item, and then not `closed`. */
bool line_json_more(char **at, char close, bool *first, bool *closed);

/* A text, unescaped in its place. A lone surrogate becomes U+FFFD; one with a NUL is none. */
char *line_json_text(char **at);

/* A key and its colon. */
char *line_json_key(char **at);

/* Takes any value. It is a whole number up to INT32_MAX, or 0. */
bool line_json_number(char **at, uint32_t *number);
bool line_json_skip(char **at);

#endif
