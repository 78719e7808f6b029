/* The report for a terminal [PROF-CLI-REPORT], and the views that can stand in place of its tables. */
#ifndef OSPREY_REPORT_H
#define OSPREY_REPORT_H

#include "totals.h"
#include "view.h"

/* Without a view, the tables of fibers and functions. */
struct report_wanted {
	bool tree, flame, lines;
	const char *callers; /* of which function; NULL: not wanted */
	size_t top;	     /* how many functions the table has, at least 1 */
	double least;	     /* percent: trees and lines leave out what is below */
};

/* Whether a view is wanted that totals which were read, not made, can't give. */
bool report_needs_stacks(const struct report_wanted *wanted);

/* Dies when callers of a function are wanted that no sample has. Reorders totals->fibers. */
void report(struct view *view, struct totals *totals, const struct report_wanted *wanted);

#endif
