/* Where functions begin and end, as the unwind tables of an ELF file tell: these stay when its symbols are stripped.
 * Sources: Linux Standard Base Core, "Exception Frames" and "DWARF Extensions" (.eh_frame, .eh_frame_hdr). */
#ifndef OSPREY_EH_FRAME_H
#define OSPREY_EH_FRAME_H

#include "elf.h"

struct eh_frame {
	unsigned char *table; /* of .eh_frame_hdr, sorted: places of a function and of its entry */
	size_t count;
	uint64_t address;    /* what they are relative to */
	uint64_t start, end; /* of the function that was found last */
};

/* Reads the table; without one, or with one in a form that linkers don't make, it is empty. The caller frees table. */
void eh_frame_open(struct eh_frame *frames, const struct elf *elf);

/* Where the function that holds `address` begins; false when no function is known to hold it. */
bool eh_frame_find(struct eh_frame *frames, const struct elf *elf, uint64_t address, uint64_t *start);

#endif
