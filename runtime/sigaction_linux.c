#include "sigaction_linux.h"

#include "mend_linux.h"
#include "session.h"
#include "signal_side.h"

#include <stdbool.h>
#include <stddef.h>

#ifdef SIGACTION_STANDS_BEFORE

typedef void handler(int, siginfo_t *, void *);

/* The program's, that osprey_prof_calls_handler() stands for. */
static _Atomic(handler *) handlers[NSIG];
static _Atomic bool takes_info[NSIG]; /* it was given with SA_SIGINFO; osprey_prof_calls_handler() always is */

static void osprey_prof_calls_handler(int number, siginfo_t *info, void *context)
{
	handlers[number](number, info, context);
	mend_not(context);
}

static bool is_fault(int number)
{
	static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT};

	for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++)
		if (faults[i] == number)
			return true;
	return false;
}

static bool is_to_be_called(int number, const struct sigaction *action)
{
	return number > 0 && number < NSIG && number != SIGPROF && !is_fault(number) && sigaction_has_handler(action);
}

/* What the program gets to see of an action. */
static void unwrap(int number, struct sigaction *action, handler *own, bool own_takes_info)
{
	if (!(action->sa_flags & SA_SIGINFO) || action->sa_sigaction != osprey_prof_calls_handler || number >= NSIG)
		return;
	action->sa_sigaction = own;
	if (!own_takes_info)
		action->sa_flags &= ~SA_SIGINFO;
}

/* The handler is in its place before the kernel can call it. */
static int set(int number, struct sigaction action, struct sigaction *before)
{
	handler *own = handlers[number];
	bool own_takes_info = takes_info[number];
	int result;

	handlers[number] = action.sa_sigaction;
	takes_info[number] = (action.sa_flags & SA_SIGINFO) != 0;
	action.sa_sigaction = osprey_prof_calls_handler;
	action.sa_flags |= SA_SIGINFO;
	result = sigaction_really(number, &action, before);
	if (result != 0) {
		handlers[number] = own;
		takes_info[number] = own_takes_info;
	} else if (before) {
		unwrap(number, before, own, own_takes_info);
	}
	return result;
}

/* The program's handler of SIGPROF stands behind ours. To ignore it is up to the kernel, which tells it to what the
 * program becomes; then nothing can be sampled. */
static int set_behind_ours(const struct sigaction *action, struct sigaction *before)
{
	int result = 0;

	if (before)
		*before = *signal_side_program();
	if (action && action->sa_handler == SIG_IGN)
		result = sigaction_really(SIGPROF, action, NULL);
	else if (action)
		signal_side_set_program(action);
	return result;
}

HOOK int sigaction(int number, const struct sigaction *restrict action, struct sigaction *restrict before)
{
	int result;

	if (number == SIGPROF && atomic_load_explicit(&session.active, memory_order_acquire) && signal_side_holds())
		return set_behind_ours(action, before);
	if (action && atomic_load_explicit(&session.active, memory_order_acquire) && is_to_be_called(number, action))
		return set(number, *action, before);
	result = sigaction_really(number, action, before);
	if (result == 0 && before)
		unwrap(number, before, handlers[number], takes_info[number]);
	return result;
}

HOOK __sighandler_t signal(int number, __sighandler_t wanted)
{
	struct sigaction action = {.sa_handler = wanted, .sa_flags = SA_RESTART}, before;

	sigemptyset(&action.sa_mask);
	if (number > 0 && number < NSIG)
		sigaddset(&action.sa_mask, number);
	return sigaction(number, &action, &before) == 0 ? before.sa_handler : SIG_ERR;
}

#endif
