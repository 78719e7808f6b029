/* The table of a report that lists the hottest lines, with their text where the source is there. */
#ifndef OSPREY_LINE_TABLE_H
#define OSPREY_LINE_TABLE_H

#include "totals.h"
#include "view.h"

enum { LINE_TABLE_ROWS = 20 };

/* SELF%, TOTAL%, LOCATION and SOURCE of the hottest lines with a total of `least` percent and more. */
void line_table(struct view *view, const struct totals *totals, double least);

#endif
