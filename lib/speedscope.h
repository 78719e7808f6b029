/* A profile as a file of speedscope, with what the flame page needs beside it: see prof-to-speedscope(1). One thread
 * only. */
#ifndef OSPREY_SPEEDSCOPE_H
#define OSPREY_SPEEDSCOPE_H

#include "model.h"
#include "out.h"
#include "timeline.h"

struct speedscope {
	struct model model;
	struct timeline timeline;
	struct intern rows; /* stacks as they are written: [1,0] */
	uint32_t *row_of_stack;
};

/* Reads `path` (NULL: stdin) to its end, and warns when there are no samples. Zero-initialise `speedscope`. */
void speedscope_read(struct speedscope *speedscope, const char *path);

void speedscope_write(struct speedscope *speedscope, struct out *out);

#endif
