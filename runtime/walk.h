/* The frame-pointer walk [PROF-COLLECT-UNWIND]. Pure: it reads nothing but the stack between the given bounds, and
 * code. Async-signal-safe. */
#ifndef OSPREY_WALK_H
#define OSPREY_WALK_H

#include <stdbool.h>
#include <stdint.h>

enum {
	WALK_DEPTH = 128,		 /* frames of a stack, the leaf included */
	WALK_FRAME_MAX = 8 * 1024 * 1024 /* bytes between two frame records; more is not a frame but garbage */
};

/* The registers of the place where a thread was interrupted. */
struct registers {
	uintptr_t pc, sp, fp;
	uintptr_t lr; /* the link register, 0 on machines that have none */
};

/* The stack that the thread was given: [lo, hi). */
struct stack_bounds {
	uintptr_t lo, hi;
};

/* Writes the stack to `frames`, which holds WALK_DEPTH, leaf first: the precise pc, then return addresses without
 * authentication bits. Returns the number of frames, at least 1. `*truncated` tells that the chain went on beyond the
 * depth.
 *
 * A frame record is {caller's frame pointer, return address} (System V ABI for x86-64, 3.4.1; AAPCS64, 6.4.6). Each is
 * checked before it is read: aligned to 8 bytes, above the one before (the first: at or above sp), within the bounds,
 * not further than WALK_FRAME_MAX. What lies between sp and hi is mapped, so nothing can fault. Any failed check ends
 * the walk.
 *
 * Where there is a link register, it stands second when it holds the caller (machine_lr_is_caller()) and the first
 * record doesn't. */
uint32_t walk(const struct registers *registers, const struct stack_bounds *bounds, uint64_t *frames, bool *truncated);

#endif
