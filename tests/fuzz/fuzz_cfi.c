/* Tables of call frames of any bytes: an image of nothing but them, where nothing outside of it may be read. The first
 * four bytes tell how far from its beginning the address is that is looked for. */
#include "cfi_table_linux.h"

#include <string.h>

/* Those of the sandbox keep something in front of the memory. */
#undef malloc
#undef free

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	unsigned char *image;
	struct cfi_bytes all;
	struct cfi_function function;
	struct cfi_row row;
	uintptr_t address;
	int32_t distance;

	if (size < sizeof(distance))
		return 0;
	memcpy(&distance, bytes, sizeof(distance));
	size -= sizeof(distance);
	image = malloc(size + !size);
	memcpy(image, bytes + sizeof(distance), size);
	all = (struct cfi_bytes){image, image + size};
	address = (uintptr_t)image + (uintptr_t)(intptr_t)distance;
	if (cfi_function_find(image, &all, address, &function) && cfi_function_run(&function, address, &row) &&
	    (row.cfa_from > CFI_AT_CFA || row.return_address_from > CFI_AT_CFA || row.fp_from > CFI_AT_CFA))
		abort();
	free(image);
	return 0;
}
