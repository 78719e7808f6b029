#include "source.h"

#include "die.h"
#include "mem.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SOURCE_SIZE = 256 * 1024, LINE_LIMIT = 1 << 30 };

void source_open(struct source *source, const char *path)
{
	struct stat status;

	*source = (struct source){.name = path ? path : "stdin"};
	source->fd = path ? open(path, O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
	if (source->fd < 0 || fstat(source->fd, &status) < 0)
		die("%s:", source->name);
	if (S_ISDIR(status.st_mode))
		die("%s: is a directory", source->name);
	/* Of a file that was read in part already, offsets would not count from its beginning. */
	source->seekable = S_ISREG(status.st_mode) && lseek(source->fd, 0, SEEK_CUR) == 0;
	source->capacity = SOURCE_SIZE;
	source->buffer = mem_new(SOURCE_SIZE, 1);
}

void source_close(struct source *source)
{
	if (source->fd != STDIN_FILENO)
		close(source->fd);
	free(source->buffer);
	source->buffer = NULL;
}

void source_of_line(struct source *source, const char *name, uint64_t line, const char *bytes, size_t length)
{
	*source = (struct source){.name = name, .fd = -1, .line = line, .filled = length};
	source->buffer = (unsigned char *)(uintptr_t)bytes; /* never written to: there is nothing to read on */
}

bool source_read_ahead(struct source *source)
{
	ssize_t length;

	if (source->fd < 0)
		return false;
	/* They stay free for the NUL of a last line that has no LF, too. */
	if (source->filled + SOURCE_SLACK >= source->capacity)
		source->buffer = mem_grow(source->buffer, &source->capacity, source->capacity + 1, 1);
	do
		length = read(source->fd, source->buffer + source->filled,
			      source->capacity - SOURCE_SLACK - source->filled);
	while (length < 0 && errno == EINTR);
	if (length < 0)
		die("%s:", source->name);
	source->filled += (size_t)length;
	return length > 0;
}

/* Gives back the room of the bytes that were taken. */
static void drop_taken(struct source *source)
{
	memmove(source->buffer, source->buffer + source->position, source->filled - source->position);
	source->offset += source->position;
	source->filled -= source->position;
	source->position = 0;
}

bool source_fill(struct source *source)
{
	if (source->position < source->filled)
		return true;
	if (source->fd < 0)
		return false;
	drop_taken(source);
	return source_read_ahead(source);
}

static int open_temporary(void)
{
	const char *folder = getenv("TMPDIR");
	char path[4096];
	int fd;

	if (!folder || !*folder)
		folder = "/tmp";
	if (snprintf(path, sizeof(path), "%s/osprey-prof-XXXXXX", folder) >= (int)sizeof(path))
		die("TMPDIR is too long");
	fd = mkostemp(path, O_CLOEXEC);
	if (fd < 0)
		die("can't make a temporary file in %s:", folder);
	unlink(path);
	return fd;
}

static void copy_aside(const struct source *source, int fd)
{
	for (size_t done = 0; done < source->filled;) {
		ssize_t length = write(fd, source->buffer + done, source->filled - done);

		if (length < 0 && errno == EINTR)
			continue;
		if (length < 0)
			die("%s: can't copy it to a temporary file:", source->name);
		done += (size_t)length;
	}
}

void source_make_seekable(struct source *source)
{
	int fd;

	if (source->seekable)
		return;
	fd = open_temporary();
	do {
		copy_aside(source, fd);
		source->position = source->filled;
	} while (source_fill(source));
	if (source->fd != STDIN_FILENO)
		close(source->fd);
	source->fd = fd;
	source->seekable = true;
	source_seek(source, 0);
}

void source_seek(struct source *source, uint64_t offset)
{
	if (offset >= source->offset && offset - source->offset <= source->filled) {
		source->position = (size_t)(offset - source->offset);
		return;
	}
	if (lseek(source->fd, (off_t)offset, SEEK_SET) < 0)
		die("%s:", source->name);
	source->offset = offset;
	source->position = source->filled = 0;
}

/* The LF of the line at `position`, or NULL when the input ends before one. */
static unsigned char *find_line_end(struct source *source)
{
	size_t searched = 0;

	for (;;) {
		unsigned char *from = source->buffer + source->position;
		unsigned char *end = memchr(from + searched, '\n', source->filled - source->position - searched);

		if (end)
			return end;
		searched = source->filled - source->position;
		if (searched > LINE_LIMIT)
			die("%s:%llu: the line is longer than 1 GiB", source->name, (unsigned long long)source->line);
		if (source->position)
			drop_taken(source);
		if (!source_read_ahead(source))
			return NULL;
	}
}

char *source_line(struct source *source, size_t *length)
{
	size_t begin, end;
	unsigned char *line_end;

	source->line++;
	line_end = find_line_end(source);
	begin = source->position;
	end = line_end ? (size_t)(line_end - source->buffer) : source->filled;
	if (!line_end && begin == end)
		return NULL;
	source->buffer[end] = '\0';
	source->position = line_end ? end + 1 : end;
	*length = end - begin;
	return (char *)source->buffer + begin;
}
