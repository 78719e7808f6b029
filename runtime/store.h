/* What was sampled: threads, unique stacks, samples, images. It stands in a log, part.h, as it comes; beside it are
 * indexes of what must be found again. All refer to each other by index, never by pointer. The registry's mutex guards
 * it; it is never touched while a thread is stopped, nor in a handler. */
#ifndef OSPREY_STORE_H
#define OSPREY_STORE_H

#include "images.h"
#include "log.h"
#include "region.h"
#include "walk.h"

#include <stdint.h>
#include <sys/types.h>

#define STORE_NONE UINT32_MAX

enum { LABEL_SIZE = PART_LABEL_SIZE, THREAD_NAME_SIZE = PART_NAME_SIZE };

struct stored_sample {
	uint64_t t_ns; /* from the start */
	uint32_t thread, stack;
	uint32_t count; /* periods that it speaks for */
	uint32_t state; /* enum state */
};

/* Zero-initialise it. */
struct store {
	struct log log;
	struct region threads; /* of struct thread_place */
	struct region stacks;  /* of struct stack_place */
	struct region buckets; /* of uint32_t: index of a stack + 1, 0 is free; a power of two many */
	size_t images;	       /* that the log has */
	uint64_t period_ns;
	uint64_t rows;	   /* on-CPU */
	uint64_t thinning; /* periods that an on-CPU row is to speak for at least, 0 and 1: any */
};

/* Begins an empty store, which is to be kept in the part file beside `path`: log_want_file(); NULL: in memory. False
 * when there is no memory. */
bool store_open(struct store *store, const char *path);

/* The profile begins now, in an open store. */
void store_begin(struct store *store, uint64_t rate_hz, uint64_t start_unix_ns);

/* A tick is done, `t_ns` from the start. For the sampler thread: log_keep_room(). */
void store_tick(struct store *store, uint64_t t_ns);

/* The profile lasts until `t_ns` from the start, `paused_ns` of it in pauses. */
void store_time(struct store *store, uint64_t t_ns, uint64_t paused_ns);

/* CPU time, ns, of threads that were not registered. */
void store_unregistered(struct store *store, uint64_t cpu_ns);

/* Adds what `images` has got since the last call. */
void store_images(struct store *store, const struct images *images);

/* A new row; STORE_NONE when there is no memory. */
uint32_t store_thread(struct store *store, int64_t fiber, const char *label, pid_t tid);

/* The thread's row gets another fiber and label. */
void store_thread_rename(struct store *store, uint32_t thread, int64_t fiber, const char *label);

/* The thread's name of the system, THREAD_NAME_SIZE bytes, for the caller to set. Good until something is added. */
char *store_thread_name(struct store *store, uint32_t thread);

/* The index of an equal stack, which is added when it is new; STORE_NONE when there is no memory. `frames` leaf first.
 */
uint32_t store_stack(struct store *store, const uint64_t *frames, uint32_t count, enum stack_label label);

/* Adds a sample; a waiting one to the thread's last row when that is of the same stretch. Without memory, or a stack,
 * its count is dropped. */
void store_sample(struct store *store, const struct stored_sample *sample);

/* Whether so few periods are not worth an on-CPU row yet, and shall stay due: there are very many rows. */
static inline bool store_is_thinned(const struct store *store, uint64_t due)
{
	return due < store->thinning;
}

/* Gives the memory back. The part file stays: log_remove(). */
void store_free(struct store *store);

#endif
