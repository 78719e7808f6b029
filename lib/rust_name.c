#include "rust_name.h"

#include "name_suffix.h"
#include "text.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static const char hex_digits[] = "0123456789abcdef";

static const struct escape {
	const char *text;
	char sign;
} escapes[] = {{"$SP$", '@'}, {"$BP$", '*'}, {"$RF$", '&'}, {"$LT$", '<'},
	       {"$GT$", '>'}, {"$LP$", '('}, {"$RP$", ')'}, {"$C$", ','}};

/* The length of the name in front of "::h0123456789abcdef", which ends at `length`; 0 without one. */
static size_t without_hash(const char *name, size_t length)
{
	static const char start[] = "::h";
	enum { START = sizeof(start) - 1, DIGITS = 16 };
	const char *hash = name + length - START - DIGITS;

	if (length <= START + DIGITS || strncmp(hash, start, START) != 0 || strspn(hash + START, hex_digits) < DIGITS)
		return 0;
	return length - START - DIGITS;
}

/* "$u20$" and its like. Control characters stand in no source. */
static size_t code_point_length(const char *text, uint32_t *code_point)
{
	size_t digits;

	*code_point = 0;
	if (strncmp(text, "$u", 2) != 0)
		return 0;
	digits = strspn(text + 2, hex_digits);
	if (!digits || digits > 6 || text[2 + digits] != '$')
		return 0;
	for (size_t i = 0; i < digits; i++)
		*code_point = *code_point << 4 | (uint32_t)(strchr(hex_digits, text[2 + i]) - hex_digits);
	if (*code_point < 0x20 || (*code_point >= 0x7f && *code_point < 0xa0) || *code_point > 0x10ffff ||
	    (*code_point >= 0xd800 && *code_point < 0xe000))
		return 0;
	return digits + 3;
}

/* The bytes of the mark, or the one character, at `text`. What it stands for, never longer, goes to `decoded`. */
static size_t decode_one(const char *text, char decoded[4], size_t *size)
{
	uint32_t code_point;
	size_t length;

	if (!strncmp(text, "..", 2)) {
		memcpy(decoded, "::", 2);
		return *size = 2;
	}
	for (size_t i = 0; i < sizeof(escapes) / sizeof(escapes[0]); i++) {
		length = strlen(escapes[i].text);
		if (strncmp(text, escapes[i].text, length) != 0)
			continue;
		decoded[0] = escapes[i].sign;
		*size = 1;
		return length;
	}
	length = code_point_length(text, &code_point);
	decoded[0] = *text;
	*size = length ? text_encode(code_point, decoded) : 1;
	return length ? length : 1;
}

bool rust_name_decode(char *name)
{
	size_t whole = name_length_unsuffixed(name), end = without_hash(name, whole), used = 0, read, size;
	char decoded[4];
	bool begins = true; /* a part of the name: linkers want a letter or "_" in front */

	if (!end)
		return false;
	for (size_t at = 0; at < end; at += read) {
		if (begins && name[at] == '_' && name[at + 1] == '$')
			at++;
		begins = at && name[at] == ':' && name[at - 1] == ':';
		read = decode_one(name + at, decoded, &size);
		memcpy(name + used, decoded, size);
		used += size;
	}
	memmove(name + used, name + whole, strlen(name + whole) + 1);
	return true;
}
