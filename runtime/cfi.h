/* Call frame information: the tables by which C++ exceptions find their way tell of any place in the code where the
 * caller stands, whether there is a frame pointer or not. Libraries and programs carry them unless they were built
 * without. Async-signal-safe: nothing is allocated, no lock is taken. */
#ifndef OSPREY_CFI_H
#define OSPREY_CFI_H

#include <stdbool.h>
#include <stdint.h>

/* Where a value is: so many bytes from what a register holds, or in the memory there. CFA is the canonical frame
 * address: the stack pointer of the caller, once it goes on. */
enum cfi_from {
	CFI_NOWHERE,   /* it has no value: what has no return address was not called */
	CFI_ELSEWHERE, /* where this can't tell */
	CFI_KEPT,      /* in the register itself, which the function has not touched */
	CFI_SP,
	CFI_FP,
	CFI_AT_SP, /* in memory */
	CFI_AT_FP,
	CFI_AT_CFA
};

/* How to go from one place in the code to the caller. */
struct cfi_row {
	int32_t cfa, return_address, fp; /* bytes */
	unsigned cfa_from : 4, return_address_from : 4, fp_from : 4;
	unsigned cfa_more : 16; /* bytes to add to what was read */
	unsigned is_signal : 1; /* the caller was interrupted: it has not called, and goes on at its very instruction */
};

/* The row of the code at `address`; false when the tables don't tell, or in a way that is not followed here.
 *
 * `stays` says that no other thread can unload that code meanwhile, since a function in it is on the stack of this one.
 * Otherwise it is an address that a garbled stack may have made up, and only what was read before, or what is never
 * unloaded, is looked at. */
bool cfi_find(uintptr_t address, bool stays, struct cfi_row *row);

/* Before the first of these, and before the program can load or unload libraries. */
void cfi_start(void);

#endif
