/* The runtime of Osprey programs: fibers, channels, effects. Each fiber and each effect's body is a thread of its own,
 * which the profiler samples under its id: osprey_prof.h.
 *
 * Every function may be called by any thread. All failures are values below FIBER_ERROR_END, which are no results: see
 * fiber_failed(). Ids count from 1 up and are never given out twice; fibers, channels and continuations each have their
 * own. There is no limit on their number but memory and the system's limit of threads.
 *
 * After fork() the child has none of them and must not use these functions before exec. */
#ifndef OSPREY_FIBER_H
#define OSPREY_FIBER_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FIBER_UNKNOWN	 (INT64_MIN + 1) /* the id was never given out */
#define FIBER_SPENT	 (INT64_MIN + 2) /* the fiber was awaited, the continuation resumed or aborted */
#define FIBER_DEADLOCK	 (INT64_MIN + 3) /* the fiber waits, through others or not, for the one that asks */
#define FIBER_INVALID	 (INT64_MIN + 4) /* an argument makes no sense: a negative time or capacity, a null pointer */
#define FIBER_NO_MEMORY	 (INT64_MIN + 5)
#define FIBER_NO_THREAD	 (INT64_MIN + 6) /* the system has no more threads */
#define FIBER_CLOSED	 (INT64_MIN + 7)
#define EFFECT_UNHANDLED (INT64_MIN + 8) /* performed where no handler is */
#define EFFECT_ABORTED	 (INT64_MIN + 9) /* performed by a clean-up of a body that is being aborted */
#define FIBER_ERROR_END	 (INT64_MIN + 16)

static inline int fiber_failed(int64_t result)
{
	return result < FIBER_ERROR_END;
}

#pragma GCC visibility push(default)

/* Runs `body` on a new thread and returns the fiber's id. `body` must return, and not end its thread otherwise. What it
 * returns is kept until it is awaited; a fiber that nobody awaits costs those few bytes to the end of the process, its
 * thread costs nothing once the body has returned. Fibers end with the process: main's return does not wait for them,
 * pthread_exit() in main does. Fails with FIBER_INVALID, FIBER_NO_MEMORY, FIBER_NO_THREAD. */
int64_t fiber_spawn(int64_t (*body)(void));

/* The same; `env`, the caller's, is handed to `body`. */
int64_t fiber_spawn_env(int64_t (*body)(void *), void *env);

/* Waits for the fiber's end and returns its value. One await takes the value: a second, also one that comes while the
 * first waits, fails with FIBER_SPENT. FIBER_UNKNOWN, FIBER_DEADLOCK (nothing is taken then). */
int64_t fiber_await(int64_t fiber);

/* 1 when the body has returned, else 0. FIBER_UNKNOWN. */
int64_t fiber_done(int64_t fiber);

/* Lets another thread have the processor; returns `value`. */
int64_t fiber_yield(int64_t value);

/* Sleeps until `milliseconds` from now on the monotonic clock have passed, whatever signals come in between. Returns 0,
 * or FIBER_INVALID for a negative time. */
int64_t fiber_sleep(int64_t milliseconds);

/* A queue of values between threads, first in first out. It holds `capacity` values before senders wait; with 0 every
 * sender waits until its value was taken. Returns the id. FIBER_INVALID, FIBER_NO_MEMORY. */
int64_t channel_create(int64_t capacity);

/* Waits for room and puts `value` in. Returns 0. FIBER_UNKNOWN; FIBER_CLOSED: also when it is closed while the sender
 * waits, and the value is not sent then. */
int64_t channel_send(int64_t channel, int64_t value);

/* Waits for a value and stores it in `*value`. Returns 0. FIBER_UNKNOWN; FIBER_CLOSED when it is closed and empty;
 * FIBER_INVALID. */
int64_t channel_recv(int64_t channel, int64_t *value);

/* No more can be sent; what is inside can still be received. Its memory is freed when it is closed and empty. Returns
 * 0. FIBER_UNKNOWN; FIBER_CLOSED when it was. */
int64_t channel_close(int64_t channel);

/* Effects. A body runs on a thread of its own while the thread that started or resumed it waits: of the two one runs at
 * a time. The body performs an operation: it is suspended, and its other side, the handler, has the word, on its own
 * thread. The handler resumes the body with an answer, or aborts it. Handlers nest: what a handler performs goes to the
 * body that it is itself part of. */

enum effect_status { EFFECT_RETURNED = 0, EFFECT_PERFORMED = 1 };

struct effect_event {
	int64_t continuation;	     /* EFFECT_PERFORMED: what to resume or abort, once; else 0 */
	int64_t operation, argument; /* EFFECT_PERFORMED */
	int64_t value;		     /* EFFECT_RETURNED: the body's */
};

/* Runs `body`, which must return or be aborted, up to its first perform or its end, which `*event` tells. Returns an
 * enum effect_status. A body that returned is gone, thread and all; one that performed stays suspended until it is
 * resumed or aborted. FIBER_INVALID, FIBER_NO_MEMORY, FIBER_NO_THREAD. */
int64_t effect_start(int64_t (*body)(void *), void *env, struct effect_event *event);

/* Suspends the body that the calling thread runs; returns the answer that it is resumed with. When it is aborted
 * instead, this does not return: the body's thread ends as by pthread_exit() here, so that clean-ups by
 * pthread_cleanup_push() run (with glibc the destructors of C++ objects too), and what nobody cleans up leaks.
 * EFFECT_UNHANDLED, EFFECT_ABORTED. */
int64_t effect_perform(int64_t operation, int64_t argument);

/* Goes on from the perform, which returns `answer`; the rest as effect_start(). The thread need not be the one that
 * started the body. FIBER_UNKNOWN, FIBER_SPENT, FIBER_INVALID; the body stays as it was then. */
int64_t effect_resume(int64_t continuation, int64_t answer, struct effect_event *event);

/* Ends the body: see effect_perform(). Its clean-ups have run and its thread is gone when this returns, 0.
 * FIBER_UNKNOWN, FIBER_SPENT. */
int64_t effect_abort(int64_t continuation);

enum effect_verdict {
	EFFECT_RESUME,	/* with `*value` as the answer */
	EFFECT_ABORT,	/* and `*value` is the result in place of the body's */
	EFFECT_FORWARD, /* not mine: the next handler out answers; without one the answer is EFFECT_UNHANDLED */
};

typedef enum effect_verdict effect_handler(void *env, const struct effect_event *event, int64_t *value);

/* Runs `body` to its end with `handler`, called on this thread, deciding over each perform; returns the body's value.
 * When this thread is itself a body and is aborted inside of `handler`, `body` is aborted with it. The handler leaves
 * event->continuation alone. FIBER_INVALID, FIBER_NO_MEMORY, FIBER_NO_THREAD. */
int64_t effect_handle(int64_t (*body)(void *), void *env, effect_handler *handler, void *handler_env);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
