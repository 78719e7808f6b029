/* From ids of a stream to dense indexes. Zero-initialise it. */
#ifndef OSPREY_ID_MAP_H
#define OSPREY_ID_MAP_H

#include "mem.h"

#include <stddef.h>
#include <stdint.h>

struct id_map {
	uint32_t *entries; /* index + 1 of each id; 0: not defined */
	size_t capacity;
};

static inline void id_map_set(struct id_map *map, uint32_t id, uint32_t index)
{
	map->entries = mem_grow(map->entries, &map->capacity, (size_t)id + 1, sizeof(*map->entries));
	map->entries[id] = index + 1;
}

/* The id must have been set: records_read() lets no other come. */
static inline uint32_t id_map_get(const struct id_map *map, uint32_t id)
{
	return map->entries[id] - 1;
}

#endif
