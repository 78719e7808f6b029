/* The head of a report: what ran, for how long, how it was sampled. */
#ifndef OSPREY_RUN_HEADER_H
#define OSPREY_RUN_HEADER_H

#include "totals.h"
#include "view.h"

/* The program's name and one line, which is broken at its commas where the terminal ends. */
void run_header(struct view *view, const struct totals *totals);

#endif
