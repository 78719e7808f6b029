#include "json.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

enum { NUMBER_MAX = 20 };

static void write_all(struct json *json, const char *bytes, size_t length)
{
	ssize_t written;

	while (length && !json->error) {
		written = write(json->fd, bytes, length);
		if (written > 0) {
			bytes += written;
			length -= (size_t)written;
		} else if (written == 0 || errno != EINTR) {
			json->error = written ? errno : EIO;
		}
	}
}

bool json_flush(struct json *json)
{
	write_all(json, json->buffer, json->used);
	json->used = 0;
	errno = json->error;
	return !json->error;
}

static void make_room(struct json *json, size_t length)
{
	if (json->used + length > JSON_BUFFER)
		json_flush(json);
}

static void put(struct json *json, const char *bytes, size_t length)
{
	make_room(json, length);
	memcpy(json->buffer + json->used, bytes, length);
	json->used += length;
}

void json_text(struct json *json, const char *text)
{
	put(json, text, strlen(text));
}

static size_t count_digits(uint64_t value)
{
	size_t count = 1;

	for (; value >= 10000; value /= 10000)
		count += 4;
	return count + (value >= 10) + (value >= 100) + (value >= 1000);
}

/* Two digits at a time, from the last on: most of a raw file is numbers. Returns where they end. */
static char *write_digits(char *to, uint64_t value)
{
	static const char pairs[] =
		"0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243"
		"4445464748495051525354555657585960616263646566676869707172737475767778798081828384858687"
		"888990919293949596979899";
	size_t at = count_digits(value), count = at;

	for (; at > 2; value /= 100)
		memcpy(to + (at -= 2), pairs + value % 100 * 2, 2);
	if (at == 2)
		memcpy(to, pairs + value * 2, 2);
	else
		*to = (char)('0' + value);
	return to + count;
}

void json_u64(struct json *json, uint64_t value)
{
	make_room(json, NUMBER_MAX);
	json->used = (size_t)(write_digits(json->buffer + json->used, value) - json->buffer);
}

void json_row(struct json *json, const uint64_t *values, size_t count)
{
	char *to;

	make_room(json, 2 + count * (NUMBER_MAX + 1));
	to = json->buffer + json->used;
	*to++ = '[';
	for (size_t i = 0; i < count; i++) {
		to = write_digits(to, values[i]);
		*to++ = ',';
	}
	if (count)
		to--;
	*to++ = ']';
	json->used = (size_t)(to - json->buffer);
}

void json_i64(struct json *json, int64_t value)
{
	if (value < 0)
		put(json, "-", 1);
	json_u64(json, value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
}

/* Length of the well-formed UTF-8 sequence at `s`, 0 when it is none (Unicode 15, table 3-7). */
static size_t utf8_length(const unsigned char *s)
{
	size_t length = s[0] < 0x80 ? 1 : s[0] < 0xc2 ? 0 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : s[0] < 0xf5 ? 4 : 0;
	unsigned char low = s[0] == 0xe0 ? 0xa0 : s[0] == 0xf0 ? 0x90 : 0x80;
	unsigned char high = s[0] == 0xed ? 0x9f : s[0] == 0xf4 ? 0x8f : 0xbf;

	for (size_t i = 1; i < length; i++, low = 0x80, high = 0xbf)
		if (s[i] < low || s[i] > high)
			return 0;
	return length;
}

static void put_control(struct json *json, unsigned char c)
{
	static const char hex[] = "0123456789abcdef";
	char escape[] = {'\\', 'u', '0', '0', hex[c >> 4], hex[c & 15]};

	put(json, escape, sizeof(escape));
}

void json_string(struct json *json, const char *text)
{
	const unsigned char *s = (const unsigned char *)text;
	size_t length;

	put(json, "\"", 1);
	for (; *s; s += length ? length : 1) {
		length = utf8_length(s);
		if (*s < 0x20 || *s == 0x7f) {
			put_control(json, *s);
		} else if (*s == '"' || *s == '\\') {
			put(json, "\\", 1);
			put(json, (const char *)s, 1);
		} else if (length) {
			put(json, (const char *)s, length);
		} else {
			json_text(json, "\xef\xbf\xbd");
		}
	}
	put(json, "\"", 1);
}
