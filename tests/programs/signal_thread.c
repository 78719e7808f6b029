/* All signals are blocked once the program has run for a while, and main takes them by sigwait(): prints those that
 * come. Then it waits by the other calls of the kind. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void burn(double seconds)
{
	double end = now() + seconds;

	while (now() < end)
		;
}

static void *sender(void *unused)
{
	for (int i = 0; i < 5; i++) {
		usleep(20000);
		kill(getpid(), SIGUSR1);
	}
	usleep(20000);
	kill(getpid(), SIGTERM);
	return unused;
}

static void *cancelled(void *all)
{
	int number;

	sigwait(all, &number);
	return NULL;
}

int main(void)
{
	struct timespec soon = {.tv_nsec = 50000000};
	pthread_t thread;
	siginfo_t info;
	sigset_t all;
	void *result;
	int number;

	sigfillset(&all);
	burn(0.02);
	pthread_sigmask(SIG_BLOCK, &all, NULL);
	pthread_create(&thread, NULL, sender, NULL);
	do {
		sigwait(&all, &number);
		puts(strsignal(number));
	} while (number != SIGTERM);
	pthread_join(thread, NULL);

	pthread_sigmask(SIG_UNBLOCK, &all, NULL);
	burn(0.02);
	pthread_sigmask(SIG_BLOCK, &all, NULL);
	number = sigtimedwait(&all, &info, &soon);
	printf("sigtimedwait: %d %s\n", number, strerror(errno));
	raise(SIGUSR2);
	number = sigwaitinfo(&all, &info);
	printf("sigwaitinfo: %s, from %s\n", strsignal(number), info.si_pid == getpid() ? "here" : "elsewhere");

	pthread_create(&thread, NULL, cancelled, &all);
	usleep(20000);
	pthread_cancel(thread);
	pthread_join(thread, &result);
	puts(result == PTHREAD_CANCELED ? "cancelled" : "not cancelled");
	return 0;
}
