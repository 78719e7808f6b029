/* A handler forks while its thread registers and unregisters. */
#include "osprey_prof.h"

#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t forked;

static void on_alarm(int number)
{
	pid_t child = fork();

	(void)number;
	if (child == 0)
		_exit(0);
	waitpid(child, NULL, 0);
	forked++;
}

int main(void)
{
	struct sigaction action = {.sa_handler = on_alarm, .sa_flags = SA_RESTART};
	struct itimerval often = {.it_interval = {.tv_usec = 1000}, .it_value = {.tv_usec = 1000}};

	sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &often, NULL);
	while (forked < 200) {
		osp_prof_thread_register(1, "fiber");
		osp_prof_thread_unregister();
	}
	puts("200 forked");
	return 0;
}
