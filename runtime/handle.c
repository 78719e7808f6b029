#include "handle.h"

#include <stdlib.h>

static struct handle **bucket(const struct handle_table *table, int64_t id)
{
	return &table->buckets[(size_t)id & (table->bucket_count - 1)];
}

static void push(struct handle_table *table, struct handle *handle)
{
	struct handle **head = bucket(table, handle->id);

	handle->next = *head;
	*head = handle;
}

static void grow(struct handle_table *table)
{
	struct handle **old = table->buckets;
	size_t old_count = table->bucket_count;
	struct handle **wider = calloc(old_count * 2, sizeof *wider);

	if (!wider)
		return;
	table->buckets = wider;
	table->bucket_count = old_count * 2;
	for (size_t i = 0; i < old_count; i++)
		while (old[i]) {
			struct handle *moved = old[i];

			old[i] = moved->next;
			push(table, moved);
		}
	if (old != table->first)
		free(old);
}

int64_t handle_add(struct handle_table *table, struct handle *handle)
{
	if (!table->bucket_count) {
		table->buckets = table->first;
		table->bucket_count = HANDLE_FIRST_BUCKETS;
	}
	if (table->count >= table->bucket_count)
		grow(table);
	handle->id = ++table->last;
	push(table, handle);
	table->count++;
	return handle->id;
}

struct handle *handle_find(const struct handle_table *table, int64_t id)
{
	struct handle *handle = table->bucket_count ? *bucket(table, id) : NULL;

	while (handle && handle->id != id)
		handle = handle->next;
	return handle;
}

void handle_remove(struct handle_table *table, struct handle *handle)
{
	struct handle **link = bucket(table, handle->id);

	while (*link != handle)
		link = &(*link)->next;
	*link = handle->next;
	table->count--;
}

bool handle_was_given(const struct handle_table *table, int64_t id)
{
	return id >= 1 && id <= table->last;
}
