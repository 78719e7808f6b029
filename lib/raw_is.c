#include "raw.h"

#include "die.h"
#include "made_file.h"

#include <string.h>

enum { LOOK_AHEAD = 64 * 1024 /* a profile record is shorter */ };

static const struct signature {
	const char *bytes;
	size_t length;
	const char *message;
} signatures[] = {
	/* PART_MAGIC: part.h has an enum state of its own, and so can't be included beside record.h. */
	{"osprpart", 8, "a part file, of a program that runs or was killed: prof-recover makes a raw profile of it"},
	{"\x1f\x8b", 2, "compressed, pipe it through gzip -dc"},
	{"\x28\xb5\x2f\xfd", 4, "compressed, pipe it through zstd -dc"},
	{"\xfd"
	 "7zXZ",
	 5, "compressed, pipe it through xz -dc"},
	{"\xef\xbb\xbf", 3, "begins with a byte order mark, which JSON has not"},
	{"\xff\xfe", 2, "UTF-16, only UTF-8 is read"},
	{"\xfe\xff", 2, "UTF-16, only UTF-8 is read"},
	{"{\0", 2, "UTF-16, only UTF-8 is read"},
	{"\0{", 2, "UTF-16, only UTF-8 is read"},
};

static void refuse_other_kinds(const struct source *source, int first, size_t at)
{
	for (size_t i = 0; i < sizeof(signatures) / sizeof(signatures[0]); i++) {
		const struct signature *signature = &signatures[i];

		if (source->filled >= signature->length && !memcmp(source->buffer, signature->bytes, signature->length))
			die("%s: %s", source->name, signature->message);
	}
	made_file_refuse(source, at);
	if (first == SOURCE_END)
		die("%s: empty, a raw profile or records expected", source->name);
	if (first == '{' || first == '[')
		return;
	if (first > 0x20 && first < 0x7f)
		die("%s: neither records nor a raw profile: it begins with '%c'", source->name, first);
	die("%s: neither records nor a raw profile: it begins with byte 0x%02x", source->name, (unsigned)first);
}

/* The first byte that is not white space. What comes before it is small, or nobody's profile. */
static int first_byte(struct source *source, size_t *at)
{
	for (*at = 0; *at < LOOK_AHEAD; ++*at) {
		if (*at == source->filled && !source_read_ahead(source))
			return SOURCE_END;
		if (!strchr(" \t\r\n", source->buffer[*at]) || !source->buffer[*at])
			return source->buffer[*at];
	}
	return ' ';
}

/* Behind the closing quote of the string whose opening one stands at `at`. */
static const char *string_end(const char *at, const char *end)
{
	for (at++; at < end && *at != '"'; at++) {
		if (*at == '\\')
			at++;
	}
	return at < end ? at + 1 : end;
}

static bool is_type_key(const char *at, const char *string_end, const char *end)
{
	static const char key[] = "\"type\"";

	if (string_end - at != sizeof(key) - 1 || memcmp(at, key, sizeof(key) - 1) != 0)
		return false;
	while (string_end < end && *string_end == ' ')
		string_end++;
	return string_end < end && *string_end == ':';
}

/* Whether the line holds a whole object that has a key "type". */
static bool is_record(const char *at, const char *end)
{
	bool typed = false;
	size_t depth = 0;

	while (at < end) {
		const char *next = *at == '"' ? string_end(at, end) : at + 1;

		if (depth == 1 && is_type_key(at, next, end))
			typed = true;
		if (*at == '{' || *at == '[')
			depth++;
		if ((*at == '}' || *at == ']') && --depth == 0)
			return typed;
		at = next;
	}
	return false;
}

bool raw_is(struct source *source)
{
	size_t at, searched;
	const unsigned char *end = NULL;
	int first = first_byte(source, &at);

	refuse_other_kinds(source, first, at);
	if (first == '[')
		return false;
	searched = at;
	do {
		end = memchr(source->buffer + searched, '\n', source->filled - searched);
		searched = source->filled;
	} while (!end && searched < LOOK_AHEAD && source_read_ahead(source));
	if (!end)
		end = source->buffer + source->filled;
	return !is_record((const char *)source->buffer + at, (const char *)end);
}
