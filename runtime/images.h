/* The images of the process: the program, its libraries, the loader, the vDSO [PROF-RAW-FORMAT], as they come and go.
 *
 * An image that went keeps its entry. One that came where another had been is recorded at a shifted place, and so are
 * the stacks that were captured in it, so that an address in the profile belongs to one image only. */
#ifndef OSPREY_IMAGES_H
#define OSPREY_IMAGES_H

#include "region.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	BUILD_ID_MAX = 64,
	ARCH_SIZE = 8,
	IMAGES_SHIFT_BITS =
		48 /* a shift is a multiple of 2 to this: above all addresses of programs, exact in a double */
};

struct image {
	uint64_t base;		  /* where the file's first byte is mapped */
	uint64_t slide;		  /* what was added to the file's addresses */
	uint64_t text, text_size; /* from the lowest executable segment to the end of the highest; size 0: unknown */
	uint64_t shift;		  /* to add to base, slide and text in the profile */
	uint32_t name;		  /* the loader's; offset in the texts, NUL-terminated */
	uint32_t path;		  /* the file's real path; likewise */
	uint32_t build_id_size;	  /* bytes; 0 when there is none */
	uint64_t file_size;	  /* bytes; 0 when it has a build id, or is unknown: so is the time */
	uint64_t file_mtime_ns;	  /* since 1970 */
	char arch[ARCH_SIZE];	  /* of a Mach-O image: its slice; "" elsewhere */
	bool loaded;
	bool was_loaded; /* when the images were taken the last time */
	unsigned char build_id[BUILD_ID_MAX];
};

/* Zero-initialise it. */
struct images {
	struct region entries; /* of struct image */
	struct region texts;
	uint64_t changes; /* the loader's count when it was taken */
	uint64_t shifts;  /* how many have been given out */
};

/* Whether something was loaded or unloaded since `images` was taken. Cheap. Calls the loader: never from a handler, nor
 * while a lock is held that a thread may want that holds the loader's. */
bool images_changed(const struct images *images);

/* What is loaded now, into an empty `images`. Calls the loader, as above. What there is no memory for is left out. */
void images_take(struct images *images);

/* Makes `all` know what `now` holds, and frees `now`. The registry's mutex is held. */
void images_merge(struct images *all, struct images *now);

/* Adds a region of executable memory that belongs to no image, under a name in brackets. */
void images_add_region(struct images *images, uint64_t start, uint64_t end, const char *name);

/* Whether the executable range of a loaded image meets [start, end). */
bool images_cover(const struct images *images, uint64_t start, uint64_t end);

/* Moves the addresses of a fresh stack to where its images stand in the profile. The registry's mutex is held. */
void images_shift(const struct images *images, uint64_t *frames, uint32_t count);

void images_free(struct images *images);

static inline struct image *images_entries(const struct images *images, size_t *count)
{
	*count = images->entries.used / sizeof(struct image);
	return images->entries.base;
}

static inline const char *images_text(const struct images *images, uint32_t offset)
{
	return (const char *)images->texts.base + offset;
}

/* An entry, with copies of the texts. The platform's files call it. */
void images_add(struct images *images, const struct image *image, const char *name, const char *path);

/* The path of the running program, read from the system at the time of the call; `size` bytes of room. Empty when
 * unknown. */
void images_program(char *path, size_t size);

#endif
