/* A thread's own timer: once it has been met running, it interrupts itself.
 *
 * A signal that the sampler directs at a running thread arrives by an interrupt from another processor, microseconds
 * later, or, on a busy machine, when the thread next enters the kernel: such samples pile up behind system calls, where
 * no time was spent (bench/accuracy). A timer that the thread arms expires on the processor that it runs on, between
 * any two instructions. The calls are made raw: the C library's timers are not for handlers everywhere.
 * timer_create(2), timer_settime(2). */
#ifndef OSPREY_OWN_TIMER_H
#define OSPREY_OWN_TIMER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct own_timer {
	bool made;
	int id;
	uint64_t deadline_ns; /* the last one, CLOCK_MONOTONIC */
	uint64_t random;
};

/* A timer that sends SIGPROF with `cookie` to the thread. False when the system refuses. Any thread. */
bool own_timer_make(struct own_timer *timer, pid_t tid, void *cookie);

/* Expires once, within a moment of now: the start of a series. Async-signal-safe. */
void own_timer_start(struct own_timer *timer, uint64_t now_ns);

/* Whether the last deadline has passed by more than an interrupt takes: the thread had no processor then, and gets the
 * signal where it lost it, which says nothing of where time goes. Async-signal-safe. */
bool own_timer_is_late(const struct own_timer *timer, uint64_t now_ns);

/* Expires once, within a period of now: after a late one. Async-signal-safe. */
void own_timer_again(struct own_timer *timer, uint64_t now_ns, uint64_t rate_hz);

/* Expires once, a jittered period after the last deadline. Async-signal-safe. */
void own_timer_next(struct own_timer *timer, uint64_t now_ns, uint64_t rate_hz);

/* Any thread. Does nothing when there is none. */
void own_timer_delete(struct own_timer *timer);

#endif
