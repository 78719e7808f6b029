/* The tables of one image. Sources: Linux Standard Base Core, "Exception Frames" (.eh_frame, .eh_frame_hdr); DWARF 4,
 * 6.4. All is little-endian, as the machines are. */
#ifndef OSPREY_CFI_TABLE_LINUX_H
#define OSPREY_CFI_TABLE_LINUX_H

#include "cfi.h"

#include <stddef.h>

/* What may be read, from `at` on. What lies behind its end reads as 0. */
struct cfi_bytes {
	const unsigned char *at, *end;
};

uint64_t cfi_number(struct cfi_bytes *bytes, size_t size); /* 1, 2, 4 or 8 bytes, unsigned */
uint64_t cfi_unsigned(struct cfi_bytes *bytes);		   /* ULEB128 */
int64_t cfi_signed(struct cfi_bytes *bytes);		   /* SLEB128 */

/* Takes the next `size` bytes, or as many as there are. */
struct cfi_bytes cfi_take(struct cfi_bytes *bytes, uint64_t size);

/* A function's part of the tables. */
struct cfi_function {
	struct cfi_bytes common, own; /* instructions: for all that are like it, and its own */
	uintptr_t start;	      /* of its code */
	uint32_t code_factor;	      /* bytes */
	int32_t data_factor;	      /* bytes */
	uint32_t return_register;
	bool is_signal; /* struct cfi_row */
	bool has_named; /* it has data for the augmentation */
};

/* Of the image whose .eh_frame_hdr is at `header`, and whose memory is [start, end): nothing else is read. False when
 * no function is known to hold `address`. */
bool cfi_function_find(const unsigned char *header, const struct cfi_bytes *image, uintptr_t address,
		       struct cfi_function *function);

/* Runs the function's instructions up to `address`. False when the caller can't be told. */
bool cfi_function_run(const struct cfi_function *function, uintptr_t address, struct cfi_row *row);

#endif
