#include "out.h"

#include "die.h"
#include "mem.h"
#include "text.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OUT_SIZE = 64 * 1024, FIXED_SIZE = 512, DIGITS = 20 };

void out_open(struct out *out, int fd, const char *name)
{
	*out = (struct out){.fd = fd, .name = name, .buffer = mem_new(OUT_SIZE, 1)};
}

static void write_all(const struct out *out, const char *bytes, size_t length)
{
	while (length) {
		ssize_t written = write(out->fd, bytes, length);

		if (written < 0 && errno == EINTR)
			continue;
		if (written < 0)
			die("%s:", out->name);
		bytes += written;
		length -= (size_t)written;
	}
}

void out_flush(struct out *out)
{
	write_all(out, out->buffer, out->used);
	out->used = 0;
}

void out_close(struct out *out)
{
	out_flush(out);
	if (close(out->fd) < 0)
		die("%s:", out->name);
	free(out->buffer);
	out->buffer = NULL;
}

void out_bytes(struct out *out, const void *bytes, size_t length)
{
	out->written += length;
	if (length > OUT_SIZE - out->used)
		out_flush(out);
	if (length > OUT_SIZE) {
		write_all(out, bytes, length);
		return;
	}
	memcpy(out->buffer + out->used, bytes, length);
	out->used += length;
}

void out_text(struct out *out, const char *text)
{
	out_bytes(out, text, strlen(text));
}

void out_char(struct out *out, char c)
{
	if (out->used == OUT_SIZE)
		out_flush(out);
	out->buffer[out->used++] = c;
	out->written++;
}

void out_u64(struct out *out, uint64_t value)
{
	/* Copied at its full width, of which the first `length` bytes count: a copy of fixed size needs no call. */
	char digits[2 * DIGITS] = {0};
	size_t first = DIGITS, length;

	do
		digits[--first] = (char)('0' + value % 10);
	while (value /= 10);
	length = DIGITS - first;
	if (OUT_SIZE - out->used < DIGITS)
		out_flush(out);
	memcpy(out->buffer + out->used, digits + first, DIGITS);
	out->used += length;
	out->written += length;
}

void out_i64(struct out *out, int64_t value)
{
	if (value < 0)
		out_char(out, '-');
	out_u64(out, value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
}

void out_hex(struct out *out, uint64_t value)
{
	char digits[16];
	size_t first = sizeof(digits);

	do
		digits[--first] = "0123456789abcdef"[value % 16];
	while (value /= 16);
	out_bytes(out, "0x", 2);
	out_bytes(out, digits + first, sizeof(digits) - first);
}

void out_fixed(struct out *out, double value, int decimals)
{
	char text[FIXED_SIZE]; /* the largest double has 309 digits */
	int length = snprintf(text, sizeof(text), "%.*f", decimals, isfinite(value) ? value : 0.0);

	out_bytes(out, text, (size_t)length);
}

static void json_escape(struct out *out, uint32_t code_point)
{
	static const char letters[128] = {
		['"'] = '"', ['\\'] = '\\', ['\b'] = 'b', ['\t'] = 't', ['\n'] = 'n', ['\f'] = 'f', ['\r'] = 'r'};

	out_char(out, '\\');
	if (code_point < sizeof(letters) && letters[code_point]) {
		out_char(out, letters[code_point]);
		return;
	}
	out_char(out, 'u');
	for (int shift = 12; shift >= 0; shift -= 4)
		out_char(out, "0123456789abcdef"[code_point >> shift & 0xf]);
}

static void json_code_point(struct out *out, uint32_t code_point)
{
	char bytes[4];
	size_t length = text_encode(code_point, bytes);

	if (code_point == '"' || code_point == '\\' || (code_point == '<' && out->in_html) ||
	    text_is_unsafe(code_point))
		json_escape(out, code_point);
	else
		out_bytes(out, bytes, length);
}

static size_t plain_length(const struct out *out, const char *text)
{
	size_t length = 0;

	while (text[length] >= 0x20 && text[length] < 0x7f && text[length] != '"' && text[length] != '\\' &&
	       !(text[length] == '<' && out->in_html))
		length++;
	return length;
}

void out_json(struct out *out, const char *text)
{
	out_char(out, '"');
	while (*text) {
		size_t plain = plain_length(out, text);

		out_bytes(out, text, plain);
		text += plain;
		if (*text)
			json_code_point(out, text_next(&text));
	}
	out_char(out, '"');
}
