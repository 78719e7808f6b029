/* Sources: clock_gettime(2), timer_create(2). The process's clock is the sum of its threads' clocks, which the kernel
 * forms when it is asked. While a timer runs by that clock, it keeps the sum ready (kernel/time/posix-cpu-timers.c). */
#include "rest.h"

#include "probe.h"

#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum {
	SECOND = 1000000000,
	KEPT = 16,	   /* threads that wait and are looked at nevertheless */
	LOOKS = 64,	   /* in a row at which nothing was new: the thread may rest */
	TURNS_A_SECOND = 4 /* looks at each that rests */
};

static struct {
	bool begun;	    /* the clock has been read before */
	int64_t unknown;    /* that it had then, ns, beyond what is known */
	size_t turn;	    /* the last to be looked at, from the end of the live slots */
	uint64_t looked_ns; /* when, CLOCK_MONOTONIC */
} rest;

/* The timer never expires; without it the clock is dearer, that is all. */
static void keep_sum(void)
{
	struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGPROF};
	struct itimerspec never = {.it_value.tv_sec = 1000000000};
	int timer;

	if (syscall(SYS_timer_create, CLOCK_PROCESS_CPUTIME_ID, &event, &timer) == 0)
		syscall(SYS_timer_settime, timer, TIMER_ABSTIME, &never, NULL);
}

/* CPU time that threads have run in the meantime, since they were looked at. */
static uint64_t still_running(struct slot **slots)
{
	uint64_t ran = 0;

	for (size_t i = 0; i < registry_awake(); i++)
		ran += probe_cpu_ns(slots[i], slots[i]->cpu_seen) - slots[i]->cpu_seen;
	return ran;
}

static int64_t unknown_ns(uint64_t known_ns)
{
	uint64_t own = clock_ns(CLOCK_THREAD_CPUTIME_ID, 0), all = clock_ns(CLOCK_PROCESS_CPUTIME_ID, 0);

	return (int64_t)(all - own - known_ns);
}

/* Whether nobody has run beyond what the looks have found. What a thread that was looked at ran since then is in the
 * clock only if the kernel had cause to add it up in that moment. */
static bool is_quiet(const struct observer *observer, struct slot **slots)
{
	int64_t before = rest.unknown;

	if (!rest.begun)
		keep_sum();
	rest.unknown = unknown_ns(observer->ran_ns);
	if (rest.unknown > before)
		rest.unknown = unknown_ns(observer->ran_ns + still_running(slots));
	if (rest.begun)
		return rest.unknown <= before;
	rest.begun = true;
	return false;
}

static void look(struct observer *observer, struct slot *slot, uint64_t now_ns)
{
	observe_tick(observer, slot, now_ns);
	if (slot->still_looks == 0)
		registry_wake(slot);
}

/* Those that wake change places with ones that were looked at before. */
static void look_at_all(struct observer *observer, uint64_t now_ns)
{
	uint64_t before_ns = observer->ran_ns;
	size_t count;
	struct slot **slots = registry_live(&count);

	for (size_t i = registry_awake(); i < count; i++)
		look(observer, slots[i], now_ns);
	rest.unknown -= (int64_t)(observer->ran_ns - before_ns);
}

static void look_at_some(struct observer *observer, uint64_t now_ns)
{
	size_t count;
	struct slot **slots = registry_live(&count);
	size_t resting = count - registry_awake();
	uint64_t due = resting * TURNS_A_SECOND * (now_ns - rest.looked_ns) / SECOND + 1;

	rest.looked_ns = now_ns;
	for (due = due < resting ? due : resting; due && resting; due--) {
		rest.turn = rest.turn + 1 < resting ? rest.turn + 1 : 0;
		look(observer, slots[count - 1 - rest.turn], now_ns);
		resting = count - registry_awake();
	}
}

static size_t count_still(struct slot **slots)
{
	size_t still = 0;

	for (size_t i = 0; i < registry_awake(); i++)
		still += slots[i]->still_looks > 0;
	return still;
}

/* Those that were woken last stay awake. */
static void lay_to_rest(struct slot **slots, size_t too_many)
{
	for (size_t i = 0; too_many && i < registry_awake(); i++) {
		slots[i]->resting = slots[i]->still_looks > LOOKS;
		too_many -= slots[i]->resting;
	}
	registry_part();
}

void rest_tick(struct observer *observer, uint64_t now_ns)
{
	size_t count;
	struct slot **slots = registry_live(&count);
	size_t still = count_still(slots);

	if (still <= KEPT && registry_awake() == count)
		return;
	if (observer->blind || !is_quiet(observer, slots)) {
		look_at_all(observer, now_ns);
		return;
	}
	observer->quiet_ns = now_ns;
	look_at_some(observer, now_ns);
	if (still > KEPT)
		lay_to_rest(slots, still - KEPT);
}

void rest_forget(void)
{
	rest.begun = false;
}
