#include "named_frames.h"

#include "die.h"

#include <string.h>

/* Its bytes are part of a key: no padding. */
struct numbers {
	uint32_t line, column, start_line, kind, inlined, mapped, image;
};

static void add_to_key(struct named_frames *frames, size_t *size, const void *bytes, size_t count)
{
	frames->key = mem_grow(frames->key, &frames->key_capacity, *size + count, 1);
	memcpy(frames->key + *size, bytes, count);
	*size += count;
}

static uint32_t key_of(struct named_frames *frames, const struct frame *frame, bool *added)
{
	struct numbers numbers = {
		.line = frame->line,
		.column = frame->column,
		.start_line = frame->start_line,
		.kind = frame->kind,
		.inlined = frame->inlined,
		.mapped = frame->mapped,
		.image = frame->mapped ? frame->image : 0,
	};
	size_t size = 0;
	uint32_t key;

	add_to_key(frames, &size, &numbers, sizeof(numbers));
	add_to_key(frames, &size, frame->name, strlen(frame->name) + 1);
	add_to_key(frames, &size, frame->file, strlen(frame->file) + 1);
	if (frame->linkage)
		add_to_key(frames, &size, frame->linkage, strlen(frame->linkage));
	key = intern(&frames->keys, frames->key, size, added);
	frames->ids = mem_grow(frames->ids, &frames->capacity, frames->keys.count, sizeof(*frames->ids));
	return key;
}

uint32_t named_frames_id(struct named_frames *frames, const struct frame *frame, bool *added)
{
	uint32_t key = key_of(frames, frame, added);

	if (*added) {
		if (frames->next_id >= RECORD_ID_LIMIT)
			die("%s: more than %d frames", record_place(), RECORD_ID_LIMIT);
		frames->ids[key] = frames->next_id++;
	}
	return frames->ids[key];
}

void named_frames_keep(struct named_frames *frames, const struct frame *frame)
{
	bool added;
	uint32_t key = key_of(frames, frame, &added);

	if (added)
		frames->ids[key] = frame->id;
	if (frames->next_id <= frame->id)
		frames->next_id = frame->id + 1;
}
