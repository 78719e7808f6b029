/* Names of code that a program made while it ran: /tmp/perf-PID.map, "START SIZE NAME" a line, the numbers in hex.
 * Format: tools/perf/Documentation/jit-interface.txt of Linux. */
#ifndef OSPREY_PERF_MAP_H
#define OSPREY_PERF_MAP_H

#include "image_map.h"

/* Zero-initialise it. */
struct perf_map {
	bool looked;
	struct image_map regions; /* the path is the name */
};

/* The name of the code at `pc`, NULL when it is unknown; where two had the place, of the later one. The map is read at
 * the first call, and only when it belongs to this user and was last written after `profile` began: another process may
 * have had the same id. */
const char *perf_map_find(struct perf_map *map, const struct profile *profile, uint64_t pc);

#endif
