/* The handler: captures the stack of the thread that it interrupts [PROF-COLLECT-SAMPLER]. It allocates nothing, takes
 * no lock, never waits, never retries: it drops and counts. errno is as before on every way out.
 *
 * Functions called:
 *   clock_gettime
 *   machine_call_left
 *   machine_registers
 *   machine_restart
 *   machine_waited
 *   memcpy
 *   own_timer_again
 *   own_timer_is_late
 *   own_timer_next
 *   own_timer_start
 *   syscall
 *   registry_self
 *   walk
 *   __errno_location
 *
 * And outside of the handler:
 *   getpid
 *   machine_tells_calls
 *   own_timer_delete
 *   own_timer_make
 *   sigaction
 *   sigemptyset
 *   sigfillset
 */
#include "signal_side.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

static struct sigaction previous; /* the program's, from before we came */
static uint64_t rate;
static bool timers; /* threads may use timers of their own */
static _Atomic bool paused;

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static uint64_t voluntary_switches(void)
{
	struct rusage usage;

	return syscall(SYS_getrusage, RUSAGE_THREAD, &usage) == 0 ? (uint64_t)usage.ru_nvcsw : SWITCHES_UNKNOWN;
}

enum met { MET_RUNNING, MET_WAITING, MET_LATE, MET_NO_ROOM };

/* A late capture of a running thread is thrown away: own_timer.h. */
static enum met capture_write(struct slot *slot, const void *context, uint64_t now, uint32_t generation)
{
	struct capture *capture = ring_reserve(&slot->ring);
	struct registers registers;

	if (!capture)
		return MET_NO_ROOM;
	machine_registers(context, &registers);
	capture->waiting = machine_waited(context) || (registers.pc == slot->call.pc && registers.sp == slot->call.sp);
	if (!capture->waiting && slot->timer.made && own_timer_is_late(&slot->timer, now))
		return MET_LATE;
	capture->t_ns = now;
	capture->generation = generation;
	capture->call_left = (int32_t)machine_call_left(context);
	capture->switches = voluntary_switches();
	capture->count = (uint16_t)walk(&registers, &slot->stack, capture->frames, &capture->truncated);
	ring_commit(&slot->ring);
	return capture->waiting ? MET_WAITING : MET_RUNNING;
}

/* A SIGPROF that we did not send belongs to the program. */
static void pass_on(int number, siginfo_t *info, void *context)
{
	if (previous.sa_flags & SA_SIGINFO)
		previous.sa_sigaction(number, info, context);
	else if (previous.sa_handler != SIG_DFL && previous.sa_handler != SIG_IGN)
		previous.sa_handler(number);
}

/* Whether a signal of the program's own waits until we return: then the call must end for it, as it would have without
 * us. */
static bool program_signal_pending(const sigset_t *blocked)
{
	uint64_t pending = 0, mask = 0;

	syscall(SYS_rt_sigpending, &pending, sizeof(pending));
	memcpy(&mask, blocked, sizeof(mask));
	return (pending & ~mask & ~((uint64_t)1 << (SIGPROF - 1))) != 0;
}

/* Ours carry a cookie. Without room for it (RLIMIT_SIGPENDING) the kernel delivers the bare signal, as if from process
 * 0. */
static bool is_ours(const siginfo_t *info)
{
	return (info->si_code == SI_TIMER && info->si_value.sival_ptr == &previous) ||
	       (info->si_code == SI_USER && info->si_pid == 0);
}

/* Returns whether more captures will come. */
static bool answer(struct slot *slot, void *context, uint32_t generation)
{
	uint64_t now = now_ns();
	enum met met;

	if (atomic_load_explicit(&paused, memory_order_relaxed))
		return false;
	if (slot->by_timer) {
		slot->by_timer = false;
		own_timer_start(&slot->timer, now);
		return true;
	}
	met = capture_write(slot, context, now, generation);
	if (met == MET_LATE)
		own_timer_again(&slot->timer, now, rate);
	else if (met == MET_RUNNING && slot->timer.made)
		own_timer_next(&slot->timer, now, rate);
	return met == MET_LATE || (met == MET_RUNNING && slot->timer.made);
}

static void on_signal(int number, siginfo_t *info, void *context)
{
	int saved = errno;
	struct slot *slot = registry_self;
	uint32_t generation = slot ? atomic_load_explicit(&slot->request, memory_order_acquire) : 0;
	bool more;

	if (!is_ours(info)) {
		pass_on(number, info, context);
	} else if (generation) {
		more = answer(slot, context, generation);
		if (!program_signal_pending(&((const ucontext_t *)context)->uc_sigmask))
			machine_restart(context, &slot->call);
		if (!more)
			atomic_store_explicit(&slot->request, 0, memory_order_release);
	}
	errno = saved;
}

bool signal_side_start(uint64_t rate_hz)
{
	struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_RESTART};

	rate = rate_hz;
	timers = machine_tells_calls();
	signal_side_pause(false);
	/* No handler of the program may run between a call and its restart. */
	sigfillset(&action.sa_mask);
	return sigaction(SIGPROF, &action, &previous) == 0;
}

void signal_side_pause(bool wanted)
{
	atomic_store_explicit(&paused, wanted, memory_order_relaxed);
}

bool signal_side_holds(void)
{
	struct sigaction action;

	return sigaction(SIGPROF, NULL, &action) == 0 && action.sa_sigaction == on_signal;
}

void signal_side_stop(void)
{
	struct sigaction ignore = {.sa_handler = SIG_IGN};

	if (!signal_side_holds())
		return;
	sigemptyset(&ignore.sa_mask);
	sigaction(SIGPROF, &ignore, NULL);
}

void signal_side_forget(void)
{
	if (signal_side_holds())
		sigaction(SIGPROF, &previous, NULL);
}

/* SI_TIMER, because exec drops pending signals of timers and no others: a signal of pthread_kill() that is on its way
 * then would kill the new program (kernel/signal.c, flush_itimer_signals). */
bool signal_side_request(struct slot *slot, const struct blocked_call *call)
{
	siginfo_t info = {.si_signo = SIGPROF, .si_code = SI_TIMER};

	info.si_value.sival_ptr = &previous;
	slot->call = *call;
	slot->by_timer =
		timers && !call->pc && (slot->timer.made || own_timer_make(&slot->timer, slot->tid, &previous));
	atomic_store_explicit(&slot->request, slot->generation, memory_order_release);
	if (syscall(SYS_rt_tgsigqueueinfo, getpid(), slot->tid, SIGPROF, &info) == 0)
		return true;
	atomic_store_explicit(&slot->request, 0, memory_order_relaxed);
	return false;
}

void signal_side_release(struct slot *slot)
{
	own_timer_delete(&slot->timer);
}
