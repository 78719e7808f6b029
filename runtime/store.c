#include "store.h"

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
	return store->stacks.used / sizeof(struct stored_stack);
}

static bool stack_equal(const struct store *store, const struct stored_stack *stack, const struct stored_stack *key,
			const uint64_t *frames)
{
	const uint64_t *stored = (const uint64_t *)store->frames.base + stack->first;

	return stack->hash == key->hash && stack->count == key->count && stack->label == key->label &&
	       memcmp(stored, frames, key->count * sizeof(*frames)) == 0;
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
	const struct stored_stack *stacks = store->stacks.base;
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

static uint32_t stack_find(const struct store *store, const struct stored_stack *key, const uint64_t *frames)
{
	const uint32_t *buckets = store->buckets.base;
	const struct stored_stack *stacks = store->stacks.base;
	size_t mask = store->buckets.used / sizeof(uint32_t) - 1;

	for (size_t i = key->hash & mask; buckets[i]; i = (i + 1) & mask)
		if (stack_equal(store, &stacks[buckets[i] - 1], key, frames))
			return buckets[i] - 1;
	return STORE_NONE;
}

static uint32_t stack_add(struct store *store, struct stored_stack *key, const uint64_t *frames)
{
	size_t index = stack_count(store), frames_used = store->frames.used;
	size_t mask = store->buckets.used / sizeof(uint32_t) - 1;
	struct stored_stack *stack;
	void *copy;

	if (index >= STORE_NONE)
		return STORE_NONE;
	copy = region_add(&store->frames, key->count * sizeof(*frames));
	if (!copy)
		return STORE_NONE;
	stack = region_add(&store->stacks, sizeof(*stack));
	if (!stack) {
		store->frames.used = frames_used;
		return STORE_NONE;
	}
	memcpy(copy, frames, key->count * sizeof(*frames));
	key->first = frames_used / sizeof(*frames);
	*stack = *key;
	bucket_put(store->buckets.base, mask, key->hash, (uint32_t)index);
	return (uint32_t)index;
}

uint32_t store_stack(struct store *store, const uint64_t *frames, uint32_t count, enum stack_label label)
{
	struct stored_stack key = {.hash = hash_stack(frames, count, label), .count = count, .label = label};
	static const uint64_t none[1];
	uint32_t found;

	if (!frames)
		frames = none;
	if (stack_count(store) * 2 >= store->buckets.used / sizeof(uint32_t) && !buckets_grow(store))
		return STORE_NONE;
	found = stack_find(store, &key, frames);
	return found == STORE_NONE ? stack_add(store, &key, frames) : found;
}

uint32_t store_thread(struct store *store, int64_t fiber, const char *label, pid_t tid)
{
	struct stored_thread *thread;
	size_t index = store_thread_count(store);

	if (index >= STORE_NONE)
		return STORE_NONE;
	thread = region_add(&store->threads, sizeof(*thread));
	if (!thread)
		return STORE_NONE;
	*thread = (struct stored_thread){.fiber = fiber, .tid = tid};
	strncpy(thread->label, label, LABEL_SIZE - 1);
	return (uint32_t)index;
}

void store_sample(struct store *store, const struct stored_sample *sample)
{
	struct stored_sample *place = NULL;

	if (sample->stack != STORE_NONE)
		place = region_add(&store->samples, sizeof(*place));
	if (place)
		*place = *sample;
	else
		store->lost += sample->count;
}

void store_free(struct store *store)
{
	region_free(&store->threads);
	region_free(&store->stacks);
	region_free(&store->frames);
	region_free(&store->samples);
	region_free(&store->buckets);
	store->lost = 0;
}
