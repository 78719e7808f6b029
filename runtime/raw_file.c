#include "raw_file.h"

#include "hush.h"
#include "raw_write.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool write_and_rename(int fd, const char *temporary, const char *path, const struct part_header *profile)
{
	bool written = raw_write(fd, profile);
	int error = errno;

	if (close(fd) != 0 && written) {
		written = false;
		error = errno;
	}
	if (written && rename(temporary, path) == 0)
		return true;
	if (written)
		error = errno;
	unlink(temporary);
	errno = error;
	return false;
}

bool raw_file_may_be(const char *path)
{
	struct stat there;

	if (lstat(path, &there) != 0 || S_ISREG(there.st_mode))
		return true;
	errno = S_ISDIR(there.st_mode) ? EISDIR : EINVAL;
	return false;
}

bool raw_file_write(const char *path, const struct part_header *profile)
{
	struct hush hush;
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
	char temporary[PATH_MAX + 32];
	bool written;
	int fd;

	if (!raw_file_may_be(path))
		return false;
	/* The name may be as long as names can be. */
	snprintf(temporary, sizeof(temporary), "%.*s%.200s.tmp-%ld", (int)(name - path), path, name, (long)getpid());
	fd = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
	if (fd < 0)
		return false;
	hush_begin(&hush);
	written = write_and_rename(fd, temporary, path, profile);
	hush_end(&hush);
	return written;
}
