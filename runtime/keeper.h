/* A process whose main thread left by pthread_exit() ends with its last thread. The sampler must not be the thread that
 * keeps it alive: a keeper waits until only the two are left, and exits in place of the last one. */
#ifndef OSPREY_KEEPER_H
#define OSPREY_KEEPER_H

#include <stdint.h>

/* Main is leaving. */
void keeper_start(void);

/* The sampler's look whether the program's threads have ended; cheap while there is no keeper. CLOCK_MONOTONIC. */
void keeper_look(uint64_t now_ns);

#endif
