/* Whose code a frame is: the profiled program's own, or what it runs on (the Osprey runtime, the system). */
#ifndef OSPREY_FRAME_KIND_H
#define OSPREY_FRAME_KIND_H

#include "record.h"

/* `file` is the source file, "" when it is unknown; `image` the path of the image, NULL for the profiled program
 * itself, which is the user's wherever it is installed. */
enum frame_kind frame_kind(const char *file, const char *image);

/* Whether the name says only where the code is, and not which function it is: "0x401136", or "prog+0x1136". */
bool frame_is_unnamed(const char *name, const char *file);

#endif
