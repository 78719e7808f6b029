/* Memory that cannot fail: every function dies with a message when there is none, or when a size overflows.
 * Only lib/ allocates. One thread only. */
#ifndef OSPREY_MEM_H
#define OSPREY_MEM_H

#include <stddef.h>

/* `count` items of `size` bytes, zeroed. The caller may free() it. */
void *mem_new(size_t count, size_t size);

/* Makes room for at least `needed` items in `array` (NULL at first), doubling; new room is zeroed.
 * Returns the array's new place and updates `*capacity` (in items). */
void *mem_grow(void *array, size_t *capacity, size_t needed, size_t size);

/* A pool whose pieces are not freed one by one. Zero-initialise it. */
struct arena {
	char *block;
	size_t used, size;
};

/* A copy of `length` bytes with a NUL behind it; it lives to the end of the program, or to arena_reset(). Aligned for
 * any type. */
char *arena_copy(struct arena *arena, const void *bytes, size_t length);

/* Forgets all copies; the room is used again. */
void arena_reset(struct arena *arena);

#endif
