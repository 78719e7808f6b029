/* Which image holds an address, and where in the image's file it is: [PROF-SYMBOLIZE-OFFLINE].
 *
 * The image whose executable range [text, text + text_size) holds the pc; the greatest base at or below the pc only among the
 * images that reported no range. */
#ifndef OSPREY_IMAGE_MAP_H
#define OSPREY_IMAGE_MAP_H

#include "record.h"

/* Zero-initialise it. The strings of added images are copied. */
struct image_map {
	struct image *images; /* in the order of adding */
	size_t count, capacity;
	struct image **by_text, **by_base; /* sorted at the first look-up after an addition */
	bool sorted;
};

void image_map_add(struct image_map *map, const struct image *image);

/* The image of an id, or NULL. */
const struct image *image_map_get(const struct image_map *map, uint32_t id);

/* Sets mapped, image and addr of a frame that has none of them, when an image holds it. The one place where a return address
 * loses its 1. */
void image_map_frame(struct image_map *map, struct frame *frame);

#endif
