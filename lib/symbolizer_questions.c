#include "symbolizer_questions.h"

#include "die.h"
#include "mem.h"
#include "out.h"
#include "text.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_LIMIT = 900 }; /* with the rest of a question within the 1023 bytes of a line */

bool symbolizer_takes_path(const char *path)
{
	const char *text = path;
	uint32_t c;

	if (strlen(path) > PATH_LIMIT || (strchr(path, '"') && strchr(path, '\'')))
		return false;
	while ((c = text_next(&text)))
		if (c < 0x20 || c == 0xfffd) /* ill-formed UTF-8 doesn't come back as it went */
			return false;
	return true;
}

static int temporary_file(void)
{
	const char *directory = getenv("TMPDIR");
	static const char name[] = "/prof-symbolize-XXXXXX";
	char *path;
	size_t size;
	int fd;

	if (!directory || !*directory)
		directory = "/tmp";
	size = strlen(directory) + sizeof(name);
	path = mem_new(size, 1);
	snprintf(path, size, "%s%s", directory, name);
	fd = mkostemp(path, O_CLOEXEC);
	if (fd < 0)
		die("%s:", path);
	unlink(path);
	free(path);
	return fd;
}

int questions_file(const struct question *questions, size_t count)
{
	int fd = temporary_file();
	struct out out;

	out_open(&out, fcntl(fd, F_DUPFD_CLOEXEC, 0), "temporary file");
	for (size_t i = 0; i < count; i++) {
		const char *path = questions[i].path;
		char quote = strchr(path, '"') ? '\'' : '"';

		out_text(&out, "CODE ");
		out_char(&out, quote);
		out_text(&out, path);
		out_char(&out, quote);
		out_char(&out, ' ');
		out_hex(&out, questions[i].addr);
		out_char(&out, '\n');
	}
	out_close(&out);
	lseek(fd, 0, SEEK_SET);
	return fd;
}
