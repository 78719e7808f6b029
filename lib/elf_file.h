/* What an ELF file says of itself: its build id and where its code lies. Little-endian, 32 and 64 bits; the layout is
 * the ELF specification's (System V ABI, chapters 4 and 5), read by offsets so that it works where there is no <elf.h>.
 */
#ifndef OSPREY_ELF_FILE_H
#define OSPREY_ELF_FILE_H

#include <stdint.h>

enum { ELF_BUILD_ID_BYTES = 64 };

struct elf_file {
	char build_id[2 * ELF_BUILD_ID_BYTES + 1]; /* hex, lower case; "" when it has none */
	uint64_t text, text_size; /* span of the executable PT_LOAD segments, as the file numbers them; 0 none */
};

/* Reads the headers of `path`. Returns NULL, or why it can't: a text that lives until the next call. Never waits (a
 * FIFO is refused). */
const char *elf_file_read(struct elf_file *elf, const char *path);

#endif
