/* What differs between processors: the registers of an interrupted thread, and how a system call looks in them. One
 * file a processor. All functions are async-signal-safe. */
#ifndef OSPREY_MACHINE_H
#define OSPREY_MACHINE_H

#include "walk.h"

#include <stdbool.h>
#include <stdint.h>

/* A system call that a thread was blocked in, as /proc/PID/task/TID/syscall tells it; pc is behind the call's
 * instruction. */
struct blocked_call {
	uint64_t number, first_argument;
	uint64_t sp, pc; /* pc 0: none */
};

/* The name of the platform in the raw file. */
extern const char machine_platform[];

/* The numbers that unwind tables have for the registers (System V ABI for x86-64, 3.6.2; DWARF for AArch64, 4.1). */
extern const unsigned machine_dwarf_sp, machine_dwarf_fp;

/* Whether a frame record is the last of its frame, so that the caller's stack begins behind it. */
extern const bool machine_record_is_last;

/* `context` is the third argument of a signal handler (ucontext_t). */
void machine_registers(const void *context, struct registers *registers);

/* Whether the signal took the thread out of a system call in which it waited: the call is about to return EINTR, or to
 * be restarted. */
bool machine_waited(const void *context);

/* Whether the thread is behind a system call that was ended by a signal: it returns EINTR. */
bool machine_call_ended(const void *context);

enum { MACHINE_NO_CALL = -1, MACHINE_CALL_TAIL = 16, MACHINE_ARGUMENTS = 6 };

/* The number of the system call that the thread has just come back from: its pc is at most MACHINE_CALL_TAIL bytes
 * behind the call's instruction. MACHINE_NO_CALL when it was elsewhere or the number can't be told. */
long machine_call_left(const void *context);

/* A system call that the thread has come back from, and has not left the instruction behind it. */
struct returned_call {
	long number, result; /* negative: -errno */
	uint64_t arguments[MACHINE_ARGUMENTS];
	bool told; /* it is the one that the thread was seen blocked in */
};

/* False when the thread was elsewhere, or the call can't be told: `told` is what the thread was seen blocked in (pc 0:
 * it was seen running, and may have blocked since); where that does not tell which call it is, the code may. */
bool machine_returned(const void *context, const struct blocked_call *told, struct returned_call *call);

/* Makes the call run once more, and gives it another result. */
void machine_call_again(void *context, const struct returned_call *call);
void machine_give(void *context, long result);

/* Whether machine_returned() knows the call without having been told, in the calls of the C library: then a thread may
 * be interrupted that nobody has looked at before. */
bool machine_tells_calls(void);

/* The address without pointer-authentication bits. */
uintptr_t machine_strip(uintptr_t address);

/* Whether the link register of a thread that was interrupted at `pc` holds the return address of the function that it
 * was in: arm64.h. Nobody asks on machines that have none. */
bool machine_lr_is_caller(uintptr_t pc, uintptr_t lr);

#endif
