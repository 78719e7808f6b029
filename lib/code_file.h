/* What a file of machine code says of itself: an ELF file, or one architecture of a Mach-O file. */
#ifndef OSPREY_CODE_FILE_H
#define OSPREY_CODE_FILE_H

#include "binary.h"

enum { BUILD_ID_BYTES = 64, DEBUG_LINK_SIZE = 256 };

struct code_file {
	char build_id[2 * BUILD_ID_BYTES + 1]; /* hex, lower case; of Mach-O the UUID; "" when it has none */
	uint64_t text, text_size;	       /* span of the executable segments, as the file numbers them; 0 none */
	uint64_t size, mtime_ns;	       /* of the file */
	bool macho;
	bool symbols;			  /* it has a symbol table that is not only what it exports */
	bool lines;			  /* it has DWARF */
	bool zstd;			  /* which is compressed by zstd: few can read that */
	char debug_link[DEBUG_LINK_SIZE]; /* base name of its separate debug file; "" when it names none */
	uint32_t debug_crc;		  /* of that file */
};

/* Reads the headers of `path`; `arch` picks the architecture of a Mach-O file ("arm64e"). Returns NULL, or why it
 * can't: a text that lives until the next call. Never waits (a FIFO is refused). */
const char *code_file_read(struct code_file *code, const char *path, const char *arch);

/* What code_file_read() calls for the two kinds. The ELF reader closes the file. */
const char *elf_file_read(struct code_file *code, const struct binary *file);
const char *macho_file_read(struct code_file *code, const struct binary *file, const char *arch);

#endif
