/* Writes the raw file, osprey-prof-raw(5): under a temporary name beside the output, renamed when it is whole. */
#ifndef OSPREY_RAW_FILE_H
#define OSPREY_RAW_FILE_H

#include "images.h"
#include "store.h"

#include <stdbool.h>
#include <stdint.h>

struct raw_profile {
	uint64_t rate_hz;
	uint64_t start_unix_ns, end_unix_ns;
	uint64_t ticks, paused_ns;
	uint64_t dropped;
	const struct store *store;
	const struct images *images;
};

/* `path` is absolute. False, with errno set, when it can't be written; no file is left then. Uses no malloc. */
bool raw_file_write(const char *path, const struct raw_profile *profile);

#endif
