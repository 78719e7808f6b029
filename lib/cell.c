#include "cell.h"

#include "name_parts.h"
#include "text.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REPLACEMENT = 0xfffd, ELLIPSIS = 0x2026, FULL_BLOCK = 0x2588 };

static uint32_t next_safe(const char **text)
{
	uint32_t c = text_next(text);

	return c && text_is_unsafe(c) ? REPLACEMENT : c;
}

/* `end` NULL: up to the text's own. */
static size_t width_up_to(const char *text, const char *end)
{
	size_t width = 0;
	uint32_t c;

	while (text != end && (c = next_safe(&text)))
		width += (size_t)text_width(c);
	return width;
}

size_t cell_width(const char *text)
{
	return width_up_to(text, NULL);
}

/* When it is wider than `limit`, `tail` columns of its end stay. */
static const char *cut(struct arena *arena, const char *text, size_t limit, size_t tail)
{
	size_t width = cell_width(text), at = 0, used = 0, head = limit ? limit - 1 - tail : 0;
	bool whole = !limit || width <= limit, marked = false;
	char *buffer = mem_new(strlen(text) + 1, 3); /* U+FFFD and the ellipsis take three bytes for one */
	const char *copy;
	uint32_t c;

	while ((c = next_safe(&text))) {
		size_t end = at + (size_t)text_width(c);

		if (whole || (!marked && end <= head) || (tail && at + tail >= width))
			used += text_encode(c, buffer + used);
		else if (!marked) {
			used += text_encode(ELLIPSIS, buffer + used);
			marked = true;
		}
		at = end;
	}
	copy = arena_copy(arena, buffer, used);
	free(buffer);
	return copy;
}

const char *cell_text(struct arena *arena, const char *text, size_t limit)
{
	return cut(arena, text, limit, limit ? limit - 1 - (limit - 1) * 2 / 3 : 0);
}

const char *cell_beginning(struct arena *arena, const char *text, size_t limit)
{
	return cut(arena, text, limit, 0);
}

/* "…::" and the longest end of a name that fits; the whole name when none does. */
static const char *cut_scopes(struct arena *arena, const char *name, size_t limit)
{
	static const char mark[] = "…::";
	size_t width = cell_width(name) + cell_width(mark), size;
	const char *outer = name, *inner;
	char *buffer;

	while ((inner = name_in_scope(outer)) && (width -= width_up_to(outer, inner)) > limit)
		outer = inner;
	if (!inner)
		return name;
	size = sizeof(mark) + strlen(inner);
	buffer = mem_new(size, 1);
	snprintf(buffer, size, "%s%s", mark, inner);
	name = arena_copy(arena, buffer, size - 1);
	free(buffer);
	return name;
}

const char *cell_function(struct arena *arena, const char *name, size_t limit)
{
	if (limit && cell_width(name) > limit)
		name = name_without_arguments(arena, name);
	if (limit && cell_width(name) > limit)
		name = name_without_parameters(arena, name);
	if (limit && cell_width(name) > limit)
		name = cut_scopes(arena, name, limit);
	return cell_text(arena, name, limit);
}

/* The longest end, from a '/' on, that leaves a column for the ellipsis, or what is behind the last '/'. */
static char *cut_directories(char *location, size_t limit)
{
	char *slash;

	while (cell_width(location) + 1 > limit && (slash = strchr(location + 1, '/')))
		location = slash;
	return cell_width(location) + 1 > limit && *location == '/' ? location + 1 : location;
}

const char *cell_location(struct arena *arena, const char *file, unsigned line, size_t limit)
{
	static const char mark[] = "…";
	enum { MARK = sizeof(mark) - 1 };
	size_t size = strlen(file) + sizeof(":4294967295");
	char *buffer = mem_new(MARK + size, 1), *location = buffer + MARK;
	const char *kept;

	snprintf(location, size, "%s:%u", *file ? file : "-", line);
	if (!line || !*file)
		*strrchr(location, ':') = '\0';
	if (limit && cell_width(location) > limit) {
		location = cut_directories(location, limit);
		if (*location == '/')
			location = memcpy(location - MARK, mark, MARK);
	}
	kept = cell_text(arena, location, limit);
	free(buffer);
	return kept;
}

static void spaces(struct out *out, size_t count)
{
	while (count--)
		out_char(out, ' ');
}

void cell_left(struct out *out, const char *text, size_t width)
{
	size_t taken = cell_width(text);

	out_text(out, text);
	spaces(out, taken < width ? width - taken : 0);
}

void cell_right(struct out *out, const char *text, size_t width)
{
	size_t taken = cell_width(text);

	spaces(out, taken < width ? width - taken : 0);
	out_text(out, text);
}

void cell_bar(struct out *out, double share, unsigned cells)
{
	unsigned eighths = (unsigned)(share * cells * 8 + 0.5);
	char block[4];

	if (share > 0 && !eighths)
		eighths = 1;
	for (unsigned i = 0; i < cells; i++) {
		unsigned filled = eighths < 8 ? eighths : 8;

		if (filled)
			out_bytes(out, block, text_encode(FULL_BLOCK + 8 - filled, block));
		else
			out_char(out, ' ');
		eighths -= filled;
	}
}
