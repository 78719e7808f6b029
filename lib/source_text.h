/* Lines of source files, when the files are still what the run was built from as far as one can tell. */
#ifndef OSPREY_SOURCE_TEXT_H
#define OSPREY_SOURCE_TEXT_H

#include "mem.h"

#include <stdint.h>

enum source_text { SOURCE_TEXT_FOUND, SOURCE_TEXT_MISSING, SOURCE_TEXT_CHANGED };

/* Line `line`, from 1, of `file`, without the white space around it, each white space in it as one blank; copied into
 * the arena. Of a line that is longer than SOURCE_TEXT_LONGEST bytes, its beginning. MISSING: it is no regular file, or
 * it can't be read. CHANGED: it was modified after `start_unix_ns`, or it has no such line. */
enum source_text source_text(struct arena *arena, const char *file, uint32_t line, uint64_t start_unix_ns,
			     const char **text);

enum { SOURCE_TEXT_LONGEST = 4096 };

#endif
