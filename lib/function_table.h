/* The table of a report that lists the hottest functions. */
#ifndef OSPREY_FUNCTION_TABLE_H
#define OSPREY_FUNCTION_TABLE_H

#include "totals.h"
#include "view.h"

/* SELF% with a bar, TOTAL%, SELF, TOTAL, FUNCTION, LOCATION of the `most` hottest functions; shares of on-CPU samples.
 * Function and location share what the other columns leave of the terminal's width; a narrow one gets no bar, then no
 * LOCATION. */
void function_table(struct view *view, const struct totals *totals, size_t most);

#endif
