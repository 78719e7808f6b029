/* What the environment asks for [PROF-ACTIVATE-ENV]. A setuid program asks for nothing. */
#ifndef OSPREY_SETTINGS_H
#define OSPREY_SETTINGS_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

/* Whether OSPREY_PROFILE is set, not empty, and meant for this process: a process that inherited it from a profiled one
 * is meant only when the path has "%p", so that no child overwrites its parent's file. Marks the environment for the
 * processes that come from this one. */
bool settings_wanted(void);

/* Whether the path has "%p", so that each process has a file of its own. Takes no lock: a forked child may ask. */
bool settings_each_process(void);

/* Its path, made absolute so that a chdir() of the program does not move it, "%p" replaced by the process's id. False,
 * with errno set, when it is too long or the working directory is unknown. */
bool settings_path(char path[PATH_MAX]);

/* OSPREY_PROFILE_HZ, clamped to 10..10000; 997 when it is not set, and when it is no number: then a line on
 * stderr says so, once. */
uint64_t settings_rate_hz(void);

#endif
