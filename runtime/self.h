/* What the system knows of the calling thread and process. One file a platform. */
#ifndef OSPREY_SELF_H
#define OSPREY_SELF_H

#include "registry.h"

#include <stdbool.h>

/* Sets thread, tid, clock and stack of the calling thread's slot. False when the system refuses. It may call malloc(),
 * which is the program's: the registry's mutex is not held. */
bool self_describe(struct slot *slot);

/* Whether the calling thread is the one that the process began with. */
bool self_is_main(void);

/* Runs `end` at each normal end of the process: main's return, exit(), quick_exit(). False when the system refuses. */
bool self_at_end(void (*end)(void));

/* A variable of the environment, NULL when it is not set or the process runs with privileges that its user lacks. */
const char *self_environment(const char *name);

#endif
