/* Answers of a symbolizer for one file, as bytes that can be kept. The bytes are those of this machine: numbers in its
 * order. Every number in them is checked before it is used, and a checksum over all tells of damage.
 *
 *     header, places sorted by address, frames of the places, frames, texts */
#ifndef OSPREY_NAME_STORE_H
#define OSPREY_NAME_STORE_H

#include "intern.h"
#include "record.h"

enum { STORE_BYTES_LIMIT = 16 << 20 };

/* Bytes that were read, whole and checked. Zero-initialise it. */
struct name_store {
	char *bytes; /* NULL: empty */
	const struct store_header *header;
	const struct stored_place *places;
	const uint32_t *lists;
	const struct stored_frame *frames;
	const char *texts;
};

/* Takes `size` bytes, which it will free. What is not whole or can't be right is empty. */
void name_store_open(struct name_store *store, char *bytes, size_t size);
void name_store_close(struct name_store *store);

/* Frames of one answer, as on_answer() wants them. Zero-initialise it; it is used again for each. */
struct name_frames {
	struct frame *frames;
	size_t count, capacity;
};

/* The answer for an address; its texts live as long as the store. False when the address is not there. */
bool name_store_find(const struct name_store *store, uint64_t addr, struct name_frames *found);

/* Answers that come. Zero-initialise it. */
struct name_batch {
	struct intern texts, frames; /* of frames in their stored form */
	struct stored_place *places;
	size_t place_count, place_capacity;
	uint32_t *lists;
	size_t list_count, list_capacity;
	uint32_t *text_at; /* by text: where it stands among the bytes */
	size_t text_capacity;
	size_t text_bytes;
};

void name_batch_add(struct name_batch *batch, uint64_t addr, const struct frame *frames, size_t count);

/* Adds all that a store has. */
void name_batch_add_store(struct name_batch *batch, const struct name_store *store);

/* Writes it to `fd`, sorted, without the second of two answers for one address. False when that failed. */
bool name_batch_write(struct name_batch *batch, int fd);

void name_batch_free(struct name_batch *batch);

#endif
