/* The images of the process: the program, its libraries, the loader, the vDSO [PROF-RAW-FORMAT]. */
#ifndef OSPREY_IMAGES_H
#define OSPREY_IMAGES_H

#include "region.h"

#include <stdint.h>

enum { BUILD_ID_MAX = 64 };

struct image {
	uint64_t base;		  /* where the file's first byte is mapped */
	uint64_t slide;		  /* what was added to the file's addresses */
	uint64_t text, text_size; /* the executable range, from the lowest executable segment to the end of the highest;
				     size 0: unknown */
	uint32_t path;		  /* offset in the texts, NUL-terminated */
	uint32_t build_id_size;	  /* bytes; 0 when there is none */
	unsigned char build_id[BUILD_ID_MAX];
};

/* Zero-initialise it. */
struct images {
	struct region entries; /* of struct image */
	struct region texts;
};

/* Adds what is loaded now. Calls the loader: never from a handler. What there is no memory for is left out. */
void images_capture(struct images *images);

static inline const struct image *images_entries(const struct images *images, size_t *count)
{
	*count = images->entries.used / sizeof(struct image);
	return images->entries.base;
}

static inline const char *images_path(const struct images *images, const struct image *image)
{
	return (const char *)images->texts.base + image->path;
}

/* The path of the running program, read from the system at the time of the call; `size` bytes of room. Empty when
 * unknown. */
void images_program(char *path, size_t size);

#endif
