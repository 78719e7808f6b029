/* The stubs through which an ELF file calls what others define: they have no symbols of their own, and symbolizers give
 * them to the function in front. x86-64 and arm64. */
#ifndef OSPREY_STUBS_H
#define OSPREY_STUBS_H

#include "elf.h"

/* Whether the address is in a section of stubs. `name` then is that of the function behind the stub, with "@plt", or ""
 * when it is not known. */
bool stub_name(const struct elf *elf, uint64_t address, char *name, size_t size);

#endif
