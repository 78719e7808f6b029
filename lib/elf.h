/* The parts of an ELF file: segments and sections. Little-endian, 32 and 64 bits; the layout is the ELF specification's
 * (System V ABI, chapters 4 and 5), read by offsets so that it works where there is no <elf.h>. */
#ifndef OSPREY_ELF_H
#define OSPREY_ELF_H

#include "binary.h"

enum {
	ELF_LOAD = 1, /* types of segments */
	ELF_NOTE = 4,
	ELF_EH_FRAME = 0x6474e550,
	ELF_EXECUTABLE = 1, /* a segment's flag */
	ELF_SYMTAB = 2,	    /* types of sections */
	ELF_RELA = 4,
	ELF_NOTES = 7,
	ELF_NOBITS = 8,
	ELF_DYNSYM = 11,
	ELF_SECTION_EXECUTABLE = 4, /* a section's flag */
	ELF_X86_64 = 62,	    /* machines */
	ELF_AARCH64 = 183
};

struct elf_segment {
	uint32_t type, flags;
	uint64_t offset, address, file_size, size;
};

struct elf_section {
	const char *name;
	uint32_t type, link;
	uint64_t flags, address, offset, size, entry_size;
};

struct elf {
	struct binary file;
	size_t word; /* bytes of an address: 4 or 8 */
	uint32_t machine;
	struct elf_segment *segments;
	struct elf_section *sections;
	size_t segment_count, section_count;
	char *names; /* of the sections */
};

/* Reads the headers of an open file that begins as ELF does. Returns NULL, or why it can't. A section table that is cut
 * off counts as none: the segments suffice to run. elf_close() frees what it holds and closes the file; after a failure
 * too. */
const char *elf_read(struct elf *elf, const struct binary *file);
void elf_close(struct elf *elf);

/* The section of that name that has its bytes in the file, or NULL. */
const struct elf_section *elf_section(const struct elf *elf, const char *name);

/* How many of `count` bytes at an address of the loaded image the file holds. */
size_t elf_read_address(const struct elf *elf, uint64_t address, void *bytes, size_t count);

#endif
