/* From a line of the records to its struct. */
#ifndef OSPREY_RECORD_PARSE_H
#define OSPREY_RECORD_PARSE_H

#include "object.h"
#include "record.h"

/* Sets type and member of `record` from its text, which stands in line `line` of `name`. What the member points to
 * lives until the next call with this reader. Dies on what is wrong in the line itself. */
void record_parse(struct object_reader *reader, struct record *record, const char *name, uint64_t line);

#endif
