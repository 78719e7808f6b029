/* Bytes of an input, with the place of each for messages. Buffered reads, constant memory.
 *
 * A raw profile is not in an order that can be streamed (a key may come after the array that needs it), so a source can
 * be made seekable: a regular file is so already, anything else is copied to an unlinked temporary file ($TMPDIR or
 * /tmp). */
#ifndef OSPREY_SOURCE_H
#define OSPREY_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SOURCE_END = -1, SOURCE_SLACK = 8 };

struct source {
	const char *name; /* the path, or "stdin" */
	int fd;
	bool seekable;
	unsigned char *buffer;
	size_t position, filled, capacity; /* in the buffer */
	uint64_t offset;		   /* in the input, of buffer[0] */
	uint64_t line;			   /* 1-based number of the line that source_line() gave last */
};

/* Opens `path` (NULL: stdin). Dies when it can't be opened or is a directory. */
void source_open(struct source *source, const char *path);
void source_close(struct source *source);

/* Makes a source of `length` bytes that are in memory already, of line `line` of `name`; the caller keeps them. */
void source_of_line(struct source *source, const char *name, uint64_t line, const char *bytes, size_t length);

/* Reads on until the buffer holds bytes at `position`; returns false at the end of the input. Dies on a read error. */
bool source_fill(struct source *source);

/* Reads more behind what the buffer holds, without taking anything; returns false at the end of the input. */
bool source_read_ahead(struct source *source);

/* The next byte without taking it, or SOURCE_END. */
static inline int source_peek(struct source *source)
{
	if (source->position == source->filled && !source_fill(source))
		return SOURCE_END;
	return source->buffer[source->position];
}

/* The offset in the input of the next byte. */
static inline uint64_t source_tell(const struct source *source)
{
	return source->offset + source->position;
}

/* Makes source_seek() possible, copying the rest of the input aside when it must. Call it before anything is taken. */
void source_make_seekable(struct source *source);
void source_seek(struct source *source, uint64_t offset);

/* The next line without its LF, NUL-terminated, SOURCE_SLACK bytes readable from the NUL on; it is gone with the next
 * call. NULL at the end of the input. A last line without LF counts as a line. `*length` excludes the NUL. Lines longer
 * than 1 GiB die. */
char *source_line(struct source *source, size_t *length);

#endif
