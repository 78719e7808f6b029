/* Reads a part file, part.h: of a process that ended without a profile, or of one that goes on meanwhile. */
#ifndef OSPREY_PART_FILE_H
#define OSPREY_PART_FILE_H

#include "part.h"

/* The whole file (NULL: stdin) in memory, sound up to `committed`: every record is whole and refers to what stands
 * before it. Dies when it is no part file. What stands behind a damaged record, or is missing, is left out with a
 * warning. */
const struct part_header *part_file_read(const char *path);

#endif
