/* What the files of the store share. */
#ifndef OSPREY_STORE_INTERNAL_H
#define OSPREY_STORE_INTERNAL_H

#include "store.h"

struct stack_place {
	uint64_t hash;
	uint64_t offset;
};

struct thread_place {
	uint64_t offset;
	uint64_t run; /* offset of the thread's last record if it is a run, else 0 */
};

static inline struct thread_place *thread_place(const struct store *store, uint32_t thread)
{
	return (struct thread_place *)store->threads.base + thread;
}

static inline void store_add(_Atomic uint64_t *sum, uint64_t amount)
{
	atomic_store_explicit(sum, atomic_load_explicit(sum, memory_order_relaxed) + amount, memory_order_relaxed);
}

#endif
