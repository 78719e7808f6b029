#include "ending_linux.h"

#include "mend_linux.h"
#include "sigaction_linux.h"
#include "transfer_linux.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

static const int signals[] = {SIGINT, SIGTERM, SIGHUP};

enum { SIGNALS = sizeof(signals) / sizeof(signals[0]) };

static _Atomic int came; /* stored by the handler (release), loaded by the sampler (acquire) */

void ending_take(int number, void *context)
{
	struct timespec while_written = {.tv_sec = 2};
	static const struct blocked_call unknown;
	struct returned_call call;
	int saved = errno;

	atomic_store_explicit(&came, number, memory_order_release);
	nanosleep(&while_written, NULL);
	if (machine_returned(context, &unknown, &call))
		mend_call(context, &call, transfer_is_cut(&call), UINT64_MAX);
	errno = saved;
}

static void on_ending(int number, siginfo_t *info, void *context)
{
	(void)info;
	ending_take(number, context);
}

static bool is_ours(int number)
{
	struct sigaction action;

	return sigaction_really(number, NULL, &action) == 0 && (action.sa_flags & SA_SIGINFO) &&
	       action.sa_sigaction == on_ending;
}

void ending_start(void)
{
	struct sigaction action = {.sa_sigaction = on_ending, .sa_flags = SA_SIGINFO | SA_RESTART}, before;

	came = 0;
	sigfillset(&action.sa_mask);
	for (size_t i = 0; i < SIGNALS; i++)
		if (sigaction_really(signals[i], NULL, &before) == 0 && !(before.sa_flags & SA_SIGINFO) &&
		    before.sa_handler == SIG_DFL)
			sigaction_really(signals[i], &action, NULL);
}

void ending_forget(void)
{
	struct sigaction action = {.sa_handler = SIG_DFL};

	sigemptyset(&action.sa_mask);
	for (size_t i = 0; i < SIGNALS; i++)
		if (is_ours(signals[i]))
			sigaction_really(signals[i], &action, NULL);
}

int ending_signal(void)
{
	return atomic_load_explicit(&came, memory_order_acquire);
}

void ending_die(void)
{
	struct sigaction action = {.sa_handler = SIG_DFL};
	sigset_t set;
	int number = ending_signal();

	sigemptyset(&action.sa_mask);
	sigaction_really(number, &action, NULL);
	sigemptyset(&set);
	sigaddset(&set, number);
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
	kill(getpid(), number);
}
