/* sigaction() and signal() in front of the C library's: while a profile is taken, the program's handlers are called
 * from one of ours, so that mend_not() learns which calls they end. The program is told its own handlers. Those of
 * faults are left alone. Only glibc has the name behind which the original can be found in shared and static programs
 * alike; sigaction(2). */
#ifndef OSPREY_SIGACTION_LINUX_H
#define OSPREY_SIGACTION_LINUX_H

#include <signal.h>
#include <stdbool.h>

/* ThreadSanitizer stands there itself, and must see our handler. */
#if defined(__GLIBC__) && !defined(__SANITIZE_THREAD__)
#define SIGACTION_STANDS_BEFORE
extern int __sigaction(int, const struct sigaction *, struct sigaction *);
#endif

/* As the kernel has it. Async-signal-safe. */
static inline int sigaction_really(int number, const struct sigaction *action, struct sigaction *before)
{
#ifdef SIGACTION_STANDS_BEFORE
	return __sigaction(number, action, before);
#else
	return sigaction(number, action, before);
#endif
}

static inline bool sigaction_has_handler(const struct sigaction *action)
{
	return action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN;
}

#endif
