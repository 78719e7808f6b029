/* The part file: the profile that a process is taking, as it stands in memory and beside the output until the raw file
 * is whole. Its form is no promise: the prof-recover(1) of the same version reads it.
 *
 * A header, then records without a gap. A record is never moved nor taken back, and refers only to records before it,
 * so that what stands before any of them is a profile by itself. `committed` is stored (release) when a record is
 * complete; a reader, of a live process or of a dead one's file, loads it (acquire) first and looks at nothing behind
 * it. What may change in a record that is committed is named below; each such field is whole by itself at every moment.
 *
 * All is in the machine's byte order, in words of 8 bytes. There are no pointers. */
#ifndef OSPREY_PART_H
#define OSPREY_PART_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#define PART_MAGIC	"osprpart"
#define PART_BYTE_ORDER UINT32_C(0x01020304)

enum {
	PART_VERSION = 2,
	PART_PLATFORM_SIZE = 32,
	PART_PATH_SIZE = 4096,
	PART_LABEL_SIZE = 32,
	PART_NAME_SIZE = 16,
	PART_ARCH_SIZE = 8,
	PART_BUILD_ID_MAX = 64,
	PART_DEPTH = 128, /* frames of a stack, at most */
	PART_WORD = sizeof(uint64_t)
};

struct part_header {
	char magic[8]; /* PART_MAGIC without a NUL */
	uint32_t version;
	uint32_t byte_order;  /* PART_BYTE_ORDER */
	uint64_t header_size; /* bytes: the first record follows */
	uint64_t pid, rate_hz, start_unix_ns;

	/* These change. */
	_Atomic uint64_t committed; /* bytes, the header included */
	_Atomic uint64_t end_ns;    /* of the last tick, from the start */
	_Atomic uint64_t ticks, paused_ns, dropped;
	_Atomic uint64_t thinned;   /* periods that on-CPU rows speak for at least, from some time on; 0: one */
	_Atomic uint64_t abandoned; /* 1: the file could not grow, the profile goes on in memory alone */
	_Atomic uint64_t unregistered_cpu_ns; /* of threads that were not registered; 0: none, or not known yet */

	char platform[PART_PLATFORM_SIZE]; /* texts end in a NUL */
	char exe[PART_PATH_SIZE];
};

/* The lowest byte of a record's first word. */
enum part_kind { PART_STACK = 1, PART_SAMPLE, PART_RUN, PART_THREAD, PART_IMAGE };

enum { PART_KIND_BITS = 8, PART_STACK_BITS = 26, PART_THREAD_BITS = 26, PART_COUNT_BITS = 12 };

#define PART_TIME_MAX	(UINT64_MAX >> PART_KIND_BITS)		/* ns: more than two years */
#define PART_STACK_MAX	((UINT64_C(1) << PART_STACK_BITS) - 1)	/* indexes */
#define PART_THREAD_MAX ((UINT64_C(1) << PART_THREAD_BITS) - 1) /* likewise */
#define PART_COUNT_MAX	((UINT64_C(1) << PART_COUNT_BITS) - 1)

/* The n-th of its kind has index n, and so has the n-th thread. `frames` leaf first, as many as bits 16 and up of the
 * first word say; bits 8 to 15 hold the label. */
struct part_stack {
	uint64_t head;
	uint64_t frames[];
};

/* What is known of a stack beside its addresses; stands above its root. */
enum state { STATE_ON_CPU = 0, STATE_WAITING = 1 };

enum stack_label {
	LABEL_NONE,
	LABEL_TRUNCATED, /* the stack is deeper than the walk */
	LABEL_WAITING,	 /* no addresses: the thread waited and could not be asked where */
	LABEL_RUNNABLE,	 /* no addresses: the thread waited for a processor */
	LABEL_UNKNOWN,	 /* no addresses: the thread ran and was never met running */
	LABEL_UNSAMPLED, /* no addresses: the thread can't be asked, or the program took SIGPROF for itself */
	STACK_LABELS
};

/* A row of state on-CPU. Nothing else is stored so often. */
struct part_sample {
	uint64_t head; /* above the kind: time from the start, ns */
	uint64_t what; /* part_what() */
};

/* A stretch of waiting of one thread in one stack. The last two fields change as long as the thread waits on. */
struct part_run {
	uint64_t head; /* above the kind: the time of its first row, ns from the start */
	uint64_t what; /* the count there is 0 */
	_Atomic uint64_t last_ns;
	_Atomic uint64_t count; /* periods */
};

struct part_thread {
	uint64_t head;
	int64_t fiber;
	uint64_t tid;
	char label[PART_LABEL_SIZE];
	char name[PART_NAME_SIZE]; /* of the system; "" when unknown */
				   /* Fiber, label and name may change. The last byte of a text is always a NUL. */
};

/* As it stands in the raw file. Bits 8 and up of the first word hold the record's size in words. */
struct part_image {
	uint64_t head;
	uint64_t base, slide, text, text_size;
	uint64_t build_id_size;		   /* bytes */
	uint64_t file_size, file_mtime_ns; /* where there is no build id; 0: unknown */
	char arch[PART_ARCH_SIZE];
	unsigned char build_id[PART_BUILD_ID_MAX];
	char path[]; /* NULs up to the end, at least one */
};

static inline enum part_kind part_kind(const uint64_t *record)
{
	return (enum part_kind)(record[0] & ((1u << PART_KIND_BITS) - 1));
}

/* What stands above the kind. */
static inline uint64_t part_rest(const uint64_t *record)
{
	return record[0] >> PART_KIND_BITS;
}

static inline uint64_t part_head(enum part_kind kind, uint64_t rest)
{
	return rest << PART_KIND_BITS | (uint64_t)kind;
}

static inline uint64_t part_stack_count(const uint64_t *record)
{
	return part_rest(record) >> 8;
}

static inline unsigned part_stack_label(const uint64_t *record)
{
	return part_rest(record) & 0xff;
}

static inline uint64_t part_what(uint64_t thread, uint64_t stack, uint64_t count)
{
	return (count << PART_THREAD_BITS | thread) << PART_STACK_BITS | stack;
}

static inline uint64_t part_what_stack(uint64_t what)
{
	return what & PART_STACK_MAX;
}

static inline uint64_t part_what_thread(uint64_t what)
{
	return what >> PART_STACK_BITS & PART_THREAD_MAX;
}

static inline uint64_t part_what_count(uint64_t what)
{
	return what >> (PART_STACK_BITS + PART_THREAD_BITS);
}

/* The record's size; 0 for a kind that is none. Nothing but its first word is read. */
static inline uint64_t part_words(const uint64_t *record)
{
	switch (part_kind(record)) {
	case PART_SAMPLE:
		return sizeof(struct part_sample) / PART_WORD;
	case PART_STACK:
		return 1 + part_stack_count(record);
	case PART_RUN:
		return sizeof(struct part_run) / PART_WORD;
	case PART_THREAD:
		return sizeof(struct part_thread) / PART_WORD;
	case PART_IMAGE:
		return part_rest(record);
	}
	return 0;
}

static inline const uint64_t *part_first(const struct part_header *header)
{
	return (const uint64_t *)(header + 1);
}

/* Behind the last record. */
static inline const uint64_t *part_end(const struct part_header *header)
{
	uint64_t committed = atomic_load_explicit(&header->committed, memory_order_acquire);

	return (const uint64_t *)(const void *)((const char *)header + committed);
}

static inline uint64_t part_load(const _Atomic uint64_t *value)
{
	return atomic_load_explicit(value, memory_order_relaxed);
}

static inline const uint64_t *part_skip_others(const struct part_header *header, const uint64_t *record,
					       enum part_kind kind)
{
	const uint64_t *end = part_end(header);

	while (record < end && part_kind(record) != kind)
		record += part_words(record);
	return record < end ? record : NULL;
}

/* The first and the next record of a kind, NULL when there is none. */
static inline const void *part_find(const struct part_header *header, enum part_kind kind)
{
	return part_skip_others(header, part_first(header), kind);
}

static inline const void *part_find_next(const struct part_header *header, const void *record)
{
	const uint64_t *words = record;

	return part_skip_others(header, words + part_words(words), part_kind(words));
}

#endif
