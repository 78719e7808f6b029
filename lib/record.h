/* The records that the filters exchange, one JSON value a line: osprey-prof-records(5). This header is the data model.
 *
 * records_read() takes any stage: the raw file of a run (found by its first bytes; turned into records on the fly) or
 * the records of any filter. It checks everything that a filter would have to: form, version, that a line defines
 * before another uses, that the stream has its end. Whatever is wrong dies with `PROGRAM: FILE:LINE: MESSAGE` (a byte
 * offset for raw files).
 *
 * What a handler receives dies when it returns; to keep it, copy or intern it. One thread only. */
#ifndef OSPREY_RECORD_H
#define OSPREY_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum record_type {
	RECORD_PROFILE,
	RECORD_IMAGE,
	RECORD_THREAD,
	RECORD_FRAME,
	RECORD_STACK,
	RECORD_SAMPLE,
	RECORD_SUMMARY,
	RECORD_FIBER,
	RECORD_FUNCTION,
	RECORD_LINE,
	RECORD_END,
	RECORD_OTHER, /* a type that this version doesn't know: passed on */
	RECORD_TYPES
};

enum {
	RECORD_VERSION = 1,
	RECORD_ID_LIMIT = 1 << 26 /* ids are below this, so that arrays can be indexed by them */
};

enum state { STATE_ON_CPU = 0, STATE_WAITING = 1, STATES };
enum frame_kind { KIND_RUNTIME, KIND_USER };

/* Strings are never NULL; an absent one is "". */
struct profile {
	uint64_t pid;
	const char *exe, *platform;
	uint64_t rate_hz;		     /* asked for; at least 1 */
	uint64_t start_unix_ns, end_unix_ns; /* end >= start */
	uint64_t dropped;		     /* samples that the runtime could not keep */
	uint64_t ticks, paused_ns;	     /* ticks that the sampler made, 0 when unknown; time in pause */
	uint64_t thinned;	      /* periods that an on-CPU sample stands for at least, from some time on; 0: one */
	uint64_t unregistered_cpu_ns; /* CPU time of threads that are in no sample; 0: none, or unknown */
};

struct image {
	uint32_t id;
	const char *path, *arch, *build_id;
	uint64_t base, slide;
	uint64_t text, text_size;	   /* executable range; size 0: unknown */
	uint64_t file_size, file_mtime_ns; /* of the file, where it has no build id; 0 when unknown */
};

struct thread {
	uint32_t id;
	int64_t fiber;
	const char *label;
	const char *name; /* the OS thread's name, or "" */
	uint64_t tid;	  /* 0 when unknown */
};

/* One (pc, call) pair, or after prof-symbolize a named frame. */
struct frame {
	uint32_t id;
	bool named;
	bool mapped; /* image holds an id; for frames that aren't named, addr too */
	uint32_t image;
	uint64_t pc;   /* not for named frames */
	bool call;     /* pc is a return address */
	uint64_t addr; /* to look up in the image's file: unslid, and -1 for a call */
	const char *name, *file;
	const char *linkage;		   /* the name as linkers know it, where it is another; else NULL or "" */
	uint32_t line, column, start_line; /* 1-based; 0 when unknown. start_line: of the function */
	enum frame_kind kind;
	bool inlined;
};

struct stack {
	uint32_t id;
	const uint32_t *frames; /* ids of frames, leaf first */
	uint32_t count;		/* may be 0: nothing is known */
};

struct sample {
	uint64_t t_ns; /* from the start of the profile */
	uint32_t thread, stack;
	enum state state;
	uint64_t count; /* sampling periods that it speaks for, at least 1 */
};

/* What prof-aggregate makes of it. All sums are sums of counts. */
struct summary {
	uint64_t samples, oncpu, waiting;
	uint64_t truncated;  /* on-CPU samples whose stack was cut at its root */
	uint64_t unresolved; /* on-CPU samples whose leaf has no name */
	uint64_t unsampled;  /* on-CPU samples without a stack, because no signal could be sent */
	uint64_t runnable;   /* waiting samples that waited for a processor */
	/* On-CPU samples whose root has a name, but not one that a stack begins with. */
	uint64_t incomplete;
	const char *incomplete_image; /* path of the image that most of these roots are in; "" unknown */
	/* On-CPU samples whose leaf may have set up no frame, so that the walk has passed over its caller. */
	uint64_t leaf_callers_unsure;
	const char *leaf_callers_unsure_image; /* path of the image that most of these leaves are in; "" none */
	/* Records of on-CPU samples, and how many of one period each would tell as much; 0: unknown, or none. */
	uint64_t captures, effective_captures;
	uint64_t fibers; /* that have samples */
	double wall_seconds, cpu_seconds;
};

struct fiber {
	uint32_t id;
	int64_t fiber;
	const char *label;
	const char *name; /* as shown: main, fiber-3, effect-2, thread-1 (worker 0) */
	uint64_t samples, oncpu, waiting;
	uint64_t unsampled;	     /* of both states, without a stack, because no signal could be sent */
	uint64_t unsampled_since_ns; /* t_ns of the first of these; 0 when there are none */
};

/* Of on-CPU samples. A function is a (name, file) pair; it counts once a sample in `total`, `self` is the innermost
 * frame. */
struct function {
	uint32_t id;
	const char *name, *file;
	uint32_t line; /* where the function starts; 0 unknown */
	enum frame_kind kind;
	uint64_t self, total;
};

struct line {
	const char *file;
	uint32_t line;
	enum frame_kind kind;
	uint64_t self, total;
};

struct end {
	uint64_t lines, samples;
};

struct record {
	enum record_type type;
	const char *text; /* the line as it came, without LF; NULL when it was made from a raw file */
	size_t length;
	union {
		struct profile profile;
		struct image image;
		struct thread thread;
		struct frame frame;
		struct stack stack;
		struct sample sample;
		struct summary summary;
		struct fiber fiber;
		struct function function;
		struct line line;
		struct end end;
	};
};

/* A function a type; the member of the union that `type` names is set. NULL: the type is ignored. on[RECORD_END] is
 * called once, last. */
struct record_handlers {
	void (*on[RECORD_TYPES])(void *state, const struct record *record);
};

/* Reads `path` (NULL: stdin) to its end. */
void records_read(const char *path, const struct record_handlers *handlers, void *state);

/* The place of the record that a handler is looking at, as it stands in messages: `stdin:12`, or `raw.json: byte 931`
 * for a raw file. Gone with the next call. */
const char *record_place(void);

#endif
