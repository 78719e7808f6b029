#include "name_store_form.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Where the text stands among the bytes. */
static uint32_t text_place(struct name_batch *batch, const char *text)
{
	bool added;
	size_t size = strlen(text) + 1;
	uint32_t number = intern(&batch->texts, text, size, &added);

	if (!added)
		return batch->text_at[number];
	batch->text_at = mem_grow(batch->text_at, &batch->text_capacity, (size_t)number + 1, sizeof(*batch->text_at));
	batch->text_at[number] = (uint32_t)batch->text_bytes;
	batch->text_bytes += size;
	return batch->text_at[number];
}

static size_t bytes_of(const struct name_batch *batch)
{
	return sizeof(struct store_header) + batch->place_count * sizeof(*batch->places) +
	       batch->frames.count * sizeof(struct stored_frame) + batch->list_count * sizeof(*batch->lists) +
	       batch->text_bytes;
}

static void add_frame(struct name_batch *batch, const struct frame *frame)
{
	struct stored_frame stored = {
		.start = frame->addr,
		.name = text_place(batch, frame->name),
		.file = text_place(batch, frame->file),
		.line = frame->line,
		.column = frame->column,
		.start_line = frame->start_line,
	};

	batch->lists = mem_grow(batch->lists, &batch->list_capacity, batch->list_count + 1, sizeof(*batch->lists));
	batch->lists[batch->list_count++] = intern(&batch->frames, &stored, sizeof(stored), NULL);
}

void name_batch_add(struct name_batch *batch, uint64_t addr, const struct frame *frames, size_t count)
{
	struct stored_place place = {addr, (uint32_t)batch->list_count, (uint32_t)count};
	size_t largest = count * sizeof(struct stored_frame);

	for (size_t i = 0; i < count; i++)
		largest += strlen(frames[i].name) + strlen(frames[i].file);
	if (bytes_of(batch) + 2 * largest > STORE_BYTES_LIMIT)
		return;
	for (size_t i = 0; i < count; i++)
		add_frame(batch, &frames[i]);
	batch->places = mem_grow(batch->places, &batch->place_capacity, batch->place_count + 1, sizeof(*batch->places));
	batch->places[batch->place_count++] = place;
}

void name_batch_add_store(struct name_batch *batch, const struct name_store *store)
{
	struct name_frames found = {.count = 0};

	for (uint32_t i = 0; store->bytes && i < store->header->places; i++) {
		name_frames_take(&found, store, &store->places[i]);
		name_batch_add(batch, store->places[i].addr, found.frames, found.count);
	}
	free(found.frames);
}

static int compare_places(const void *left, const void *right)
{
	const struct stored_place *a = left, *b = right;

	return a->addr < b->addr ? -1 : a->addr > b->addr;
}

static void sort(struct name_batch *batch)
{
	size_t kept = 0;

	qsort(batch->places, batch->place_count, sizeof(*batch->places), compare_places);
	for (size_t i = 0; i < batch->place_count; i++)
		if (!kept || batch->places[kept - 1].addr != batch->places[i].addr)
			batch->places[kept++] = batch->places[i];
	batch->place_count = kept;
}

static char *put(char *at, const void *bytes, size_t size)
{
	if (size)
		memcpy(at, bytes, size);
	return at + size;
}

static bool write_all(int fd, const char *bytes, size_t size)
{
	while (size) {
		ssize_t written = write(fd, bytes, size);

		if (written < 0 && errno == EINTR)
			continue;
		if (written <= 0)
			return false;
		bytes += written;
		size -= (size_t)written;
	}
	return true;
}

bool name_batch_write(struct name_batch *batch, int fd)
{
	struct store_header header;
	char *bytes, *at;
	size_t size;
	bool done;

	sort(batch);
	size = bytes_of(batch);
	bytes = mem_new(size, 1);
	header = (struct store_header){.places = (uint32_t)batch->place_count,
				       .lists = (uint32_t)batch->list_count,
				       .frames = (uint32_t)batch->frames.count,
				       .texts = (uint32_t)batch->text_bytes};
	memcpy(header.magic, STORE_MAGIC, sizeof(header.magic));
	at = put(bytes + sizeof(header), batch->places, batch->place_count * sizeof(*batch->places));
	for (uint32_t i = 0; i < batch->frames.count; i++)
		at = put(at, intern_key(&batch->frames, i), sizeof(struct stored_frame));
	at = put(at, batch->lists, batch->list_count * sizeof(*batch->lists));
	for (uint32_t i = 0; i < batch->texts.count; i++)
		at = put(at, intern_key(&batch->texts, i), batch->texts.keys[i].length);
	header.checksum = store_checksum(0, bytes + sizeof(header), size - sizeof(header));
	put(bytes, &header, sizeof(header));
	done = write_all(fd, bytes, size);
	free(bytes);
	return done;
}

void name_batch_free(struct name_batch *batch)
{
	free(batch->texts.keys);
	free(batch->texts.slots);
	free(batch->frames.keys);
	free(batch->frames.slots);
	free(batch->places);
	free(batch->lists);
	free(batch->text_at);
	*batch = (struct name_batch){.place_count = 0};
}
