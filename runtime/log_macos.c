/* There is no mremap, and no thread has descriptors of its own: the file keeps its first size. */
#include "log.h"

#include <errno.h>

bool log_file_may_be_alone(void)
{
	return false;
}

bool log_file_alone(void)
{
	return false;
}

bool log_file_allocate(int descriptor, size_t old_size, size_t size)
{
	(void)descriptor;
	(void)old_size;
	(void)size;
	errno = EOPNOTSUPP;
	return false;
}

bool log_file_remap(struct region *region, size_t size)
{
	(void)region;
	(void)size;
	return false;
}
