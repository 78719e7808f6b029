#include "object.h"

#include "record.h"

#include <string.h>

static uint32_t read_u32(struct scan *scan, uint32_t limit)
{
	uint64_t value = scan_u64(scan);

	if (value >= limit)
		scan_fail(scan, "%llu is too large here: %lu is the most", (unsigned long long)value,
			  (unsigned long)limit - 1);
	return (uint32_t)value;
}

static int digit_of(char c, int base)
{
	int digit = -1;

	if (c >= '0' && c <= '9')
		digit = c - '0';
	else if (base == 16 && (c | 0x20) >= 'a' && (c | 0x20) <= 'f')
		digit = (c | 0x20) - 'a' + 10;
	return digit;
}

/* A 64-bit number in quotes: as a JSON number, jq and others would round it. */
static uint64_t read_quoted(struct scan *scan, int base)
{
	const char *text = scan_string(scan), *at = text;
	uint64_t value = 0;

	if (base == 16)
		at = strncmp(text, "0x", 2) == 0 ? text + 2 : "";
	if (!*at)
		scan_fail(scan, base == 16 ? "an address like \"0x1f\" expected" : "a time like \"31\" expected");
	for (; *at; at++) {
		int digit = digit_of(*at, base);

		if (digit < 0)
			scan_fail(scan, "\"%s\" is not a number", text);
		if (value > (UINT64_MAX - (unsigned)digit) / (unsigned)base)
			scan_fail(scan, "\"%s\" doesn't fit in 64 bits", text);
		value = value * (unsigned)base + (unsigned)digit;
	}
	return value;
}

static enum frame_kind read_kind(struct scan *scan)
{
	const char *text = scan_string(scan);

	if (strcmp(text, "user") == 0)
		return KIND_USER;
	if (strcmp(text, "runtime") != 0)
		scan_fail(scan, "a kind is \"user\" or \"runtime\", not \"%s\"", text);
	return KIND_RUNTIME;
}

static void check_version(struct scan *scan)
{
	uint64_t version = scan_u64(scan);

	if (version != RECORD_VERSION)
		scan_fail(scan, "version %llu is not known, this program reads version %d", (unsigned long long)version,
			  RECORD_VERSION);
}

static struct id_list read_ids(struct object_reader *reader)
{
	size_t count = 0;

	scan_expect(&reader->scan, '[');
	while (scan_more(&reader->scan, ']', !count)) {
		if (count == UINT32_MAX)
			scan_fail(&reader->scan, "more than 2^32 frames in a stack");
		reader->ids = mem_grow(reader->ids, &reader->id_capacity, count + 1, sizeof(*reader->ids));
		reader->ids[count++] = read_u32(&reader->scan, RECORD_ID_LIMIT);
	}
	return (struct id_list){reader->ids, (uint32_t)count};
}

static uint64_t read_section(struct scan *scan)
{
	uint64_t offset;

	scan_peek(scan);
	offset = source_tell(scan->source);
	scan_pass(scan);
	return offset;
}

static const char *read_text(struct object_reader *reader)
{
	const char *text = scan_string(&reader->scan);

	return arena_copy(&reader->texts, text, reader->scan.text_length);
}

static void read_value(struct object_reader *reader, const struct object_form *form, enum field_type type, void *value)
{
	struct scan *scan = &reader->scan;

	switch (type) {
	case FIELD_U64:
		*(uint64_t *)value = scan_u64(scan);
		break;
	case FIELD_I64:
		*(int64_t *)value = scan_i64(scan);
		break;
	case FIELD_U32:
		*(uint32_t *)value = read_u32(scan, UINT32_MAX);
		break;
	case FIELD_ID:
		*(uint32_t *)value = read_u32(scan, RECORD_ID_LIMIT);
		break;
	case FIELD_IDS:
		*(struct id_list *)value = read_ids(reader);
		break;
	case FIELD_BOOL:
		*(bool *)value = scan_bool(scan);
		break;
	case FIELD_DOUBLE:
		*(double *)value = scan_double(scan);
		break;
	case FIELD_TEXT:
		*(const char **)value = read_text(reader);
		break;
	case FIELD_HEX:
	case FIELD_DECIMAL:
		*(uint64_t *)value = read_quoted(scan, type == FIELD_HEX ? 16 : 10);
		break;
	case FIELD_KIND:
		*(enum frame_kind *)value = read_kind(scan);
		break;
	case FIELD_VERSION:
		check_version(scan);
		break;
	case FIELD_SECTION:
		*(uint64_t *)value = read_section(scan);
		break;
	case FIELD_IGNORED:
		scan_skip(scan);
		break;
	case FIELD_REFUSED:
		scan_fail(scan, "%s", form->refusal);
	}
}

static size_t find_field(const struct object_form *form, const char *name)
{
	size_t i = 0;

	while (i < form->count && strcmp(form->fields[i].name, name) != 0)
		i++;
	return i;
}

static void finish(const struct scan *scan, const struct object_form *form, uint32_t came, char *object)
{
	for (size_t i = 0; i < form->count; i++) {
		const struct field *field = &form->fields[i];

		if (came >> i & 1)
			continue;
		if (field->required)
			scan_fail(scan, "%s without \"%s\"", form->what, field->name);
		if (field->type == FIELD_TEXT)
			*(const char **)(void *)(object + field->offset) = "";
	}
}

uint32_t object_read(struct object_reader *reader, const struct object_form *form, void *object)
{
	struct scan *scan = &reader->scan;
	uint32_t came = 0;

	scan_expect(scan, '{');
	for (bool first = true; scan_more(scan, '}', first); first = false) {
		size_t i = find_field(form, scan_key(scan));

		if (i == form->count) {
			scan_skip(scan);
			continue;
		}
		if (came >> i & 1)
			scan_fail(scan, "the key \"%s\" comes twice", form->fields[i].name);
		read_value(reader, form, form->fields[i].type, (char *)object + form->fields[i].offset);
		came |= UINT32_C(1) << i;
	}
	finish(scan, form, came, object);
	return came;
}
