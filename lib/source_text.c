#include "source_text.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CONTROL = 1 }; /* stands for NUL, which would end the text; it is not shown either */

static bool is_blank(int c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

/* Reads behind the `count`th line feed. False: there are fewer. */
static bool skip_lines(FILE *stream, uint32_t count)
{
	int c;

	while (count && (c = getc_unlocked(stream)) != EOF)
		count -= c == '\n';
	return !count;
}

static size_t read_line(FILE *stream, char *text)
{
	size_t length = 0;
	bool blank = false;
	int c;

	while ((c = getc_unlocked(stream)) != EOF && c != '\n' && length < SOURCE_TEXT_LONGEST - 1) {
		if (is_blank(c)) {
			blank = length > 0;
			continue;
		}
		if (blank)
			text[length++] = ' ';
		blank = false;
		text[length++] = (char)(c ? c : CONTROL);
	}
	return length;
}

static enum source_text read_text(struct arena *arena, FILE *stream, uint32_t line, const char **text)
{
	char buffer[SOURCE_TEXT_LONGEST];

	if (!skip_lines(stream, line - 1))
		return ferror(stream) ? SOURCE_TEXT_MISSING : SOURCE_TEXT_CHANGED;
	*text = arena_copy(arena, buffer, read_line(stream, buffer));
	if (ferror(stream))
		return SOURCE_TEXT_MISSING;
	return **text || !feof(stream) ? SOURCE_TEXT_FOUND : SOURCE_TEXT_CHANGED;
}

/* A name from a profile may be that of anything, and to open a device can have effects: nothing but a regular file is
 * opened, waited for or read. */
static int open_regular(const char *file, struct stat *status)
{
	int fd = -1;

	if (stat(file, status) == 0 && S_ISREG(status->st_mode))
		fd = open(file, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	if (fd >= 0 && (fstat(fd, status) != 0 || !S_ISREG(status->st_mode))) {
		close(fd);
		return -1;
	}
	return fd;
}

static uint64_t modified_ns(const struct stat *status)
{
	if (status->st_mtim.tv_sec < 0)
		return 0;
	return (uint64_t)status->st_mtim.tv_sec * 1000000000 + (uint64_t)status->st_mtim.tv_nsec;
}

enum source_text source_text(struct arena *arena, const char *file, uint32_t line, uint64_t start_unix_ns,
			     const char **text)
{
	struct stat status;
	int fd = open_regular(file, &status);
	FILE *stream = fd < 0 ? NULL : fdopen(fd, "r");
	enum source_text found = SOURCE_TEXT_CHANGED;

	if (!stream)
		return SOURCE_TEXT_MISSING;
	if (modified_ns(&status) <= start_unix_ns)
		found = read_text(arena, stream, line, text);
	fclose(stream);
	return found;
}
