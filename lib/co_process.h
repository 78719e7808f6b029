/* A process that reads questions from its stdin and writes answers to its stdout.
 *
 * The questions are an unlinked file, so that neither side can wait for the other. One thread only. */
#ifndef OSPREY_CO_PROCESS_H
#define OSPREY_CO_PROCESS_H

#include "out.h"

#include <stddef.h>
#include <sys/types.h>

struct co_process {
	pid_t pid;
	int answers; /* read end of its stdout; -1 when it runs no more */
};

/* Starts `program`, a path or a name to be looked for on PATH. `put` writes the questions. Returns 0 or an errno. */
int co_process_start(struct co_process *process, const char *program, char *const *argv,
		     void (*put)(struct out *out, const void *questions), const void *questions);

/* Ends it, whether it is done or hangs. */
void co_process_end(struct co_process *process);

#endif
