/* Functions called:
 *   clock_gettime
 *   syscall
 */
#include "own_timer.h"

#include "clock.h"
#include "jitter.h"
#include "ring.h"

#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { SECOND = 1000000000, START_SPAN_NS = 50000, LATE_NS = 100000 };

/* The kernel's struct sigevent (asm-generic/siginfo.h): the C libraries don't agree on the name of the thread. */
struct kernel_event {
	union sigval value;
	int signal, notify;
	pid_t tid;
	int padding[11];
};

bool own_timer_make(struct own_timer *timer, clockid_t clock, pid_t tid, void *cookie)
{
	struct kernel_event event = {
		.value.sival_ptr = cookie, .notify = SIGEV_THREAD_ID, .signal = SIGPROF, .tid = tid};

	timer->random = (uint64_t)tid * 0x9e3779b97f4a7c15u | 1;
	timer->made = syscall(SYS_timer_create, clock, &event, &timer->id) == 0;
	return timer->made;
}

void own_timer_at(const struct own_timer *timer, uint64_t ns)
{
	struct itimerspec at = {.it_value = {.tv_sec = (time_t)(ns / SECOND), .tv_nsec = (long)(ns % SECOND)}};

	syscall(SYS_timer_settime, timer->id, TIMER_ABSTIME, &at, NULL);
}

/* The thread gets on, however slow the machine or whoever looks on makes the handler: not before it has had several
 * times what the handler took. */
static uint64_t earliest(const struct moment *now)
{
	enum { SHARES = 16 }; /* the signal, and the way back, cost more than what is measured here */

	return now->wall_ns + (clock_ns(CLOCK_MONOTONIC, now->wall_ns) - now->wall_ns) * SHARES;
}

static void arm(struct own_timer *timer, uint64_t wanted_ns, const struct moment *now)
{
	uint64_t least_ns = earliest(now), deadline_ns = wanted_ns > least_ns ? wanted_ns : least_ns;

	timer->deadline_ns = deadline_ns;
	timer->preempted = now->preempted;
	timer->cpu_ns = timer->watch ? clock_ns(CLOCK_THREAD_CPUTIME_ID, 0) + (deadline_ns - now->wall_ns) : 0;
	timer->watch -= timer->watch > 0;
	own_timer_at(timer, deadline_ns);
}

void own_timer_start(struct own_timer *timer, const struct moment *now)
{
	arm(timer, now->wall_ns + jitter_random(&timer->random) % START_SPAN_NS, now);
}

bool own_timer_is_late(struct own_timer *timer, const struct moment *now)
{
	enum { WATCHED = 64 };

	if (now->wall_ns <= timer->deadline_ns + LATE_NS)
		return false;
	if (now->preempted != SWITCHES_UNKNOWN && now->preempted == timer->preempted)
		return false;
	timer->watch = WATCHED;
	return !timer->cpu_ns || clock_ns(CLOCK_THREAD_CPUTIME_ID, 0) < timer->cpu_ns;
}

void own_timer_again(struct own_timer *timer, const struct moment *now, uint64_t rate_hz)
{
	arm(timer, now->wall_ns + jitter_random(&timer->random) % (SECOND / rate_hz), now);
}

void own_timer_next(struct own_timer *timer, const struct moment *now, uint64_t rate_hz)
{
	uint64_t interval = jitter_interval_ns(rate_hz, &timer->random), deadline = timer->deadline_ns + interval;

	arm(timer, deadline > now->wall_ns ? deadline : now->wall_ns + interval, now);
}

void own_timer_delete(struct own_timer *timer)
{
	if (timer->made)
		syscall(SYS_timer_delete, timer->id);
	timer->made = false;
}
