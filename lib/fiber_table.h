/* The table of a report that says how the time of each fiber splits into running and waiting. */
#ifndef OSPREY_FIBER_TABLE_H
#define OSPREY_FIBER_TABLE_H

#include "totals.h"
#include "view.h"

/* The ten fibers that used most CPU (then most time), and one row for the others. Reorders totals->fibers. */
void fiber_table(struct view *view, struct totals *totals);

#endif
