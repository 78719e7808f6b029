/* What prof-recover reads, and the raw profile that it makes of what is sound in it. */
#include "part_file.h"
#include "raw_write.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void run(const uint8_t *bytes, size_t size)
{
	(void)bytes;
	(void)size;
	if (!raw_write(STDOUT_FILENO, part_file_read(NULL)))
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	sandbox_run(run, bytes, size);
	return 0;
}
