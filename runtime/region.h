/* A growable piece of mapped memory: an array whose place may move, so that what is kept in it refers to itself by
 * index only. No malloc: the sampler must not wait for a lock that a profiled thread may hold. Zero-initialise it. The
 * owner serialises all calls. */
#ifndef OSPREY_REGION_H
#define OSPREY_REGION_H

#include <stdbool.h>
#include <stddef.h>

struct region {
	void *base;
	size_t used, size; /* bytes */
};

/* Room for `bytes` more behind what is used, which it returns as used; 8-byte aligned when all requests are multiples
 * of 8; zeroed unless the owner lowered `used` before. NULL when there is no memory: nothing has changed then. */
void *region_add(struct region *region, size_t bytes);

/* Gives the memory back. */
void region_free(struct region *region);

#endif
