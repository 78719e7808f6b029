#include "mem.h"

#include "die.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ARENA_BLOCK = 64 * 1024, ARENA_ALIGN = 16 };

void *mem_new(size_t count, size_t size)
{
	void *memory = calloc(count ? count : 1, size);

	if (!memory)
		die("out of memory");
	return memory;
}

void *mem_grow(void *array, size_t *capacity, size_t needed, size_t size)
{
	size_t room = *capacity ? *capacity : 16;

	if (needed <= *capacity)
		return array;
	while (room < needed)
		room = room > SIZE_MAX / 2 ? needed : room * 2;
	if (!size || room > SIZE_MAX / size)
		die("out of memory");
	array = realloc(array, room * size);
	if (!array)
		die("out of memory");
	memset((char *)array + *capacity * size, 0, (room - *capacity) * size);
	*capacity = room;
	return array;
}

/* A block begins with the address of the one before, so that a leak checker finds them all. */
static void arena_add_block(struct arena *arena, size_t needed)
{
	size_t size = needed > ARENA_BLOCK ? needed : ARENA_BLOCK;
	char *block = malloc(size + ARENA_ALIGN);

	if (!block)
		die("out of memory");
	memcpy(block, &arena->block, sizeof(arena->block));
	arena->block = block;
	arena->used = ARENA_ALIGN;
	arena->size = size + ARENA_ALIGN;
}

char *arena_copy(struct arena *arena, const void *bytes, size_t length)
{
	size_t needed;
	char *copy;

	if (length > SIZE_MAX / 2)
		die("out of memory");
	needed = (length + 1 + ARENA_ALIGN - 1) / ARENA_ALIGN * ARENA_ALIGN;
	if (needed > arena->size - arena->used)
		arena_add_block(arena, needed);
	copy = arena->block + arena->used;
	arena->used += needed;
	if (length)
		memcpy(copy, bytes, length);
	copy[length] = '\0';
	return copy;
}

void arena_reset(struct arena *arena)
{
	char *block, *before;

	if (!arena->block)
		return;
	memcpy(&block, arena->block, sizeof(block));
	for (; block; block = before) {
		memcpy(&before, block, sizeof(before));
		free(block);
	}
	memset(arena->block, 0, ARENA_ALIGN);
	arena->used = ARENA_ALIGN;
}
