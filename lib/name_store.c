#include "name_store.h"

#include "name_store_form.h"

#include <stdlib.h>
#include <string.h>

uint64_t store_checksum(uint64_t sum, const void *bytes, size_t size)
{
	const unsigned char *byte = bytes;

	for (; size >= 8; size -= 8, byte += 8) {
		uint64_t word;

		memcpy(&word, byte, sizeof(word));
		sum = (sum ^ word) * 0x9e3779b97f4a7c15;
		sum ^= sum >> 29;
	}
	for (; size; size--)
		sum = (sum ^ *byte++) * 0x100000001b3;
	return sum;
}

static bool places_are_right(const struct name_store *store)
{
	const struct stored_place *places = store->places;

	for (uint32_t i = 0; i < store->header->places; i++) {
		if (places[i].first > store->header->lists ||
		    places[i].count > store->header->lists - places[i].first ||
		    (i && places[i - 1].addr >= places[i].addr))
			return false;
	}
	return true;
}

static bool frames_are_right(const struct name_store *store)
{
	const struct store_header *header = store->header;

	for (uint32_t i = 0; i < header->lists; i++)
		if (store->lists[i] >= header->frames)
			return false;
	for (uint32_t i = 0; i < header->frames; i++)
		if (store->frames[i].name >= header->texts || store->frames[i].file >= header->texts)
			return false;
	return !header->frames || !store->texts[header->texts - 1];
}

static bool is_right(struct name_store *store, size_t size)
{
	const struct store_header *header = store->header = (const void *)store->bytes;
	uint64_t sum;

	if (size < sizeof(*header) || memcmp(header->magic, STORE_MAGIC, sizeof(header->magic)) != 0)
		return false;
	if (size != sizeof(*header) + header->places * (uint64_t)sizeof(*store->places) +
			    header->frames * (uint64_t)sizeof(*store->frames) +
			    header->lists * (uint64_t)sizeof(*store->lists) + header->texts)
		return false;
	sum = store_checksum(0, store->bytes + sizeof(*header), size - sizeof(*header));
	store->places = (const void *)(header + 1);
	store->frames = (const void *)(store->places + header->places);
	store->lists = (const void *)(store->frames + header->frames);
	store->texts = (const char *)(store->lists + header->lists);
	return sum == header->checksum && places_are_right(store) && frames_are_right(store);
}

void name_store_open(struct name_store *store, char *bytes, size_t size)
{
	*store = (struct name_store){.bytes = bytes};
	if (!is_right(store, size))
		name_store_close(store);
}

void name_store_close(struct name_store *store)
{
	free(store->bytes);
	*store = (struct name_store){.bytes = NULL};
}

static struct frame frame_of(const struct name_store *store, const struct stored_place *place, uint32_t number)
{
	const struct stored_frame *frame = &store->frames[store->lists[place->first + number]];

	return (struct frame){
		.named = true,
		.name = store->texts + frame->name,
		.file = store->texts + frame->file,
		.line = frame->line,
		.column = frame->column,
		.start_line = frame->start_line,
		.addr = frame->start,
		.inlined = number + 1 < place->count,
	};
}

void name_frames_take(struct name_frames *found, const struct name_store *store, const struct stored_place *place)
{
	found->frames = mem_grow(found->frames, &found->capacity, place->count + (size_t)1, sizeof(*found->frames));
	found->count = place->count;
	for (uint32_t i = 0; i < place->count; i++)
		found->frames[i] = frame_of(store, place, i);
}

bool name_store_find(const struct name_store *store, uint64_t addr, struct name_frames *found)
{
	size_t low = 0, high = store->bytes ? store->header->places : 0;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (store->places[middle].addr == addr) {
			name_frames_take(found, store, &store->places[middle]);
			return true;
		}
		if (store->places[middle].addr < addr)
			low = middle + 1;
		else
			high = middle;
	}
	return false;
}
