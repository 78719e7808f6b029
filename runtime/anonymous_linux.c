/* Source of the format: proc(5), /proc/PID/maps: "START-END PERMISSIONS OFFSET DEVICE INODE NAME". */
#include "anonymous.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The kernel's half, where x86-64 shows a page of legacy calls that nobody runs. */
#define KERNEL (UINT64_C(1) << 63)

enum { LINE_MAX_SIZE = PATH_MAX + 128, FIELDS_BEFORE_NAME = 3 };

static void add_region(struct images *images, uint64_t start, uint64_t end, const char *name)
{
	char label[LINE_MAX_SIZE + 2];

	if (*name == '\0')
		snprintf(label, sizeof(label), "[jit 0x%llx]", (unsigned long long)start);
	else
		snprintf(label, sizeof(label), *name == '[' ? "%s" : "[%s]", name);
	images_add_region(images, start, end, label);
}

static void on_line(struct images *images, const char *line)
{
	char *next;
	uint64_t start = strtoull(line, &next, 16), end;

	if (*next != '-')
		return;
	end = strtoull(next + 1, &next, 16);
	if (next[0] != ' ' || next[3] != 'x' || start >= KERNEL || images_cover(images, start, end))
		return;
	for (int field = 0; field <= FIELDS_BEFORE_NAME; field++)
		next += strspn(next, " "), next += strcspn(next, " ");
	add_region(images, start, end, next + strspn(next, " "));
}

void anonymous_take(struct images *images)
{
	char buffer[2 * LINE_MAX_SIZE], *line, *end;
	int fd = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
	size_t used = 0;
	ssize_t length;

	if (fd < 0)
		return;
	while ((length = read(fd, buffer + used, sizeof(buffer) - 1 - used)) > 0) {
		used += (size_t)length;
		buffer[used] = '\0';
		for (line = buffer; (end = strchr(line, '\n')); line = end + 1) {
			*end = '\0';
			on_line(images, line);
		}
		used -= (size_t)(line - buffer);
		memmove(buffer, line, used);
	}
	close(fd);
}
