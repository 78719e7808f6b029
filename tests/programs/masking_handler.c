/* A handler that masks all signals ends calls that wait, and each must stay ended: prints how often that went wrong.
 * The alarm is blocked outside of the calls, so that it can't come before them. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { ROUNDS = 80 };

static volatile sig_atomic_t alarms;

static double now(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Longer than a sampling period. */
static void on_alarm(int number)
{
	double end = now(CLOCK_MONOTONIC) + 0.002;

	(void)number;
	while (now(CLOCK_MONOTONIC) < end)
		;
	alarms++;
}

/* So that a call is not the continuation of the one before. */
static void work(void)
{
	double end = now(CLOCK_THREAD_CPUTIME_ID) + 0.0005;

	while (now(CLOCK_THREAD_CPUTIME_ID) < end)
		;
}

static int by_sigsuspend(const sigset_t *mask)
{
	return sigsuspend(mask);
}

static int by_ppoll(const sigset_t *mask)
{
	struct timespec most = {.tv_sec = 5};

	return ppoll(NULL, 0, &most, mask);
}

static int by_pselect(const sigset_t *mask)
{
	struct timespec most = {.tv_sec = 5};

	return pselect(0, NULL, NULL, NULL, &most, mask);
}

static int by_epoll_pwait(const sigset_t *mask)
{
	struct epoll_event event;
	int epoll = epoll_create1(0);
	int result = epoll_pwait(epoll, &event, 1, 5000, mask), error = errno;

	close(epoll);
	errno = error;
	return result;
}

static int goes_wrong(int (*call)(const sigset_t *))
{
	struct itimerval soon = {.it_value = {.tv_usec = 4000}};
	sig_atomic_t before = alarms;
	sigset_t none;
	int result;

	sigemptyset(&none);
	work();
	setitimer(ITIMER_REAL, &soon, NULL);
	errno = 0;
	result = call(&none);
	if (result == -1 && errno == EINTR && alarms == before + 1)
		return 0;
	printf("%d %s, alarms: %d\n", result, strerror(errno), (int)(alarms - before));
	return 1;
}

int main(void)
{
	static const struct {
		const char *name;
		int (*make)(const sigset_t *);
	} calls[] = {{"sigsuspend", by_sigsuspend},
		     {"ppoll", by_ppoll},
		     {"pselect", by_pselect},
		     {"epoll_pwait", by_epoll_pwait}};
	struct sigaction action = {.sa_handler = on_alarm};
	sigset_t alarm;

	sigfillset(&action.sa_mask);
	sigaction(SIGALRM, &action, NULL);
	sigemptyset(&alarm);
	sigaddset(&alarm, SIGALRM);
	sigprocmask(SIG_BLOCK, &alarm, NULL);
	for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
		int wrong = 0;

		for (int round = 0; round < ROUNDS; round++)
			wrong += goes_wrong(calls[i].make);
		printf("%s: %d wrong\n", calls[i].name, wrong);
	}
	return 0;
}
