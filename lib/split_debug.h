/* Split DWARF: the larger part of a file's debug information is in a file for each object (.dwo), or in all of these
 * put together (.dwp). Without them a symbolizer knows no inlined functions, and is silent about it. */
#ifndef OSPREY_SPLIT_DEBUG_H
#define OSPREY_SPLIT_DEBUG_H

#include <stdbool.h>
#include <stddef.h>

/* Whether the debug information of `path` is split and a part is neither in PATH.dwp nor where it was when the file was
 * linked; `name` is then that of the first one. What it can't tell, compressed sections for example, is not missing. */
bool split_debug_missing(const char *path, char *name, size_t size);

#endif
