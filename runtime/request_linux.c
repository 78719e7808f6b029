/* The sampler's end of the signal side: how a thread is asked for captures. */
#include "signal_side.h"

#include "clock.h"

#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* SI_TIMER, because exec drops pending signals of timers and no others: a signal of pthread_kill() that is on its way
 * then would kill the new program (kernel/signal.c, flush_itimer_signals). */
bool signal_side_request(struct slot *slot, const struct blocked_call *call)
{
	siginfo_t info = {.si_signo = SIGPROF, .si_code = SI_TIMER};

	info.si_value.sival_ptr = (void *)&signal_side_cookie;
	slot->call = *call;
	slot->asked_ns = clock_ns(CLOCK_MONOTONIC, 0);
	slot->by_timer = signal_side_timers && !call->pc &&
			 (slot->timer.made ||
			  own_timer_make(&slot->timer, CLOCK_MONOTONIC, slot->tid, (void *)&signal_side_cookie));
	atomic_store_explicit(&slot->request, slot->generation, memory_order_release);
	if (syscall(SYS_rt_tgsigqueueinfo, getpid(), slot->tid, SIGPROF, &info) == 0)
		return true;
	atomic_store_explicit(&slot->request, 0, memory_order_relaxed);
	return false;
}

void signal_side_meet(struct slot *slot)
{
	enum { MOMENT_NS = 1000 };
	struct own_timer *timer = &slot->work_timer;

	if (signal_side_timers &&
	    (timer->made || own_timer_make(timer, slot->clock, slot->tid, (void *)&signal_side_work_cookie)))
		own_timer_at(timer, slot->cpu_seen + MOMENT_NS);
}

void signal_side_release(struct slot *slot)
{
	own_timer_delete(&slot->work_timer);
	own_timer_delete(&slot->timer);
}
