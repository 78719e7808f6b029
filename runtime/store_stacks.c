#include "store_internal.h"

#include <string.h>

enum { BUCKETS_FIRST = 4096 };

/* FNV-1a (Fowler, Noll, Vo) by words, with a final mix so that the low bits depend on all (MurmurHash3's finaliser). */
static uint64_t hash_stack(const uint64_t *frames, uint32_t count, enum stack_label label)
{
	uint64_t hash = 0xcbf29ce484222325u ^ label;

	for (uint32_t i = 0; i < count; i++)
		hash = (hash ^ frames[i]) * 0x100000001b3u;
	hash = (hash ^ hash >> 33) * 0xff51afd7ed558ccdu;
	return hash ^ hash >> 33;
}

static size_t stack_count(const struct store *store)
{
	return store->stacks.used / sizeof(struct stack_place);
}

static uint64_t stack_rest(uint32_t count, enum stack_label label)
{
	return (uint64_t)count << 8 | label;
}

static bool stack_equal(const struct store *store, const struct stack_place *place, uint64_t rest,
			const uint64_t *frames)
{
	const struct part_stack *stack = log_at(&store->log, place->offset);

	return part_rest(&stack->head) == rest &&
	       memcmp(stack->frames, frames, part_stack_count(&stack->head) * sizeof(*frames)) == 0;
}

static void bucket_put(uint32_t *buckets, size_t mask, uint64_t hash, uint32_t index)
{
	size_t i = hash & mask;

	while (buckets[i])
		i = (i + 1) & mask;
	buckets[i] = index + 1;
}

static bool buckets_grow(struct store *store)
{
	const struct stack_place *stacks = store->stacks.base;
	size_t count = store->buckets.used / sizeof(uint32_t);
	struct region bigger = {0};

	count = count ? count * 2 : BUCKETS_FIRST;
	if (!region_add(&bigger, count * sizeof(uint32_t)))
		return false;
	for (size_t i = 0; i < stack_count(store); i++)
		bucket_put(bigger.base, count - 1, stacks[i].hash, (uint32_t)i);
	region_free(&store->buckets);
	store->buckets = bigger;
	return true;
}

static uint32_t stack_find(const struct store *store, uint64_t hash, uint64_t rest, const uint64_t *frames)
{
	const uint32_t *buckets = store->buckets.base;
	const struct stack_place *stacks = store->stacks.base;
	size_t mask = store->buckets.used / sizeof(uint32_t) - 1;

	for (size_t i = hash & mask; buckets[i]; i = (i + 1) & mask)
		if (stacks[buckets[i] - 1].hash == hash && stack_equal(store, &stacks[buckets[i] - 1], rest, frames))
			return buckets[i] - 1;
	return STORE_NONE;
}

static uint32_t stack_add(struct store *store, uint64_t hash, uint64_t rest, const uint64_t *frames)
{
	uint64_t head = part_head(PART_STACK, rest), *record;
	size_t index = stack_count(store);
	struct stack_place *place;

	if (index > PART_STACK_MAX)
		return STORE_NONE;
	place = region_add(&store->stacks, sizeof(*place));
	if (!place)
		return STORE_NONE;
	record = log_add(&store->log, part_words(&head));
	if (!record) {
		store->stacks.used -= sizeof(*place);
		return STORE_NONE;
	}
	record[0] = head;
	memcpy(record + 1, frames, part_stack_count(&head) * sizeof(*frames));
	log_commit(&store->log);
	*place = (struct stack_place){hash, log_offset(&store->log, record)};
	bucket_put(store->buckets.base, store->buckets.used / sizeof(uint32_t) - 1, hash, (uint32_t)index);
	return (uint32_t)index;
}

uint32_t store_stack(struct store *store, const uint64_t *frames, uint32_t count, enum stack_label label)
{
	uint64_t hash = hash_stack(frames, count, label), rest = stack_rest(count, label);
	static const uint64_t none[1];
	uint32_t found;

	if (!frames)
		frames = none;
	if (stack_count(store) * 2 >= store->buckets.used / sizeof(uint32_t) && !buckets_grow(store))
		return STORE_NONE;
	found = stack_find(store, hash, rest, frames);
	return found == STORE_NONE ? stack_add(store, hash, rest, frames) : found;
}
