/* Libraries that a system ships, most of them built without frame pointers. */
#ifndef OSPREY_SYSTEM_IMAGE_H
#define OSPREY_SYSTEM_IMAGE_H

#include <stdbool.h>

/* Whether the image of this path is one, by its directory. */
bool system_image(const char *path);

#endif
