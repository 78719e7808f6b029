#include "intern.h"

#include "die.h"
#include "hash.h"

#include <stdlib.h>

enum { SLOTS_AT_FIRST = 64 };

/* The slot that holds the key, or the free one where it belongs. */
static size_t find(const struct intern *table, const char *bytes, size_t length, uint64_t hash)
{
	size_t mask = table->slot_count - 1;

	for (size_t slot = hash & mask;; slot = (slot + 1) & mask) {
		const struct intern_key *key;

		if (!table->slots[slot])
			return slot;
		key = &table->keys[table->slots[slot] - 1];
		if (key->hash == hash && key->length == length && (!length || !memcmp(key->bytes, bytes, length)))
			return slot;
	}
}

/* Keeps at least half of the slots free. */
static void make_room(struct intern *table)
{
	size_t mask;

	if ((table->count + 1) * 2 <= table->slot_count)
		return;
	free(table->slots);
	table->slot_count = table->slot_count ? table->slot_count * 2 : SLOTS_AT_FIRST;
	table->slots = mem_new(table->slot_count, sizeof(*table->slots));
	mask = table->slot_count - 1;
	for (size_t i = 0; i < table->count; i++) {
		size_t slot = table->keys[i].hash & mask;

		while (table->slots[slot])
			slot = (slot + 1) & mask;
		table->slots[slot] = (uint32_t)i + 1;
	}
}

uint32_t intern(struct intern *table, const void *key, size_t length, bool *added)
{
	uint64_t hash = hash_of(key, length);
	size_t slot;

	make_room(table);
	slot = find(table, key, length, hash);
	if (added)
		*added = !table->slots[slot];
	if (table->slots[slot])
		return table->slots[slot] - 1;
	if (table->count >= UINT32_MAX - 1)
		die("more than 2^32 different names, stacks or frames");
	table->keys = mem_grow(table->keys, &table->capacity, table->count + 1, sizeof(*table->keys));
	table->keys[table->count] = (struct intern_key){arena_copy(&table->arena, key, length), length, hash};
	table->slots[slot] = (uint32_t)++table->count;
	return table->slots[slot] - 1;
}

uint32_t intern_text(struct intern *table, const char *text)
{
	return intern(table, text, strlen(text), NULL);
}

const void *intern_key(const struct intern *table, uint32_t index)
{
	return table->keys[index].bytes;
}
