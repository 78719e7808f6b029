/* Text in the columns of a table: measured as a terminal shows it, made safe, shortened. */
#ifndef OSPREY_CELL_H
#define OSPREY_CELL_H

#include "mem.h"
#include "out.h"

enum { CELL_NO_LIMIT = 0 };

/* Columns that a text takes. */
size_t cell_width(const char *text);

/* The text with each unsafe code point and ill-formed sequence as U+FFFD and, when it is wider than `limit` columns,
 * with "…" in place of its middle. Copied into the arena. */
const char *cell_text(struct arena *arena, const char *text, size_t limit);

/* The same, but with "…" in place of its end. */
const char *cell_beginning(struct arena *arena, const char *text, size_t limit);

/* cell_text() for the name of a function: when it is wider, its template arguments become "<…>" first; then its type
 * and its parameters go; then its outermost scopes become "…::". */
const char *cell_function(struct arena *arena, const char *name, size_t limit);

/* `FILE:LINE`, `FILE` when the line is 0, "-" when the file is empty; safe as above. When it is wider than `limit`,
 * directories go from its left: `…/lib/fib.c:12`, at last the middle of the file's name. */
const char *cell_location(struct arena *arena, const char *file, unsigned line, size_t limit);

void cell_left(struct out *out, const char *text, size_t width);
void cell_right(struct out *out, const char *text, size_t width);

/* A bar of `cells` columns, filled to `share` (0 to 1) in eighths; one eighth at least when the share isn't 0. */
void cell_bar(struct out *out, double share, unsigned cells);

#endif
