/* The profile that this process takes, while it takes one: what activate.c begins and ends, and the hooks of threads.c
 * work on. */
#ifndef OSPREY_SESSION_H
#define OSPREY_SESSION_H

#include "images.h"
#include "observe.h"
#include "store.h"
#include "unregistered.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#define HOOK __attribute__((visibility("default")))

struct session {
	/* Set last at the start (release), cleared first at the end; every hook loads it (acquire). Nothing else here
	 * is touched while it is false. */
	_Atomic bool active;
	pid_t process;
	pthread_key_t leave_key; /* its destructor unregisters a thread that ends without doing so */
	struct observer observer;

	/* Under the registry's mutex. */
	struct store store;
	struct images images;
	struct unregistered unregistered;
	uint64_t paused_since_ns; /* CLOCK_MONOTONIC; 0: not paused */
	uint64_t paused_ns;
};

extern struct session session;

static inline uint64_t session_now_ns(void)
{
	return clock_now_ns();
}

/* A slot for a thread that is about to be made; NULL when the profiler is off, or there is no memory. */
struct slot *threads_reserve(void);

/* The thread was not made. */
void threads_release(struct slot *slot);

/* In the thread: it is registered as label "thread", and no fiber. */
void threads_begin(struct slot *slot);

/* The destructor of leave_key. */
void threads_on_end(void *slot);

/* The destructor of a key that only the main thread sets: it runs when main leaves by pthread_exit(), registered or
 * not. */
void threads_on_main_end(void *unused);

/* For the sampler thread, at any tick: now and then the part file learns of threads that were not registered. */
void threads_look(uint64_t now_ns);

/* All threads leave, and a pause ends: `active` is false. Returns when. */
uint64_t threads_leave_all(void);

#endif
