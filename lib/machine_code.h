/* What an image's own machine code tells about an address, beside its symbols. One file is open at a time: ask for the
 * addresses of one after the other. */
#ifndef OSPREY_MACHINE_CODE_H
#define OSPREY_MACHINE_CODE_H

#include "eh_frame.h"
#include "symbol_table.h"

enum { STUB_NAME_SIZE = 4096 };

/* Zero-initialise it. */
struct machine_code {
	const char *path; /* of the file that is open, NULL none; of one that can't be read there is nothing to tell */
	bool usable;
	struct elf elf;
	struct eh_frame frames;
	struct symbol_table symbols;
};

/* Whether `address` is in no executable segment, but between two of them for example. */
bool machine_code_lacks(struct machine_code *code, const char *path, uint64_t address);

/* The name of the stub at `address`, as stub_name() gives it. */
bool machine_code_stub(struct machine_code *code, const char *path, uint64_t address, char name[STUB_NAME_SIZE]);

/* Whether signal handlers return to `address`: no call stands before it. */
bool machine_code_restorer(struct machine_code *code, const char *path, uint64_t address);

/* Where the function at `address` begins, by the unwind tables. */
bool machine_code_function(struct machine_code *code, const char *path, uint64_t address, uint64_t *start);

/* Whether a symbol at `symbol` can't be the name of `address`: it has no size that reaches there, and the unwind tables
 * tell of another function that begins between the two. A symbolizer gives whatever has no symbol to such a one. */
bool machine_code_contradicts(struct machine_code *code, const char *path, uint64_t symbol, uint64_t address);

#endif
