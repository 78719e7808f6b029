/* Writes the raw file, osprey-prof-raw(5), of a profile in memory: part.h. The runtime does so at the end of a process,
 * prof-recover(1) when there was none. */
#ifndef OSPREY_RAW_WRITE_H
#define OSPREY_RAW_WRITE_H

#include "part.h"

#include <stdbool.h>

/* What stands in memory must be whole and sound. False, with errno set, when it can't be written to `fd`. Uses no
 * malloc.
 */
bool raw_write(int fd, const struct part_header *header);

#endif
