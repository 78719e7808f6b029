/* The table of a report that says how the time of each fiber splits into running and waiting. */
#ifndef OSPREY_FIBER_TABLE_H
#define OSPREY_FIBER_TABLE_H

#include "totals.h"
#include "view.h"

/* Puts the fibers that used most CPU (then most time) first. */
void fiber_order(struct totals *totals);

/* The first ten fibers, and one row for the others. */
void fiber_table(struct view *view, const struct totals *totals);

#endif
