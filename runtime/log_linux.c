#include "log.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>

/* Where the file system can't allocate, zeros that are written do. */
static bool write_zeros(int descriptor, size_t from, size_t to)
{
	static const char zeros[1 << 14];
	size_t length;
	ssize_t written;

	for (; from < to; from += (size_t)written) {
		length = to - from < sizeof(zeros) ? to - from : sizeof(zeros);
		written = pwrite(descriptor, zeros, length, (off_t)from);
		if (written <= 0)
			return false;
	}
	return true;
}

bool log_file_allocate(int descriptor, size_t old_size, size_t size)
{
	if (fallocate(descriptor, 0, (off_t)old_size, (off_t)(size - old_size)) == 0)
		return true;
	return errno == EOPNOTSUPP && write_zeros(descriptor, old_size, size);
}

/* Where containers forbid it, they forbid it whatever is asked for; this asks for nothing. */
bool log_file_may_be_alone(void)
{
	return unshare(0) == 0;
}

bool log_file_alone(void)
{
	return unshare(CLONE_FILES) == 0;
}

bool log_file_remap(struct region *region, size_t size)
{
	void *base = mremap(region->base, region->size, size, MREMAP_MAYMOVE);

	if (base == MAP_FAILED)
		return false;
	region->base = base;
	region->size = size;
	return true;
}
