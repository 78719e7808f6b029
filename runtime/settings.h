/* What the environment asks for [PROF-ACTIVATE-ENV]. A setuid program asks for nothing. */
#ifndef OSPREY_SETTINGS_H
#define OSPREY_SETTINGS_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

/* Whether OSPREY_PROFILE is set, and not empty. */
bool settings_wanted(void);

/* Its path, made absolute so that a chdir() of the program does not move it, "%p" replaced by the process's id. False,
 * with errno set, when it is too long or the working directory is unknown. */
bool settings_path(char path[PATH_MAX]);

/* OSPREY_PROFILE_HZ, clamped to 10..10000; 997 when it is not set or no number. */
uint64_t settings_rate_hz(void);

#endif
