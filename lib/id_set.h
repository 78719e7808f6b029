/* A set of ids below RECORD_ID_LIMIT, one bit each. Zero-initialise it. */
#ifndef OSPREY_ID_SET_H
#define OSPREY_ID_SET_H

#include "mem.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct id_set {
	uint8_t *bits;
	size_t capacity; /* bytes */
};

static inline bool id_set_has(const struct id_set *set, uint32_t id)
{
	return id / 8 < set->capacity && (set->bits[id / 8] >> id % 8 & 1);
}

static inline void id_set_add(struct id_set *set, uint32_t id)
{
	set->bits = mem_grow(set->bits, &set->capacity, id / 8 + 1, 1);
	set->bits[id / 8] = (uint8_t)(set->bits[id / 8] | 1 << id % 8);
}

#endif
