#include "named_frames.h"

#include "die.h"

#include <string.h>

/* Its bytes are part of a key: no padding. */
struct numbers {
	uint32_t line, column, start_line, kind, inlined, mapped, image;
};

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
	size_t name_size = strlen(frame->name) + 1, file_size = strlen(frame->file) + 1;
	size_t size = sizeof(numbers) + name_size + file_size;
	uint32_t key;

	frames->key = mem_grow(frames->key, &frames->key_capacity, size, 1);
	memcpy(frames->key, &numbers, sizeof(numbers));
	memcpy(frames->key + sizeof(numbers), frame->name, name_size);
	memcpy(frames->key + sizeof(numbers) + name_size, frame->file, file_size);
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
