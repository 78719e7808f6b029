/* The walk from a thread's leaf to its root [PROF-COLLECT-UNWIND]. It reads nothing but the stack between the given
 * bounds, code, and the unwind tables of cfi.h. Async-signal-safe. */
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
 * authentication bits, but for a function that a signal interrupted, which has its precise pc. Returns the number of
 * frames, at least 1. `*truncated` tells that the chain went on beyond the depth.
 *
 * From each frame to its caller there are two ways:
 * - where unwind tables tell of the code, by what they tell: libraries and most programs keep no frame pointers;
 * - elsewhere (code made at run time, assembly, what was built without tables) by the frame record, {caller's frame
 *   pointer, return address} (System V ABI for x86-64, 3.4.1; AAPCS64, 6.4.6). Of the leaf the caller may be in the
 * link register alone: machine_lr_is_caller(). It ends where the tables say that nobody has called, or a check fails.
 *
 * Nothing can fault. Of the stack only words are read that are aligned to 8 bytes and lie within the bounds, at or
 * above the stack pointer of their frame, not further from it than WALK_FRAME_MAX; that pointer grows from frame to
 * frame. A table is mapped while its code is. As long as tables alone led from the leaf to a frame, what they name is
 * mapped, and its code is about to be returned to, so no thread may unload it. A frame record may be garbage. Then a
 * word on another page than the stack pointer's may be on one that the program forbids, as the guard of a stack that it
 * made within this one: it is tried first. And such a record may name code that another thread unloads right now: from
 * there on only tables are read of images that always stay, and rows that were read before, cfi_find(). (Tables that
 * are wrong could lead there too; those who wrote them know, because the first exception that passes ends their
 * program.) */
uint32_t walk(const struct registers *registers, const struct stack_bounds *bounds, uint64_t *frames, bool *truncated);

#endif
