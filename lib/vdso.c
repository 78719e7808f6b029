/* Source: vdso(7). */
#include "vdso.h"

#include "code_file.h"
#include "die.h"
#include "temporary.h"

#include <stdio.h>
#include <strings.h>
#include <sys/auxv.h>
#include <unistd.h>

enum { PAGE = 4096, PAGES_LIMIT = 16 };

/* How far its segments and its section table reach, in whole pages. */
static size_t size_of(const unsigned char *vdso)
{
	uint64_t sections = little_endian(vdso + 40, 8);
	uint64_t size = sections + little_endian(vdso + 58, 2) * little_endian(vdso + 60, 2);

	return size > PAGES_LIMIT * PAGE ? 0 : (size_t)(size + PAGE - 1) / PAGE * PAGE;
}

/* By a descriptor, so that nothing is left to remove. */
static const char *write_down(char *path, size_t path_size)
{
	const unsigned char *vdso = (const unsigned char *)getauxval(AT_SYSINFO_EHDR);
	size_t size = vdso && sizeof(void *) == 8 ? size_of(vdso) : 0;
	int fd;

	if (!size)
		return "it has no file";
	fd = temporary_file();
	if (write(fd, vdso, size) != (ssize_t)size) {
		warn("no room in the temporary directory to look into the vDSO: its functions stay without names");
		return "it could not be written down";
	}
	snprintf(path, path_size, "/proc/%ld/fd/%d", (long)getpid(), fd);
	return NULL;
}

const char *vdso_path(const char *build_id, const char **path)
{
	static char own[64];
	static struct code_file code;
	const char *why = *own ? NULL : write_down(own, sizeof(own));

	if (!why && !code.size)
		why = code_file_read(&code, own, "");
	if (why)
		return why;
	if (!*build_id || strcasecmp(build_id, code.build_id) != 0)
		return "it is of another kernel";
	*path = own;
	return NULL;
}
