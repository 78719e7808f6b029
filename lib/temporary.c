#include "temporary.h"

#include "die.h"
#include "mem.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int temporary_file(void)
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
