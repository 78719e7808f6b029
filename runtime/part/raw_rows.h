/* The samples of the raw file, osprey-prof-raw(5). */
#ifndef OSPREY_RAW_ROWS_H
#define OSPREY_RAW_ROWS_H

#include "json.h"
#include "part.h"

/* The key, all rows, and the end of the file: what stands in memory must be whole and sound. */
void raw_rows_write(struct json *json, const struct part_header *header);

#endif
