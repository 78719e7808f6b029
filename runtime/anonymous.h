/* Executable memory that the loader does not know: what a compiler made at run time, files mapped by hand. */
#ifndef OSPREY_ANONYMOUS_H
#define OSPREY_ANONYMOUS_H

#include "images.h"

/* Adds each region that is mapped now and that no loaded image covers, as `[jit 0x7f0123456000]`, or `[NAME]` when the
 * system knows one. */
void anonymous_take(struct images *images);

#endif
