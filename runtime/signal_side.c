/* The handler: captures the stack of the thread that it interrupts [PROF-COLLECT-SAMPLER]. It allocates nothing, takes
 * no lock, never waits, never retries: it drops and counts. errno is as before on every way out.
 *
 * Functions called:
 *   clock_gettime
 *   machine_call_left
 *   ending_take
 *   machine_registers
 *   machine_returned
 *   machine_waited
 *   mend_call
 *   own_timer_again
 *   own_timer_is_late
 *   own_timer_next
 *   own_timer_start
 *   syscall
 *   registry_self
 *   transfer_is_cut
 *   walk
 *   __errno_location
 *
 * And outside of the handler:
 *   machine_tells_calls
 *   __sigaction
 *   sigaction
 *   sigemptyset
 *   sigfillset
 */
#include "signal_side.h"

#include "clock.h"
#include "ending_linux.h"
#include "mend_linux.h"
#include "sigaction_linux.h"
#include "switches_linux.h"
#include "transfer_linux.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The program's action, from before we came or set since: programs[program % 2]. The other place is for the next one.
 */
static struct sigaction programs[2];
static _Atomic unsigned program;
const char signal_side_cookie, signal_side_work_cookie;
static uint64_t rate;
bool signal_side_timers;
static _Atomic bool paused;

enum met { MET_RUNNING, MET_WAITING, MET_LATE, MET_NO_ROOM };

static bool met_waiting(const struct slot *slot, const void *context, const struct registers *registers)
{
	return machine_waited(context) || (registers->pc == slot->told->pc && registers->sp == slot->told->sp);
}

/* A late capture is thrown away: own_timer.h. The rest of a call that is cut is moved in the handler: the series of
 * captures goes on behind it. */
static enum met capture_write(struct slot *slot, const void *context, const struct moment *now, bool cut)
{
	struct capture *capture = ring_reserve(&slot->ring);
	struct registers registers;
	bool waited;

	if (!capture)
		return MET_NO_ROOM;
	machine_registers(context, &registers);
	waited = met_waiting(slot, context, &registers);
	capture->waiting = waited || cut;
	capture->at_work = slot->told != &slot->call;
	if (slot->timer.made && !capture->at_work && !capture->waiting && own_timer_is_late(&slot->timer, now))
		return MET_LATE;
	capture->t_ns = now->wall_ns;
	capture->generation = slot->generation;
	capture->call_left = (int32_t)machine_call_left(context);
	capture->switches =
		capture->waiting && now->slept == SWITCHES_UNKNOWN ? switches_count().voluntary : now->slept;
	capture->count = (uint16_t)walk(&registers, &slot->stack, capture->frames, &capture->truncated);
	ring_commit(&slot->ring);
	return waited ? MET_WAITING : MET_RUNNING;
}

const struct sigaction *signal_side_program(void)
{
	return &programs[atomic_load_explicit(&program, memory_order_acquire) % 2];
}

void signal_side_set_program(const struct sigaction *action)
{
	unsigned next = atomic_load_explicit(&program, memory_order_relaxed) + 1;

	programs[next % 2] = *action;
	atomic_store_explicit(&program, next, memory_order_release);
}

/* A SIGPROF that we did not send belongs to the program. */
static void pass_on(int number, siginfo_t *info, void *context)
{
	const struct sigaction *action = signal_side_program();

	if (action->sa_flags & SA_SIGINFO)
		action->sa_sigaction(number, info, context);
	else if (action->sa_handler == SIG_DFL)
		ending_take(number, context);
	else if (action->sa_handler != SIG_IGN)
		action->sa_handler(number);
}

/* Ours carry a cookie. Without room for it (RLIMIT_SIGPENDING) the kernel delivers the bare signal, as if from process
 * 0. */
bool signal_side_sent(const siginfo_t *info)
{
	return (info->si_code == SI_TIMER && (info->si_value.sival_ptr == (void *)&signal_side_cookie ||
					      info->si_value.sival_ptr == (void *)&signal_side_work_cookie)) ||
	       (info->si_code == SI_USER && info->si_pid == 0);
}

/* To ask for the switches costs more than all the rest: it is done when they tell anything. */
static struct moment look_around(const struct slot *slot)
{
	struct switches switches = {SWITCHES_UNKNOWN, SWITCHES_UNKNOWN};

	if (!atomic_load_explicit(&slot->steady, memory_order_relaxed))
		switches = switches_count();
	return (struct moment){clock_ns(CLOCK_MONOTONIC, 0), switches.voluntary, switches.forced};
}

/* Returns whether more captures will come. */
static bool answer(struct slot *slot, const void *context, bool cut)
{
	struct moment now;
	enum met met;

	if (atomic_load_explicit(&paused, memory_order_relaxed))
		return false;
	now = look_around(slot);
	if (slot->told != &slot->call) {
		capture_write(slot, context, &now, cut);
		return true;
	}
	if (slot->by_timer) {
		slot->by_timer = false;
		own_timer_start(&slot->timer, &now);
		return true;
	}
	met = capture_write(slot, context, &now, cut);
	if (!slot->timer.made || (met != MET_RUNNING && met != MET_LATE))
		return false;
	if (met == MET_LATE)
		own_timer_again(&slot->timer, &now, rate);
	else
		own_timer_next(&slot->timer, &now, rate);
	return true;
}

/* By the sampler, or by the thread's own timer since; by a timer of CPU time, while the thread ran: just now. */
static uint64_t when_sent(const struct slot *slot)
{
	if (slot->told != &slot->call)
		return UINT64_MAX;
	return slot->timer.deadline_ns > slot->asked_ns ? slot->timer.deadline_ns : slot->asked_ns;
}

/* Whether it is for us to make a capture: because the sampler asked, or the thread was to be met at work. */
static bool is_wanted(struct slot *slot, const siginfo_t *info)
{
	static const struct blocked_call nothing;
	bool asked = atomic_load_explicit(&slot->request, memory_order_acquire) != 0;

	slot->told = asked ? &slot->call : &nothing;
	return asked || (info->si_code == SI_TIMER && info->si_value.sival_ptr == (void *)&signal_side_work_cookie);
}

static void on_signal(int number, siginfo_t *info, void *context)
{
	int saved = errno;
	struct slot *slot = registry_self;
	struct returned_call call;
	uint64_t sent_ns;
	bool returned, cut;

	if (!signal_side_sent(info)) {
		pass_on(number, info, context);
	} else if (slot && is_wanted(slot, info)) {
		returned = machine_returned(context, slot->told, &call);
		cut = returned && transfer_is_cut(&call);
		sent_ns = when_sent(slot);
		if (!answer(slot, context, cut))
			atomic_store_explicit(&slot->request, 0, memory_order_release);
		if (returned)
			mend_call(context, &call, cut, sent_ns);
	}
	errno = saved;
}

bool signal_side_start(uint64_t rate_hz)
{
	struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_RESTART};

	rate = rate_hz;
	signal_side_timers = machine_tells_calls();
	signal_side_pause(false);
	/* No handler of the program may run between a call and its restart. */
	sigfillset(&action.sa_mask);
	return sigaction_really(SIGPROF, &action, &programs[program % 2]) == 0;
}

void signal_side_pause(bool wanted)
{
	atomic_store_explicit(&paused, wanted, memory_order_relaxed);
}

bool signal_side_holds(void)
{
	struct sigaction action;

	return sigaction_really(SIGPROF, NULL, &action) == 0 && action.sa_sigaction == on_signal;
}

void signal_side_stop(void)
{
	struct sigaction ignore = {.sa_handler = SIG_IGN};

	signal_side_pause(true);
	if (!signal_side_holds() || sigaction_has_handler(signal_side_program()))
		return;
	sigemptyset(&ignore.sa_mask);
	sigaction_really(SIGPROF, &ignore, NULL);
}

void signal_side_forget(void)
{
	if (signal_side_holds())
		sigaction_really(SIGPROF, signal_side_program(), NULL);
}
