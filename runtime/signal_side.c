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
 *   syscall
 *   walk
 *   __errno_location
 *
 * And outside of the handler:
 *   getpid
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
static _Atomic uint64_t dropped;

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static uint64_t voluntary_switches(void)
{
	struct rusage usage;

	return syscall(SYS_getrusage, RUSAGE_THREAD, &usage) == 0 ? (uint64_t)usage.ru_nvcsw : 0;
}

static void capture_write(struct slot *slot, const void *context, uint32_t generation)
{
	struct capture *capture = ring_reserve(&slot->ring);
	struct registers registers;

	if (!capture) {
		atomic_fetch_add_explicit(&dropped, 1, memory_order_relaxed);
		return;
	}
	machine_registers(context, &registers);
	capture->t_ns = now_ns();
	capture->generation = generation;
	capture->waiting = machine_waited(context) || (registers.pc == slot->call.pc && registers.sp == slot->call.sp);
	capture->call_left = (int32_t)machine_call_left(context);
	capture->switches = capture->waiting ? voluntary_switches() : 0;
	capture->count = (uint16_t)walk(&registers, &slot->stack, capture->frames, &capture->truncated);
	ring_commit(&slot->ring);
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

static void on_signal(int number, siginfo_t *info, void *context)
{
	int saved = errno;
	struct slot *slot = registry_self;
	uint32_t generation = slot ? atomic_load_explicit(&slot->request, memory_order_acquire) : 0;

	if (!is_ours(info)) {
		pass_on(number, info, context);
	} else if (generation) {
		capture_write(slot, context, generation);
		if (!program_signal_pending(&((const ucontext_t *)context)->uc_sigmask))
			machine_restart(context, &slot->call);
		atomic_store_explicit(&slot->request, 0, memory_order_release);
	}
	errno = saved;
}

bool signal_side_start(void)
{
	struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_RESTART};

	/* No handler of the program may run between a call and its restart. */
	sigfillset(&action.sa_mask);
	return sigaction(SIGPROF, &action, &previous) == 0;
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
	atomic_store_explicit(&slot->request, slot->generation, memory_order_release);
	if (syscall(SYS_rt_tgsigqueueinfo, getpid(), slot->tid, SIGPROF, &info) == 0)
		return true;
	atomic_store_explicit(&slot->request, 0, memory_order_relaxed);
	return false;
}

uint64_t signal_side_dropped(void)
{
	return atomic_load_explicit(&dropped, memory_order_relaxed);
}
