#include "log.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>

bool log_file_allocate(int descriptor, size_t old_size, size_t size)
{
	return fallocate(descriptor, 0, (off_t)old_size, (off_t)(size - old_size)) == 0;
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
