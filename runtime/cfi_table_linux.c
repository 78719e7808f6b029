/* Functions called:
 *   memcpy
 */
#include "cfi_table_linux.h"

#include <string.h>

enum {
	HEADER_BYTES = 12, /* version, three encodings, the place of .eh_frame, the number of entries */
	ENTRY_BYTES = 8,
	UNSIGNED_4 = 0x03, /* encodings of numbers */
	RELATIVE_SIGNED_4 = 0x3b,
	FORM_MASK = 0x07,
	ADDRESS_ALIGNED = 0x50
};

struct entry {
	int32_t start, place; /* of the code, of its part of the tables; from the header */
};

uint64_t cfi_number(struct cfi_bytes *bytes, size_t size)
{
	struct cfi_bytes taken = cfi_take(bytes, size);
	uint64_t value = 0;

	while (taken.end > taken.at)
		value = value << 8 | *--taken.end;
	return value;
}

/* LEB128: 7 bits a byte, lowest first; the highest bit says that more follow. `*bits` tells how many there are. */
static uint64_t leb(struct cfi_bytes *bytes, unsigned *bits)
{
	const unsigned char *at = bytes->at;
	uint64_t value = 0;
	bool more = true;

	for (*bits = 0; more && at < bytes->end; *bits += 7, at++) {
		value |= *bits < 64 ? (uint64_t)(*at & 0x7f) << *bits : 0;
		more = *at & 0x80;
	}
	bytes->at = at;
	return value;
}

uint64_t cfi_unsigned(struct cfi_bytes *bytes)
{
	unsigned bits;

	return leb(bytes, &bits);
}

int64_t cfi_signed(struct cfi_bytes *bytes)
{
	unsigned bits;
	uint64_t value = leb(bytes, &bits);
	bool negative = bits && bits < 64 && value >> (bits - 1);

	return (int64_t)(negative ? value | UINT64_MAX << bits : value);
}

struct cfi_bytes cfi_take(struct cfi_bytes *bytes, uint64_t size)
{
	struct cfi_bytes taken = *bytes;

	if (size < (uint64_t)(bytes->end - bytes->at))
		taken.end = bytes->at + size;
	bytes->at = taken.end;
	return taken;
}

static struct entry entry_of(const unsigned char *header, size_t index)
{
	struct entry entry;

	memcpy(&entry, header + HEADER_BYTES + index * ENTRY_BYTES, sizeof(entry));
	return entry;
}

/* The last entry at or before `address`, by the table that linkers make, which is sorted. */
static bool find_entry(const unsigned char *header, const struct cfi_bytes *image, uintptr_t address,
		       struct entry *entry)
{
	struct cfi_bytes bytes = {header, image->end};
	int64_t wanted = (int64_t)(address - (uintptr_t)header);
	uint64_t low = 0, high;

	if (header < image->at || image->end - header < HEADER_BYTES || header[0] != 1 || header[2] != UNSIGNED_4 ||
	    header[3] != RELATIVE_SIGNED_4)
		return false;
	cfi_take(&bytes, HEADER_BYTES - 4);
	high = cfi_number(&bytes, 4);
	if (high > (uint64_t)(bytes.end - bytes.at) / ENTRY_BYTES)
		return false;
	while (low < high) {
		uint64_t middle = low + (high - low) / 2;

		if (entry_of(header, middle).start <= wanted)
			low = middle + 1;
		else
			high = middle;
	}
	if (low)
		*entry = entry_of(header, low - 1);
	return low != 0;
}

/* What lies there, behind its length (of 32 bits: nobody has tables of 4 GB). */
static struct cfi_bytes record_at(uintptr_t place, const struct cfi_bytes *image)
{
	struct cfi_bytes bytes = {image->at, image->end};
	uint64_t length;

	cfi_take(&bytes, place - (uintptr_t)image->at);
	length = cfi_number(&bytes, 4);
	return cfi_take(&bytes, length <= (uint64_t)(bytes.end - bytes.at) ? length : 0);
}

static size_t size_of(unsigned encoding)
{
	static const unsigned char sizes[FORM_MASK + 1] = {sizeof(uintptr_t), 0, 2, 4, 8, 0, 0, 0};

	return encoding == ADDRESS_ALIGNED ? 0 : sizes[encoding & FORM_MASK];
}

/* What the letters of the augmentation stand for. `*encoding` is that of addresses in the functions' own parts. */
static bool read_named(struct cfi_bytes letters, struct cfi_bytes named, struct cfi_function *function,
		       unsigned *encoding)
{
	unsigned letter, personality;

	while ((letter = (unsigned)cfi_number(&letters, 1)) != 0) {
		if (letter == 'R') {
			*encoding = (unsigned)cfi_number(&named, 1);
		} else if (letter == 'P') {
			personality = (unsigned)cfi_number(&named, 1);
			if (!size_of(personality))
				return false;
			cfi_take(&named, size_of(personality));
		} else if (letter == 'L') {
			cfi_take(&named, 1);
		} else if (letter == 'S') {
			function->is_signal = true;
		} else if (letter != 'B') { /* another key for pointer authentication */
			return false;
		}
	}
	return true;
}

/* What functions have in common: version, augmentation, factors, register, what the augmentation names, instructions.
 */
static bool read_common(struct cfi_bytes bytes, struct cfi_function *function, unsigned *encoding)
{
	uint64_t id = cfi_number(&bytes, 4), version = cfi_number(&bytes, 1);
	struct cfi_bytes letters = bytes, named = {bytes.end, bytes.end};

	while (cfi_number(&bytes, 1))
		;
	function->code_factor = (uint32_t)cfi_unsigned(&bytes);
	function->data_factor = (int32_t)cfi_signed(&bytes);
	function->return_register = (uint32_t)(version == 1 ? cfi_number(&bytes, 1) : cfi_unsigned(&bytes));
	function->is_signal = false;
	function->has_named = letters.at < letters.end && *letters.at == 'z';
	if (function->has_named) {
		cfi_take(&letters, 1);
		named = cfi_take(&bytes, cfi_unsigned(&bytes));
	}
	function->common = bytes;
	*encoding = 0;
	return id == 0 && (version == 1 || version == 3) && read_named(letters, named, function, encoding);
}

bool cfi_function_find(const unsigned char *header, const struct cfi_bytes *image, uintptr_t address,
		       struct cfi_function *function)
{
	struct entry entry;
	struct cfi_bytes bytes;
	uintptr_t common;
	unsigned encoding;

	if (!find_entry(header, image, address, &entry))
		return false;
	bytes = record_at((uintptr_t)header + (uintptr_t)(intptr_t)entry.place, image);
	common = (uintptr_t)bytes.at;
	common -= cfi_number(&bytes, 4);
	if (!read_common(record_at(common, image), function, &encoding) || !size_of(encoding))
		return false;
	function->start = (uintptr_t)header + (uintptr_t)(intptr_t)entry.start;
	cfi_take(&bytes, size_of(encoding));
	if (address - function->start >= cfi_number(&bytes, size_of(encoding)))
		return false;
	if (function->has_named)
		cfi_take(&bytes, cfi_unsigned(&bytes));
	function->own = bytes;
	return true;
}
