#include "region.h"

#include <string.h>
#include <sys/mman.h>

enum { REGION_FIRST = 1 << 16 };

static bool region_grow(struct region *region, size_t needed)
{
	size_t size = region->size ? region->size : REGION_FIRST;
	void *base;

	while (size < needed)
		size *= 2;
	base = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
	if (base == MAP_FAILED)
		return false;
	if (region->base) {
		memcpy(base, region->base, region->used);
		munmap(region->base, region->size);
	}
	region->base = base;
	region->size = size;
	return true;
}

void *region_add(struct region *region, size_t bytes)
{
	char *place;

	if ((!region->base || region->used + bytes > region->size) && !region_grow(region, region->used + bytes))
		return NULL;
	place = (char *)region->base + region->used;
	region->used += bytes;
	return place;
}

void region_free(struct region *region)
{
	if (region->base)
		munmap(region->base, region->size);
	*region = (struct region){0};
}
