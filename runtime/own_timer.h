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
#include <time.h>

struct own_timer {
	bool made;
	int id;
	uint64_t deadline_ns; /* the last one, CLOCK_MONOTONIC */
	uint64_t cpu_ns;    /* what the thread will have run at the deadline, if it has a processor until then; or 0 */
	unsigned watch;	    /* how many more times to find out cpu_ns */
	uint64_t preempted; /* how often the thread had lost its processor when the timer was armed */
	uint64_t random;
};

/* A timer that sends SIGPROF with `cookie` to the thread. False when the system refuses. Any thread. */
bool own_timer_make(struct own_timer *timer, clockid_t clock, pid_t tid, void *cookie);

/* Expires once, when the timer's clock has this time. Any thread. */
void own_timer_at(const struct own_timer *timer, uint64_t ns);

/* The thread's own view of now: CLOCK_MONOTONIC, and how often it has gone to sleep, and lost its processor, so far, or
 * SWITCHES_UNKNOWN. */
struct moment {
	uint64_t wall_ns, slept, preempted;
};

/* Expires once, within a moment of now: the start of a series. Async-signal-safe, as the next ones. */
void own_timer_start(struct own_timer *timer, const struct moment *now);

/* Whether the thread had no processor at the last deadline: the signal comes late, and the thread has run for less than
 * the time up to the deadline. It gets the signal where it lost its processor, which says nothing of where time goes.
 * (Late after having run that long is a thread that was in the kernel, where it belongs.) The CPU clock costs more than
 * the rest of a capture: it is read while captures come late. */
bool own_timer_is_late(struct own_timer *timer, const struct moment *now);

/* Expires once, within a period of now: after a late one. */
void own_timer_again(struct own_timer *timer, const struct moment *now, uint64_t rate_hz);

/* Expires once, a jittered period after the last deadline. */
void own_timer_next(struct own_timer *timer, const struct moment *now, uint64_t rate_hz);

/* Any thread. Does nothing when there is none. */
void own_timer_delete(struct own_timer *timer);

#endif
