/* Files that are made of records for other programs, and tell less than these: no filter goes on from them. */
#ifndef OSPREY_MADE_FILE_H
#define OSPREY_MADE_FILE_H

#include "source.h"

/* Dies with what to do when the input, which has been read ahead and whose first byte that is not white space stands at
 * `at`, begins as such a file. */
void made_file_refuse(const struct source *source, size_t at);

#endif
