/* What the parts of a terminal report share: where it goes, colours, numbers. Names go through cell.h. */
#ifndef OSPREY_VIEW_H
#define OSPREY_VIEW_H

#include "mem.h"
#include "out.h"
#include "sample.h"
#include "terminal.h"

#include <stdbool.h>
#include <stdint.h>

struct view {
	struct out out;
	struct terminal terminal;
	struct arena texts;
};

enum {
	VIEW_GAP = 2,			     /* between columns */
	VIEW_PERCENT = sizeof("100.0%") - 1, /* columns of a percentage */
	VIEW_TEXT = 512,
	VIEW_WIDEST = 120, /* a wider cell pushes the rest of its row aside instead of widening every row */
};

/* Colours, as parameters of ECMA-48's "select graphic rendition". */
#define VIEW_BOLD     "1"
#define VIEW_DIM      "2"
#define VIEW_RED_BOLD "1;31"
#define VIEW_YELLOW   "33"

/* Writes up to VIEW_TEXT - 1 bytes. */
void view_say(struct view *view, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Colours what follows; NULL: back to normal. Writes nothing when no colour is wanted. */
void view_paint(struct view *view, const char *color);

/* The colour of a share (0 to 1) by its heat; NULL: none. */
const char *view_heat(double share);

/* A line of up to VIEW_TEXT - 1 bytes, which begins in `column`. Where a terminal ends it goes on, between two words,
 * in that column of the next line. */
void view_line(struct view *view, size_t column, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* `part` of `whole`, 0 to 1; 0 of nothing is 0. */
double view_share(uint64_t part, uint64_t whole);

/* Whether `part` is `percent` of `whole` or more, whatever binary fractions make of the percentage. */
bool view_reaches(uint64_t part, uint64_t whole, double percent);

/* A share as a percentage, right-aligned in VIEW_PERCENT columns. */
void view_percent(struct view *view, double share);

void view_gap(struct view *view);

/* In a unit that keeps its digits: "0.4 ms", "1.20 s", "1234 s". */
const char *view_duration(struct view *view, double seconds);

/* What samples of a state are called: "CPU", "waiting". */
const char *view_state(enum state state);

/* "1 CPU sample", "12 waiting samples". */
const char *view_samples(struct view *view, uint64_t count, enum state state);

/* The "s" behind a noun, or "". */
const char *view_plural(uint64_t count);

/* Columns that a number takes. */
size_t view_digits(uint64_t number);

#endif
