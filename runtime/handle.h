/* Ids for things in memory: 1, 2, 3 …, never given out twice, so that a used-up id is told from one that never was.
 *
 * The thing embeds a struct handle and stays its owner's: the table never frees it. The caller locks. Nothing here
 * fails: when there is no memory for more buckets the chains grow longer. */
#ifndef OSPREY_HANDLE_H
#define OSPREY_HANDLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct handle {
	int64_t id;
	struct handle *next;
};

enum { HANDLE_FIRST_BUCKETS = 64 };

/* Zero-initialise it; it must not move. */
struct handle_table {
	struct handle **buckets;
	size_t bucket_count; /* 0 or a power of two */
	size_t count;
	int64_t last; /* the newest id */
	struct handle *first[HANDLE_FIRST_BUCKETS];
};

/* Returns the id, which stands in the handle too. A handle that was removed may be added again and gets a new one. */
int64_t handle_add(struct handle_table *table, struct handle *handle);

/* NULL when the id is not in the table. */
struct handle *handle_find(const struct handle_table *table, int64_t id);

void handle_remove(struct handle_table *table, struct handle *handle);

/* Whether the id was given out, be it in the table or gone. */
bool handle_was_given(const struct handle_table *table, int64_t id);

#endif
