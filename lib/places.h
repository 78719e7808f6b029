/* The places that a profile asks names for, each (image, address) once in a run. Zero-initialise it. */
#ifndef OSPREY_PLACES_H
#define OSPREY_PLACES_H

#include "image_files.h"
#include "intern.h"
#include "name_cache.h"
#include "symbolizer.h"

struct place {
	uint64_t addr;
	uint64_t image; /* id; as wide as addr: its bytes are part of a key */
};

struct places {
	struct intern keys;
	size_t asked; /* of them */
	struct symbolizer symbolizer;
	struct name_cache cache;
};

/* The number of the place; they count from 0. */
uint32_t places_add(struct places *places, uint32_t image, uint64_t addr);

struct place places_get(const struct places *places, uint32_t number);

/* Asks for the places that were added since the last time: the cache, then the symbolizer in one go, by image and
 * address. `answer` is called once for each with its number as index. The files of their images must be usable. */
void places_ask(struct places *places, struct image_files *files, on_answer *answer, void *state);

#endif
