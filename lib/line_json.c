#include "line_json.h"

#include "text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

char line_json_peek(char **at)
{
	while (**at == ' ' || **at == '\t' || **at == '\r' || **at == '\n')
		++*at;
	return **at;
}

bool line_json_take(char **at, char c)
{
	if (line_json_peek(at) != c)
		return false;
	++*at;
	return true;
}

bool line_json_more(char **at, char close, bool *first, bool *closed)
{
	bool more = *first || line_json_take(at, ',');

	*closed = (*first || !more) && line_json_take(at, close);
	*first = false;
	return more && !*closed;
}

/* Four hex digits. */
static bool take_unit(char **at, uint32_t *unit)
{
	char digits[5] = {0};

	for (int i = 0; i < 4; i++) {
		if (!isxdigit((unsigned char)(*at)[i]))
			return false;
		digits[i] = (*at)[i];
	}
	*unit = (uint32_t)strtoul(digits, NULL, 16);
	*at += 4;
	return *unit != 0;
}

/* Behind "\u". A high surrogate takes the low one that follows. */
static bool take_code_point(char **at, char **to)
{
	uint32_t unit, low;
	char *next;

	if (!take_unit(at, &unit))
		return false;
	next = *at + 2;
	if (unit >= 0xd800 && unit <= 0xdbff && !strncmp(*at, "\\u", 2) && take_unit(&next, &low) && low >= 0xdc00 &&
	    low <= 0xdfff) {
		unit = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
		*at = next;
	}
	*to += text_encode(unit, *to);
	return true;
}

/* Behind '\'. What it stands for is never longer. */
static bool take_escape(char **at, char **to)
{
	static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
	const char *letter;
	char c = *(*at)++;

	if (c == 'u')
		return take_code_point(at, to);
	letter = c ? strchr(letters, c) : NULL;
	if (letter)
		*(*to)++ = meanings[letter - letters];
	return letter;
}

char *line_json_text(char **at)
{
	char *start, *to, *plain;

	if (!line_json_take(at, '"'))
		return NULL;
	start = to = *at;
	for (;;) {
		plain = *at;
		*at += strcspn(*at, "\"\\");
		if (to != plain)
			memmove(to, plain, (size_t)(*at - plain));
		to += *at - plain;
		if (**at == '"')
			break;
		if (!**at || (++*at, !take_escape(at, &to)))
			return NULL;
	}
	++*at;
	*to = '\0';
	return start;
}

char *line_json_key(char **at)
{
	char *key = line_json_text(at);

	return key && line_json_take(at, ':') ? key : NULL;
}

bool line_json_number(char **at, uint32_t *number)
{
	unsigned long value;
	char *end;

	*number = 0;
	if (!isdigit((unsigned char)line_json_peek(at)))
		return line_json_skip(at);
	value = strtoul(*at, &end, 10);
	if (value <= INT32_MAX && !strchr(".eE", *end))
		*number = (uint32_t)value;
	return line_json_skip(at);
}

/* A bracket, a comma or a colon, a text, or a word as "12.5" and "null". */
static bool take_token(char **at)
{
	static const char marks[] = "{}[],:";
	char c = line_json_peek(at);
	size_t length = c && strchr(marks, c) ? 1 : strcspn(*at, "{}[],:\" \t\r\n");

	if (c == '"')
		return line_json_text(at) != NULL;
	*at += length;
	return length != 0;
}

bool line_json_skip(char **at)
{
	size_t depth = 0;
	char c;

	do {
		c = line_json_peek(at);
		if (!depth && c && strchr("}],:", c))
			return false;
		if (!take_token(at))
			return false;
		if (c == '{' || c == '[')
			depth++;
		else if (c == '}' || c == ']')
			depth--;
	} while (depth);
	return true;
}
