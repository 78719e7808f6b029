/* What a profile adds up to: summary, fibers, hot functions, hot lines. Made from samples, or read when prof-aggregate
 * has been here. Functions and lines are of the samples of one state, hottest first: self, then total, then name or
 * file, then line; fibers with samples in the order of their rows. A function or a line counts once a sample, however
 * often it recurs in the stack. */
#ifndef OSPREY_TOTALS_H
#define OSPREY_TOTALS_H

#include "model.h"
#include "record.h"
#include "record_write.h"
#include "tally.h"

struct totals {
	struct profile profile;
	struct summary summary;
	struct fiber *fibers;
	struct function *functions;
	struct line *lines;
	size_t fiber_count, function_count, line_count;
	enum state state;	    /* which samples functions and lines are of: on-CPU, or set before they are made */
	bool aggregated;	    /* read, not made; then on-CPU */
	const struct model *model;  /* what they are made of */
	const struct tally *tally;  /* empty when they were read */
	struct totals_parts *parts; /* of totals.c alone */
};

/* Reads `path` (NULL: stdin), any stage; zero-initialise `totals`. `pass` (may be NULL) gets the profile, image and
 * thread records, those of unknown types, and sums that were made before, as they come. */
void totals_read(struct totals *totals, const char *path, struct record_writer *pass);

/* Whether there are fibers or effects; else what the totals call fibers are plain threads. */
bool totals_have_fibers(const struct totals *totals);

/* The samples of their state, which functions and lines have shares of. */
uint64_t totals_whole(const struct totals *totals);

#endif
