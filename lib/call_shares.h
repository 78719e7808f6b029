/* The call tree of a profile with what each call adds up to: samples of all fibers, of the totals' state.
 *
 * Recursion makes no towers: a stack that comes to a function that it has come to before goes on from there, so that
 * main, expr, term, expr, lex is main, expr, lex. A sample counts once, for what is left of its path: total is self and
 * the totals of the callees, and the selfs of a function add up to that of the report. One thread only. */
#ifndef OSPREY_CALL_SHARES_H
#define OSPREY_CALL_SHARES_H

#include "calltree.h"
#include "totals.h"

#include <stdbool.h>

enum { CALL_ROOT = 0 }; /* stands above all roots, and is no call */

struct call {
	uint32_t function; /* the model's index; none for CALL_ROOT */
	uint64_t self, total;
	bool recursive;		 /* it was come back to */
	uint32_t callees, count; /* where its callees stand in `order`, and how many they are */
};

/* Zero-initialise it. */
struct call_shares {
	const struct model *model;
	enum state state; /* of the samples */
	struct calltree tree;
	struct call *calls; /* by the tree's nodes */
	size_t capacity;
	uint32_t *on_path; /* of each function, its call on the path that is being added; CALL_ROOT: it isn't on it */
	uint32_t count;	   /* of the calls in `order` */
	uint32_t *order;   /* calls that have samples, those of one caller next to each other: largest total first, then
			      by name and file */
};

/* The tree from the roots of the stacks. The totals must be made of samples, not read. */
void call_shares_make(struct call_shares *shares, const struct totals *totals);

/* The inverted tree: the functions of that name or, if there are none, of names that hold it, below each of them who
 * called it, the samples of all others left out. A sample counts once, from the innermost of these functions. False
 * when no sample has one. */
bool call_shares_of_callers(struct call_shares *shares, const struct totals *totals, const char *name);

#endif
