/* All code of the system keeps frame pointers there. */
#include "cfi.h"

bool cfi_find(uintptr_t address, bool stays, struct cfi_row *row)
{
	(void)address;
	(void)stays;
	(void)row;
	return false;
}

void cfi_start(void)
{
}
