/* The call tree, or a tree of callers, as lines of text. */
#ifndef OSPREY_CALL_TABLE_H
#define OSPREY_CALL_TABLE_H

#include "call_shares.h"
#include "view.h"

struct call_table {
	const struct call_shares *shares;
	uint64_t whole; /* the samples that shares are of */
	double least;	/* percent: what is below is folded */
	bool callers;	/* it is a tree of callers */
};

/* Callees stand below their caller, largest first, an only one straight below it. What is folded stands in a row where
 * it is `least` or more or at the root, so that roots add up to the whole; all of it in the line at the end. */
void call_table(struct view *view, const struct call_table *table);

#endif
