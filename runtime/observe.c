/* How the state of a thread is found [PROF-COLLECT-SAMPLER]:
 *
 * Each look adds the wall and CPU time that passed to the thread's account (account.h). A thread whose CPU clock moved
 * is asked for a capture, and the capture itself tells whether it met the thread running or in a blocking call. What is
 * due on the CPU is paid with stacks met running, what is due as waiting with stacks met blocked: whatever can't be
 * paid yet stays due. So a thread that works 30 % of each millisecond gets both kinds, in the right amounts.
 *
 * A thread that was met blocked and whose CPU clock stands still since then is in the same episode: its waiting rows
 * reuse the stack and no signal is sent. A thread that neither runs nor answers waits for a processor (or has SIGPROF
 * blocked): it gets a label in place of a stack. */
#include "observe.h"

#include "calls.h"
#include "passage.h"
#include "payment.h"
#include "probe.h"
#include "signal_side.h"

/* CPU time that waking, the handler and going back to sleep may take: within it, the thread still is in the episode
 * that it was met in. */
enum { WAKE_COST_NS = 50000 };

/* A thread that is on its way out of a sleep has a processor again, but its stack still is the blocking one: it says
 * nothing of where CPU time goes. A thread that never rested is in such a call for its work. */
static bool just_woken(const struct slot *slot, const struct capture *capture)
{
	return !capture->waiting && slot->rested && call_only_waits(capture->call_left);
}

/* A thread that has not gone to sleep of itself since the capture before waited for a processor, if for anything; what
 * looks like a call that it waited in is one that it was about to make. */
static bool never_slept(const struct slot *slot, const struct capture *capture)
{
	return capture->switches != SWITCHES_UNKNOWN && capture->switches == slot->switches_seen;
}

static void pay_runnable(const struct observer *observer, struct slot *slot, uint64_t t_ns)
{
	struct payment payment = {t_ns, STORE_NONE, 1};

	if (account_waiting_due(&slot->account, observer->rate_hz)) {
		payment.stack = store_stack(observer->store, NULL, 0, LABEL_RUNNABLE);
		pay_waiting(observer, slot, &payment);
	}
}

/* It shares what is due with those that came since the last look: `among` in all. */
static void take_capture(const struct observer *observer, struct slot *slot, struct capture *capture, uint32_t among)
{
	bool at_call = capture->waiting && capture->at_work;
	uint32_t stack;

	if (never_slept(slot, capture)) {
		capture->waiting = false;
		pay_runnable(observer, slot, capture->t_ns);
	}
	if (capture->switches != SWITCHES_UNKNOWN)
		slot->switches_seen = capture->switches;
	slot->waiting_stack = STORE_NONE;
	slot->blocked_cpu = 0;
	if (just_woken(slot, capture) || (at_call && !capture->waiting)) {
		pay_missed(observer, slot, capture->at_work);
		return;
	}
	images_shift(observer->images, capture->frames, capture->count);
	stack = store_stack(observer->store, capture->frames, capture->count,
			    capture->truncated ? LABEL_TRUNCATED : LABEL_NONE);
	slot->last_stack = stack;
	if (capture->waiting) {
		slot->waiting_stack = stack;
		slot->episode_settled = false;
		pay_missed(observer, slot, capture->at_work);
		pay_waiting(observer, slot, &(struct payment){capture->t_ns, stack, among});
	} else {
		slot->running_stack = stack;
		slot->met_ns = slot->wall_seen;
		slot->missed = 0;
		pay_oncpu(observer, slot, &(struct payment){capture->t_ns, stack, among});
	}
}

static void take_captures(const struct observer *observer, struct slot *slot)
{
	struct capture *capture;

	while ((capture = ring_peek(&slot->ring))) {
		if (capture->generation == slot->generation)
			take_capture(observer, slot, capture, ring_count(&slot->ring));
		ring_take(&slot->ring);
	}
}

/* After the capture the thread goes back to sleep, once; more often means that the episode is over and another began.
 */
static bool episode_settles(const struct slot *slot, uint64_t moved)
{
	uint64_t switches;

	if (moved > WAKE_COST_NS)
		return false;
	return !probe_switches(slot, &switches) || switches <= slot->switches_seen + 1;
}

static bool same_episode(struct slot *slot)
{
	uint64_t moved = slot->cpu_seen - slot->episode_cpu;

	if (slot->waiting_stack == STORE_NONE)
		return false;
	if (slot->episode_settled)
		return moved == 0;
	slot->episode_settled = episode_settles(slot, moved);
	slot->episode_cpu = slot->cpu_seen;
	return slot->episode_settled;
}

/* The handler goes on with the call that the last capture met. */
static bool is_mending(const struct slot *slot)
{
	return atomic_load_explicit(&slot->mending, memory_order_relaxed);
}

/* An open request, and the thread did not run since: its timer is yet to come, or it waits for a processor, or can't
 * take the signal. */
static void observe_silence(const struct observer *observer, struct slot *slot)
{
	enum { LOOKS_OF_A_TIMER = 2 };
	struct blocked_call call;
	enum probe probe;

	if (++slot->silent_looks <= LOOKS_OF_A_TIMER)
		return;
	if (slot->stalled_stack == STORE_NONE && is_mending(slot)) {
		slot->stalled_stack = slot->last_stack;
	} else if (slot->stalled_stack == STORE_NONE) {
		probe = probe_thread(slot, &call);
		slot->stalled_stack =
			store_stack(observer->store, NULL, 0, probe == PROBE_RUNNING ? LABEL_RUNNABLE : LABEL_WAITING);
	}
	pay_waiting(observer, slot, &(struct payment){slot->wall_seen, slot->stalled_stack, 1});
}

static void stay(const struct observer *observer, struct slot *slot, uint32_t looks)
{
	slot->still_looks = looks;
	slot->missed++;
	pay_waiting(observer, slot, &(struct payment){slot->wall_seen, slot->waiting_stack, 1});
}

/* The thread waits and is not to be asked where: as long as it does not run, nothing changes. */
static void leave_alone(const struct observer *observer, struct slot *slot)
{
	slot->waiting_stack = is_mending(slot) ? slot->last_stack : STORE_NONE;
	if (slot->waiting_stack == STORE_NONE)
		slot->waiting_stack = store_stack(observer->store, NULL, 0, LABEL_WAITING);
	slot->episode_settled = true;
	stay(observer, slot, 0);
}

/* Without a word from the system only a thread that ran for most of the time, and not just between two calls that wait,
 * is taken for running: a signal could break another's call. */
static void ask(const struct observer *observer, struct slot *slot)
{
	struct blocked_call call;
	enum probe probe = probe_thread(slot, &call);
	bool fragile = probe == PROBE_BLOCKED && call_bears_no_signal((long)call.number);

	if (probe == PROBE_UNKNOWN && !(slot->busy && slot->busy_last))
		return;
	slot->waiting_stack = STORE_NONE;
	slot->episode_cpu = slot->cpu_seen;
	if (!fragile && !probe_is_deaf(slot, false)) {
		if (probe == PROBE_BLOCKED && account_oncpu_due(&slot->account, observer->rate_hz))
			signal_side_meet(slot);
		signal_side_request(slot, &call);
	} else if (probe == PROBE_BLOCKED) {
		leave_alone(observer, slot);
	}
}

/* A thread that runs on and on and takes no signal has SIGPROF blocked, or is in one long call. Blocked it is for a
 * moment in our own handler too: it must be so from one look to others, much CPU time later. */
static bool is_deaf(const struct observer *observer, struct slot *slot, bool open)
{
	enum { SECOND = 1000000000, PATIENCE = 32 };
	uint64_t patience_ns = PATIENCE * (SECOND / observer->rate_hz);

	if (account_oncpu_due(&slot->account, observer->rate_hz) <= PATIENCE)
		return false;
	if (is_mending(slot) || !probe_is_deaf(slot, open))
		slot->blocked_cpu = 0;
	else if (slot->blocked_cpu == 0)
		slot->blocked_cpu = slot->cpu_seen;
	return slot->blocked_cpu && slot->cpu_seen - slot->blocked_cpu > patience_ns;
}

void observe_join(struct observer *observer, struct slot *slot, uint64_t now_ns)
{
	account_begin(&slot->account, &observer->remainder, observer->rate_hz);
	slot->cpu_seen = probe_cpu_ns(slot, 0);
	slot->met_ns = now_ns;
	slot->missed = 0;
	slot->blocked_cpu = 0;
	observe_begin(observer, slot, now_ns);
}

void observe_begin(struct observer *observer, struct slot *slot, uint64_t now_ns)
{
	slot->wall_seen = now_ns;
	if (passage_of_cpu(observer, slot) && slot->resting)
		registry_wake(slot);
}

void observe_tick(struct observer *observer, struct slot *slot, uint64_t now_ns)
{
	uint64_t ran = passage_of_time(observer, slot, now_ns);
	uint32_t still = slot->still_looks;
	bool open = atomic_load_explicit(&slot->request, memory_order_acquire) != 0;

	take_captures(observer, slot);
	if (!open || ran) {
		slot->silent_looks = 0;
		slot->stalled_stack = STORE_NONE;
	}
	slot->still_looks = 0;
	if (observer->blind || is_deaf(observer, slot, open))
		pay_unsampled(observer, slot);
	else if (open && ran == 0)
		observe_silence(observer, slot);
	else if (!open && same_episode(slot))
		stay(observer, slot, still + 1);
	else if (!open)
		ask(observer, slot);
}

void observe_pause(struct observer *observer, struct slot *slot, uint64_t now_ns)
{
	passage_of_time(observer, slot, now_ns);
	take_captures(observer, slot);
}

void observe_end(struct observer *observer, struct slot *slot)
{
	pay_rest_oncpu(observer, slot);
	pay_waiting(observer, slot, &(struct payment){slot->wall_seen, slot->waiting_stack, 1});
	account_end(&slot->account, &observer->remainder, observer->rate_hz);
	signal_side_release(slot);
}
