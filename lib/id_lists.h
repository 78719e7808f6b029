/* Numbered lists of ids in one growing pool. Numbers may have gaps: one takes 8 bytes.
 * Zero-initialise it. */
#ifndef OSPREY_ID_LISTS_H
#define OSPREY_ID_LISTS_H

#include <stddef.h>
#include <stdint.h>

struct id_lists {
	struct id_list {
		uint32_t first, count;
	} * lists;
	uint32_t *ids;
	size_t list_capacity, id_count, id_capacity;
};

/* Starts list `number` anew, empty; id_lists_add() then adds to it until another begins, and dies at 2^32 ids in all.
 */
void id_lists_begin(struct id_lists *lists, uint32_t number);
void id_lists_add(struct id_lists *lists, uint32_t number, uint32_t id);

/* The ids of a list, none when it was never begun. They are gone with the next addition. */
const uint32_t *id_lists_get(const struct id_lists *lists, uint32_t number, uint32_t *count);

/* Empties the pool: all lists are gone, the room stays. */
void id_lists_clear(struct id_lists *lists);

#endif
