/* Whose code a frame is: the profiled program's own, or what it runs on (the Osprey runtime, the system). */
#ifndef OSPREY_FRAME_KIND_H
#define OSPREY_FRAME_KIND_H

#include "record.h"

/* `file` is the source file, "" when it is unknown; `image` the path of the image, NULL for the profiled program
 * itself, which is the user's wherever it is installed. */
enum frame_kind frame_kind(const char *file, const char *image);

#endif
