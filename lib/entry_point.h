/* Functions that a stack begins with: what the system calls first in a program or a thread. */
#ifndef OSPREY_ENTRY_POINT_H
#define OSPREY_ENTRY_POINT_H

#include <stdbool.h>

/* Whether the function of this name is one, whatever suffix a linker or compiler gave it: `@@GLIBC_2.34`, `.part.0`. */
bool entry_point(const char *name);

/* Whether nothing at all is before it. Only a walk by unwind tables gets there. */
bool entry_point_outermost(const char *name);

#endif
