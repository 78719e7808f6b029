#include "suspend_macos.h"

#include "machine_macos.h"
#include "observe.h"
#include "probe_macos.h"
#include "signal_side.h"

#include <stdatomic.h>

bool signal_side_request(struct slot *slot, const struct blocked_call *call)
{
	slot->call = *call;
	atomic_store_explicit(&slot->request, slot->generation, memory_order_relaxed);
	return true;
}

/* Looks here are not held up by what the thread does: they meet it at its work. */
void signal_side_meet(struct slot *slot)
{
	(void)slot;
}

/* Suspends, looks, resumes: in this order on every way out. `*after` is what the kernel says of the stopped thread. */
static bool capture_stack(const struct slot *slot, struct capture *capture, struct thread_look *after)
{
	thread_act_t thread = probe_port(slot);
	struct registers registers;
	long call;
	bool seen;

	if (thread_suspend(thread) != KERN_SUCCESS)
		return false;
	seen = probe_look(thread, after) && machine_read(thread, &registers, &call);
	if (seen)
		capture->count = (uint16_t)walk(&registers, &slot->stack, capture->frames, &capture->truncated);
	thread_resume(thread);
	if (seen)
		capture->call_left = (int32_t)call;
	return seen;
}

/* A thread that was met waiting must not have run until it was stopped, or its stack is another one. One that is ready
 * to run and has not run since it was asked has nothing to tell of. */
static bool tells(const struct slot *slot, const struct thread_look *before, const struct thread_look *after)
{
	return before->waits ? after->cpu_ns == before->cpu_ns : after->cpu_ns != slot->cpu_seen;
}

void suspend_answer(struct slot *slot)
{
	struct thread_look before, after;
	struct capture *capture;

	if (atomic_load_explicit(&slot->request, memory_order_relaxed) == 0 || !probe_look(probe_port(slot), &before))
		return;
	capture = ring_reserve(&slot->ring);
	if (!capture)
		return;
	capture->t_ns = clock_ns(CLOCK_MONOTONIC, slot->wall_seen);
	if (!capture_stack(slot, capture, &after) || !tells(slot, &before, &after))
		return;
	capture->generation = slot->generation;
	capture->waiting = before.waits;
	capture->switches = SWITCHES_UNKNOWN;
	ring_commit(&slot->ring);
	atomic_store_explicit(&slot->request, 0, memory_order_relaxed);
}

void signal_side_release(struct slot *slot)
{
	(void)slot;
}
