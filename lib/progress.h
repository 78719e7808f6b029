/* How far long work is, on stderr when that is a terminal: one line that is written over, and is gone at the end.
 * Nothing is shown before a second has passed. One thread only. */
#ifndef OSPREY_PROGRESS_H
#define OSPREY_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct progress {
	const char *what; /* "addresses named"; NULL: nothing is shown */
	uint64_t next_ms; /* when it is shown next */
	bool shown;
};

void progress_start(struct progress *progress, const char *what);
void progress_show(struct progress *progress, size_t done, size_t all);

/* Before any other message. */
void progress_clear(struct progress *progress);

#endif
