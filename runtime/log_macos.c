/* There is no mremap, and no thread has descriptors of its own: the file keeps its first size. */
#include "log.h"

#include <fcntl.h>
#include <unistd.h>

bool log_file_allocate(int descriptor, size_t old_size, size_t size)
{
	fstore_t space = {
		.fst_flags = F_ALLOCATEALL, .fst_posmode = F_PEOFPOSMODE, .fst_length = (off_t)(size - old_size)};

	return fcntl(descriptor, F_PREALLOCATE, &space) == 0 && ftruncate(descriptor, (off_t)size) == 0;
}

bool log_file_may_be_alone(void)
{
	return false;
}

bool log_file_alone(void)
{
	return false;
}

bool log_file_remap(struct region *region, size_t size)
{
	(void)region;
	(void)size;
	return false;
}
