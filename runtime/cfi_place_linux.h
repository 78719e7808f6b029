/* Where unwind tables say that a value is: as registers, offsets and expressions tell. */
#ifndef OSPREY_CFI_PLACE_LINUX_H
#define OSPREY_CFI_PLACE_LINUX_H

#include "cfi_table_linux.h"

/* Small, as there is little room on the stack of a handler. */
struct cfi_place {
	int32_t offset;
	uint16_t more; /* struct cfi_row */
	uint8_t from;  /* enum cfi_from */
};

/* CFI_ELSEWHERE when the offset is more than a row can hold. */
struct cfi_place cfi_place(enum cfi_from from, int64_t offset);

/* By the number that tables give it: CFI_SP, CFI_FP, or CFI_ELSEWHERE. */
enum cfi_from cfi_from_register(uint64_t number);

/* REGISTER + offset, or what the memory there holds, or that + more: what compilers and OpenSSL make of expressions.
 * Others are CFI_ELSEWHERE. */
struct cfi_place cfi_expression(struct cfi_bytes code);

/* Linkers say of the stubs of a library's functions: CFA = rsp + 8 + (((rip & 15) >= N) << 3), as the second
 * instruction of a stub of 16 bytes pushes. False when it is another expression. */
bool cfi_stub(struct cfi_bytes code, uintptr_t address, struct cfi_place *cfa);

#endif
