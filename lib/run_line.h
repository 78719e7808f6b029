/* One line of time for on-CPU samples of several fibers: the samples end to end, each as long as its count, idle
 * between them.
 *
 * With one fiber the line is wall-clock time. Fibers that run side by side make it longer: then it is CPU time, and
 * idle stands only where none of them ran. A sample ends at its time and says it to a period. So a gap below half a
 * period is none, and a gap of up to RUN_LINE_LEAD periods (fewer when the fibers are fewer) is idle only as far as the
 * samples before it don't fill it: threads that share a CPU come in uneven turns. No gap takes anything from a sample's
 * length. Two lines of the same parts are equal. */
#ifndef OSPREY_RUN_LINE_H
#define OSPREY_RUN_LINE_H

#include "model.h"
#include "timeline.h"

enum { RUN_LINE_LEAD = 8 };

struct run_line {
	const struct model *model;
	const struct timeline *timeline; /* sorted; on-CPU samples alone */
	size_t fibers;
	/* Zero at first: */
	uint32_t row;
	uint64_t count;	     /* of the samples on the line so far */
	uint64_t idle_ns;    /* on the line so far */
	uint64_t reached_ns; /* wall-clock time that samples and idle fill */
	uint64_t last_ns;    /* where the last of them ended */
	uint32_t ran;	     /* the fiber that ran last + 1; 0 after idle */
	bool mixed;	     /* several ran since the last idle */
	bool ended;
};

enum stretch_kind { STRETCH_SAMPLE, STRETCH_IDLE, STRETCH_END };

struct stretch {
	enum stretch_kind kind;
	uint32_t what;	   /* of a sample: see timeline_what() */
	uint64_t begin_us; /* on the line, rounded once: no error adds up */
};

/* The next stretch; the last one is the end, which has no length. False behind it. */
bool run_line_next(struct run_line *line, struct stretch *stretch);

#endif
