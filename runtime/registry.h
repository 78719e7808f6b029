/* The registered threads [PROF-COLLECT-REGISTRY]. A slot a live thread; slots and their rings are used again, never
 * freed.
 *
 * One mutex guards it all, the store too. Lock order: registry, then allocator (the regions' mmap). A thread leaves
 * under this mutex, so what the sampler finds in the list while it holds it is alive and may be signalled. */
#ifndef OSPREY_REGISTRY_H
#define OSPREY_REGISTRY_H

#include "account.h"
#include "machine.h"
#include "own_timer.h"
#include "region.h"
#include "ring.h"
#include "walk.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

struct slot {
	/* Set by registration, under the mutex. */
	pthread_t thread;
	pid_t tid;
	clockid_t clock; /* of the thread's CPU time */
	struct stack_bounds stack;
	uint32_t generation; /* grows with each registration; never 0 */
	uint32_t row;	     /* in store.threads */
	bool active;
	size_t index; /* in the list of live slots */
	bool resting; /* it needs no look at each tick: rest.h */
	struct slot *next_free;

	/* Of a thread that is registered as it begins: what it is to do. Between who makes it and itself. */
	struct {
		union {
			void *(*routine)(void *);
			int (*c11_routine)(void *);
		};
		void *argument;
	} start;
	uint64_t unnamed_until_ns; /* CLOCK_MONOTONIC: till then the row is the thread's to name; 0: it has a name */

	/* Between the sampler and the thread's handler. `request` holds the generation that captures are asked for, 0
	 * when none is. The sampler writes what stands below it and stores `request` (release); the handler loads it
	 * (acquire), and stores 0 (release) when no more captures will come; the sampler loads that (acquire) before it
	 * touches the rest again. */
	_Atomic uint32_t request;
	struct blocked_call call; /* what the thread is blocked in */
	uint64_t asked_ns; /* when the signal was sent, CLOCK_MONOTONIC; its own timer may have sent another since */
	bool by_timer;	   /* the thread is to begin a series of captures by its own timer */
	struct own_timer timer;
	struct own_timer work_timer;	 /* of its CPU time; the sampler's */
	const struct blocked_call *told; /* the handler's: `call`, or nothing when nobody asked */
	/* The handler's: the last call that a handler of the program has ended. */
	struct {
		uintptr_t pc, sp;
		uint64_t wall_ns;	   /* when, CLOCK_MONOTONIC */
		uint64_t switches, cpu_ns; /* how often the thread had slept, how long it had run by then */
	} ended;
	_Atomic bool mending; /* the handler goes on with a call that it has cut: it takes no signal, and is not deaf */
	_Atomic bool steady;  /* stored by the sampler, loaded by the handler (relaxed): the thread did nothing but run
			       * between the last looks */
	struct ring ring;

	/* The sampler's view, under the mutex: observe.c. */
	struct account account;
	uint64_t wall_seen, cpu_seen; /* clocks at the last look, ns */
	bool rested, rested_last;     /* it did not run all the time between the last looks; between the last two */
	uint32_t running_stack;	      /* the last one met on the CPU, or STORE_NONE */
	uint64_t met_ns;	      /* when, CLOCK_MONOTONIC; or when rows for CPU time were given up since */
	uint32_t missed;	      /* looks and captures since that found it asleep */
	uint64_t blocked_cpu;	      /* CPU clock since when it is seen to take no signal, 0: it is not */
	bool busy, busy_last;	      /* it ran for most of the time: the same two looks */
	uint32_t last_stack;	      /* of the last capture, or STORE_NONE */
	uint32_t waiting_stack;	      /* of the episode that the thread is in, or STORE_NONE */
	uint64_t episode_cpu;	      /* CPU clock of the episode: while it stands still, the episode lasts */
	bool episode_settled;	      /* episode_cpu was read after the capture */
	uint64_t switches_seen;	      /* of the last capture that told them */
	uint32_t still_looks;	      /* in a row at which the thread was in the same episode */
	uint32_t silent_looks;	      /* in a row at which a request was open and the thread had not run */
	uint32_t stalled_stack;	      /* stands for it while it neither runs nor answers; STORE_NONE before */
};

/* The slot of the calling thread, NULL when it is not registered. Initial-exec TLS: the handler may read it at any
 * time. */
extern _Thread_local struct slot *volatile registry_self;

/* Guards the registry and the store. The calling thread's signals wait meanwhile: a handler of the program may fork, or
 * start a thread. */
void registry_lock(void);
void registry_unlock(void);

/* The same for a thread that blocks all signals as it is. */
void registry_lock_masked(void);
void registry_unlock_masked(void);

/* A slot that is nobody's yet. NULL when there is no memory. The mutex is held. */
struct slot *registry_reserve(void);

/* It is free again: it was reserved only. The mutex is held. */
void registry_release(struct slot *slot);

/* A reserved slot of a thread that self_describe() knows is counted as live. False when there is no memory: it is free
 * again. The mutex is held. */
bool registry_add(struct slot *slot);

/* Takes the slot out of the list; it is free. The mutex is held. */
void registry_remove(struct slot *slot);

/* In a child of fork(), under the mutex: no thread is registered. Their slots are free again. */
void registry_forget(void);

/* The live slots; the array is good while the mutex is held and nothing is added or removed. Those that rest stand
 * last. */
struct slot **registry_live(size_t *count);

/* How many of them don't rest; in the order in which they were added or woken, but for those that took the place of
 * removed ones. */
size_t registry_awake(void);

/* Moves those whose `resting` was set since behind the others. */
void registry_part(void);

/* The slot rests no more. It changes places with the first one that rests. */
void registry_wake(struct slot *slot);

#endif
