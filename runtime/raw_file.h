/* Writes the raw file, osprey-prof-raw(5): under a temporary name beside the output, renamed when it is whole. */
#ifndef OSPREY_RAW_FILE_H
#define OSPREY_RAW_FILE_H

#include "part.h"

#include <stdbool.h>

/* Whether a file may come to `path`: what stands there and is no file must not become one, be it a device, a pipe or
 * somebody's link. Sets errno. */
bool raw_file_may_be(const char *path);

/* `path` is absolute. False, with errno set, when it can't be written; no file is left then. Uses no malloc. */
bool raw_file_write(const char *path, const struct part_header *profile);

#endif
