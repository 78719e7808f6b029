/* Functions called:
 *   clock_gettime
 *   machine_call_again
 *   machine_call_ended
 *   machine_give
 *   machine_registers
 *   pthread_sigmask
 *   registry_self
 *   sigaddset
 *   syscall
 *   transfer_finish
 */
#include "mend_linux.h"

#include "clock.h"
#include "registry.h"
#include "switches_linux.h"
#include "transfer_linux.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

/* Whether a signal of the program's own waits until we return: then the call must end for it, as it would have without
 * us. */
static bool program_signal_pending(const sigset_t *blocked)
{
	uint64_t pending = 0, mask = 0;

	syscall(SYS_rt_sigpending, &pending, sizeof(pending));
	memcpy(&mask, blocked, sizeof(mask));
	return (pending & ~mask & ~((uint64_t)1 << (SIGPROF - 1))) != 0;
}

/* Whether the thread has not slept since the handler ended, nor done more than come back. */
static bool is_on_way_back(const struct slot *slot)
{
	enum { WAY_BACK_NS = 200000 };

	return slot->ended.switches == switches_count().voluntary &&
	       clock_ns(CLOCK_THREAD_CPUTIME_ID, 0) - slot->ended.cpu_ns < WAY_BACK_NS;
}

/* Whether a handler of the program has just ended the call: our signal waited for that, or came right behind it. */
static bool has_ended(const struct slot *slot, const struct registers *registers, uint64_t sent_ns)
{
	return slot->ended.pc == registers->pc && slot->ended.sp == registers->sp &&
	       (sent_ns <= slot->ended.wall_ns || is_on_way_back(slot));
}

void mend_not(void *context)
{
	struct slot *slot = registry_self;
	struct registers registers;

	if (!slot || !machine_call_ended(context))
		return;
	machine_registers(context, &registers);
	slot->ended.switches = switches_count().voluntary;
	slot->ended.pc = registers.pc;
	slot->ended.sp = registers.sp;
	slot->ended.wall_ns = clock_ns(CLOCK_MONOTONIC, 0);
	slot->ended.cpu_ns = clock_ns(CLOCK_THREAD_CPUTIME_ID, 0);
}

static bool is_ours_to_mend(const struct slot *slot, const void *context, uint64_t sent_ns)
{
	struct registers registers;

	machine_registers(context, &registers);
	return !program_signal_pending(&((const ucontext_t *)context)->uc_sigmask) &&
	       !(slot && has_ended(slot, &registers, sent_ns));
}

/* The program's handlers may run while the rest is moved, ours may not. */
static void finish(struct slot *slot, void *context, const struct returned_call *call)
{
	sigset_t mask = ((const ucontext_t *)context)->uc_sigmask, before;

	sigaddset(&mask, SIGPROF);
	atomic_store_explicit(&slot->mending, true, memory_order_relaxed);
	pthread_sigmask(SIG_SETMASK, &mask, &before);
	machine_give(context, transfer_finish(call));
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	atomic_store_explicit(&slot->mending, false, memory_order_relaxed);
}

/* What is left alone is so when another signal of ours comes behind this one. */
void mend_call(void *context, const struct returned_call *call, bool cut, uint64_t sent_ns)
{
	struct slot *slot = registry_self;

	if (slot && cut)
		finish(slot, context, call);
	else if (call->result == -EINTR && is_ours_to_mend(slot, context, sent_ns))
		machine_call_again(context, call);
	else
		mend_not(context);
}
