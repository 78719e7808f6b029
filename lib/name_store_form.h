/* How a name_store lies in its bytes. */
#ifndef OSPREY_NAME_STORE_FORM_H
#define OSPREY_NAME_STORE_FORM_H

#include "name_store.h"

/* Another version, or byte order, has other first bytes. */
#define STORE_MAGIC ((const char *)&(const uint64_t[]){0x322e6d616e70736fULL, 0x0102030405060708ULL})

struct store_header {
	char magic[16];
	uint32_t places, lists, frames, texts; /* of texts: bytes */
	uint64_t checksum;		       /* of all that follows */
};

struct stored_place {
	uint64_t addr;
	uint32_t first, count; /* in the lists, innermost first */
};

struct stored_frame {
	uint64_t start;	     /* of the function, as the symbolizer told */
	uint32_t name, file; /* in the texts, which end in NUL */
	uint32_t line, column, start_line, zero;
};

uint64_t store_checksum(uint64_t sum, const void *bytes, size_t size);
void name_frames_take(struct name_frames *found, const struct name_store *store, const struct stored_place *place);

#endif
