/* sigwait() and its kin, in front of the C library's: a program that waits for all signals must not be given ours,
 * which may have come before it blocked them. sigwait(3), sigwaitinfo(2). */
#include "session.h"
#include "signal_side.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { SECOND = 1000000000 };

static int64_t in_ns(const struct timespec *time)
{
	return (int64_t)time->tv_sec * SECOND + time->tv_nsec;
}

/* They are points of cancellation. */
static int wait_once(const sigset_t *set, siginfo_t *info, const struct timespec *timeout)
{
	int type, result;

	pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &type);
	result = (int)syscall(SYS_rt_sigtimedwait, set, info, timeout, _NSIG / 8);
	pthread_setcanceltype(type, NULL);
	return result;
}

HOOK int sigtimedwait(const sigset_t *restrict set, siginfo_t *restrict info, const struct timespec *restrict timeout)
{
	int64_t deadline = timeout ? (int64_t)session_now_ns() + in_ns(timeout) : 0, left;
	struct timespec rest = timeout ? *timeout : (struct timespec){0};
	siginfo_t came;
	int signal;

	while ((signal = wait_once(set, &came, timeout ? &rest : NULL)) == SIGPROF && signal_side_sent(&came)) {
		left = deadline - (int64_t)session_now_ns();
		left = left > 0 ? left : 0;
		rest = (struct timespec){.tv_sec = left / SECOND, .tv_nsec = left % SECOND};
	}
	if (signal > 0 && info)
		*info = came;
	return signal;
}

HOOK int sigwaitinfo(const sigset_t *restrict set, siginfo_t *restrict info)
{
	return sigtimedwait(set, info, NULL);
}

HOOK int sigwait(const sigset_t *restrict set, int *restrict signal)
{
	int came;

	do
		came = sigtimedwait(set, NULL, NULL);
	while (came < 0 && errno == EINTR);
	if (came < 0)
		return errno;
	*signal = came;
	return 0;
}
