/* Which image holds an address, and where in the image's file it is: [PROF-SYMBOLIZE-OFFLINE].
 *
 * The image whose executable range [text, text + text_size) holds the pc; the greatest base at or below the pc only
 * among the images that reported no range. Where two images hold it, the one that was added last does. */
#ifndef OSPREY_IMAGE_MAP_H
#define OSPREY_IMAGE_MAP_H

#include "mem.h"
#include "record.h"

/* Zero-initialise it. The strings of added images are copied and live to the end. */
struct image_map {
	struct image *images; /* in the order of adding */
	size_t count, capacity;
	struct arena texts;
	struct image_place *by_text, *by_base, *by_id; /* sorted at the first look-up after an addition */
	size_t text_count, base_count;
	bool sorted;
};

void image_map_add(struct image_map *map, const struct image *image);

/* The image of an id, or NULL. It is gone with the next addition. */
const struct image *image_map_get(struct image_map *map, uint32_t id);

/* Sets mapped, image and addr of a frame that has neither these nor a name, when an image holds it. The one place where
 * a return address loses its 1. */
void image_map_frame(struct image_map *map, struct frame *frame);

#endif
