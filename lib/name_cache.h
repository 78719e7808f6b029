/* What symbolizers answered before: a file for each build id, so that a second look at a profile needs no process.
 *
 * In $XDG_CACHE_HOME/osprey-prof, or ~/.cache/osprey-prof. A file is replaced as a whole, so that runs beside each
 * other don't harm it. The names of files of code without a build id are not kept. All files together are held below
 * 256 MiB, those that were not used for the longest time go first. Whatever fails means only that the symbolizer is
 * asked. One thread only. */
#ifndef OSPREY_NAME_CACHE_H
#define OSPREY_NAME_CACHE_H

#include "image_files.h"
#include "name_store.h"

/* Zero-initialise it. */
struct name_cache {
	bool off;
	bool grown;			/* files were written since the directory was looked at */
	const char *directory;		/* NULL until it is known */
	const struct image_file *image; /* whose names are at hand; NULL none */
	char *path;			/* of the file that keeps them; NULL when they are not kept */
	struct name_store store;
	struct name_batch batch;
	struct name_frames found;
};

/* Puts the names of `image` at hand; those of another, if they became more, are kept before. `mangled`: names are not
 * demangled. */
void name_cache_open(struct name_cache *cache, const struct image_file *image, bool mangled);

/* The answer for an address, in cache->found until the next call. False when it is not known. */
bool name_cache_find(struct name_cache *cache, uint64_t addr);

void name_cache_add(struct name_cache *cache, uint64_t addr, const struct frame *frames, size_t count);

/* Keeps what became more, and removes the oldest files if all are too many now. */
void name_cache_end(struct name_cache *cache);

#endif
