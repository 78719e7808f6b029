#include "eh_frame.h"

#include "mem.h"

#include <stdlib.h>
#include <string.h>

enum {
	HEADER_BYTES = 12, /* version, three encodings, the place of .eh_frame, the number of entries */
	ENTRY_BYTES = 8,
	ENTRIES_LIMIT = 1 << 21,
	UNSIGNED_4 = 0x03, /* encodings of numbers */
	SIGNED_4 = 0x0b,
	RELATIVE_SIGNED_4 = 0x3b, /* to the table */
	FORM_MASK = 0x0f,
	RELATIVE_MASK = 0x70,
	RELATIVE_TO_ITSELF = 0x10,
	ENTRY_LOOK = 40, /* bytes of an entry that are looked at */
	COMMON_LOOK = 64
};

/* The table that linkers make. */
static void read_table(struct eh_frame *frames, const struct elf *elf)
{
	unsigned char header[HEADER_BYTES];
	const struct elf_segment *segment = NULL;
	uint64_t count;

	for (size_t i = 0; i < elf->segment_count; i++)
		if (elf->segments[i].type == ELF_EH_FRAME)
			segment = &elf->segments[i];
	if (!segment || elf_read_address(elf, segment->address, header, sizeof(header)) < sizeof(header))
		return;
	if (header[0] != 1 || ((header[1] & FORM_MASK) != SIGNED_4 && (header[1] & FORM_MASK) != UNSIGNED_4) ||
	    header[2] != UNSIGNED_4 || header[3] != RELATIVE_SIGNED_4)
		return;
	count = little_endian(header + 8, 4);
	if (count > ENTRIES_LIMIT || count * ENTRY_BYTES > elf->file.size)
		return;
	frames->table = mem_new(count, ENTRY_BYTES);
	frames->count = elf_read_address(elf, segment->address + HEADER_BYTES, frames->table, count * ENTRY_BYTES) /
			ENTRY_BYTES;
	frames->address = segment->address;
}

/* The table's number `at`: the place of function at/2, or of its entry. */
static uint64_t place(const struct eh_frame *frames, size_t at)
{
	return frames->address + (uint64_t)(int32_t)little_endian(frames->table + 4 * at, 4);
}

static uint64_t leb(const unsigned char *bytes, size_t count, size_t *at)
{
	uint64_t value = 0;
	unsigned shift = 0;

	while (*at < count) {
		unsigned char byte = bytes[(*at)++];

		value |= shift < 64 ? (uint64_t)(byte & 0x7f) << shift : 0;
		shift += 7;
		if (!(byte & 0x80))
			break;
	}
	return value;
}

static size_t bytes_of(unsigned char encoding, const struct elf *elf)
{
	static const unsigned char bytes[8] = {0, 0, 2, 4, 8, 0, 0, 0};
	size_t size = bytes[encoding & 7];

	return (encoding & 7) == 0 ? elf->word : size;
}

/* The encoding of addresses in the entries that share this common entry; its augmentation "zPLR" tells it. A missing
 * byte reads as 0. */
static unsigned char encoding_of(const struct elf *elf, uint64_t common)
{
	unsigned char bytes[COMMON_LOOK + 1] = {0};
	size_t count = elf_read_address(elf, common, bytes, COMMON_LOOK), at = 9;
	const char *augmentation = (const char *)bytes + at;

	if (*augmentation != 'z')
		return 0;
	at += strlen(augmentation) + 1;
	leb(bytes, count, &at); /* alignment of code, and of data */
	leb(bytes, count, &at);
	leb(bytes, count, &at); /* register of the return address; a byte in version 1, where it is below 0x80 */
	leb(bytes, count, &at); /* length of what follows */
	for (augmentation++; *augmentation && at < count; augmentation++) {
		if (*augmentation == 'R')
			return bytes[at];
		if (*augmentation == 'P')
			at += bytes_of(bytes[at], elf);
		if (*augmentation == 'P' || *augmentation == 'L')
			at++;
	}
	return 0;
}

/* An entry: its length, the distance back to its common entry, where the function begins, its length. */
static uint64_t size_of(const struct elf *elf, uint64_t entry)
{
	unsigned char bytes[ENTRY_LOOK] = {0};
	size_t size;

	if (elf_read_address(elf, entry, bytes, sizeof(bytes)) < 8)
		return 0;
	size = bytes_of(encoding_of(elf, entry + 4 - little_endian(bytes + 4, 4)), elf);
	return little_endian(bytes + 8 + size, size);
}

static void put_place(struct eh_frame *frames, size_t at, uint64_t address)
{
	uint32_t distance = (uint32_t)(address - frames->address);

	for (size_t i = 0; i < 4; i++)
		frames->table[4 * at + i] = (unsigned char)(distance >> 8 * i);
}

/* Adds an entry that lies at `entry`; a common one has 0 for its distance. */
static void add_entry(struct eh_frame *frames, const struct elf *elf, uint64_t entry, size_t *capacity)
{
	unsigned char bytes[ENTRY_LOOK] = {0}, encoding;
	uint64_t start;

	elf_read_address(elf, entry, bytes, sizeof(bytes));
	if (!little_endian(bytes + 4, 4))
		return;
	encoding = encoding_of(elf, entry + 4 - little_endian(bytes + 4, 4));
	start = little_endian(bytes + 8, bytes_of(encoding, elf));
	if ((encoding & FORM_MASK) == SIGNED_4)
		start = (uint64_t)(int32_t)start;
	if ((encoding & RELATIVE_MASK) == RELATIVE_TO_ITSELF)
		start += entry + 8;
	frames->table = mem_grow(frames->table, capacity, frames->count + 1, ENTRY_BYTES);
	put_place(frames, 2 * frames->count, start);
	put_place(frames, 2 * frames->count + 1, entry);
	frames->count++;
}

static int compare_entries(const void *left, const void *right)
{
	int32_t a = (int32_t)little_endian(left, 4), b = (int32_t)little_endian(right, 4);

	return a < b ? -1 : a > b;
}

/* Static programs have entries and no table. */
static void make_table(struct eh_frame *frames, const struct elf *elf)
{
	const struct elf_section *section = elf_section(elf, ".eh_frame");
	unsigned char length[4];
	size_t capacity = 0;

	if (!section)
		return;
	frames->address = section->address;
	for (uint64_t at = 0; at + sizeof(length) < section->size && frames->count < ENTRIES_LIMIT;
	     at += 4 + little_endian(length, 4)) {
		if (elf_read_address(elf, section->address + at, length, sizeof(length)) < sizeof(length))
			break;
		if (little_endian(length, 4))
			add_entry(frames, elf, section->address + at, &capacity);
	}
	if (frames->count)
		qsort(frames->table, frames->count, ENTRY_BYTES, compare_entries);
}

void eh_frame_open(struct eh_frame *frames, const struct elf *elf)
{
	*frames = (struct eh_frame){.count = 0};
	read_table(frames, elf);
	if (!frames->count)
		make_table(frames, elf);
}

bool eh_frame_find(struct eh_frame *frames, const struct elf *elf, uint64_t address, uint64_t *start)
{
	size_t low = 0, high = frames->count;

	if (address - frames->start >= frames->end - frames->start) {
		while (low < high) {
			size_t middle = low + (high - low) / 2;

			if (place(frames, 2 * middle) <= address)
				low = middle + 1;
			else
				high = middle;
		}
		if (!low)
			return false;
		frames->start = place(frames, 2 * (low - 1));
		frames->end = frames->start + size_of(elf, place(frames, 2 * (low - 1) + 1));
	}
	*start = frames->start;
	return address - frames->start < frames->end - frames->start;
}
