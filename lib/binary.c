#include "binary.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *check_regular(struct binary *binary)
{
	struct stat status;

	if (fstat(binary->fd, &status) < 0)
		return strerror(errno);
	binary->size = (uint64_t)status.st_size;
	binary->mtime_ns = (uint64_t)status.st_mtim.tv_sec * 1000000000 + (uint64_t)status.st_mtim.tv_nsec;
	return S_ISREG(status.st_mode) ? NULL : "not a regular file";
}

const char *binary_open(struct binary *binary, const char *path)
{
	const char *why;

	binary->fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (binary->fd < 0)
		return strerror(errno);
	why = check_regular(binary);
	if (why)
		close(binary->fd);
	return why;
}

void binary_close(const struct binary *binary)
{
	close(binary->fd);
}

size_t binary_read(const struct binary *binary, uint64_t offset, void *bytes, size_t count)
{
	size_t done = 0;

	while (done < count && offset <= INT64_MAX - count) {
		ssize_t got = pread(binary->fd, (char *)bytes + done, count - done, (off_t)(offset + done));

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			break;
		done += (size_t)got;
	}
	return done;
}

uint64_t little_endian(const unsigned char *bytes, size_t count)
{
	uint64_t value = 0;

	while (count--)
		value = value << 8 | bytes[count];
	return value;
}

uint64_t big_endian(const unsigned char *bytes, size_t count)
{
	uint64_t value = 0;

	while (count--)
		value = value << 8 | *bytes++;
	return value;
}

void put_hex(char *text, const unsigned char *bytes, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		text[2 * i] = "0123456789abcdef"[bytes[i] >> 4];
		text[2 * i + 1] = "0123456789abcdef"[bytes[i] & 15];
	}
	text[2 * count] = '\0';
}
