/* The named frames of an output, each once: two are the same when all their fields but the id are. Zero-initialise it.
 */
#ifndef OSPREY_NAMED_FRAMES_H
#define OSPREY_NAMED_FRAMES_H

#include "intern.h"
#include "record.h"

struct named_frames {
	struct intern keys;
	uint32_t *ids; /* by key */
	size_t capacity;
	uint32_t next_id; /* above all ids in use */
	char *key;	  /* room to build one in */
	size_t key_capacity;
};

/* The id of this frame in the output. `*added` tells that it is new and has to be written there. Dies when there are no
 * ids left. */
uint32_t named_frames_id(struct named_frames *frames, const struct frame *frame, bool *added);

/* Notes a frame that went to the output under its own id. */
void named_frames_keep(struct named_frames *frames, const struct frame *frame);

#endif
