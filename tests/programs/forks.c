/* Forks three children that work and end by return, _exit and abort; works itself. Prints how each ended, as a shell
 * would say it. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double cpu_seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void burn(double seconds)
{
	double end = cpu_seconds() + seconds;

	while (cpu_seconds() < end)
		;
}

static void child(int number)
{
	struct rlimit no_core = {0};

	burn(0.2);
	setrlimit(RLIMIT_CORE, &no_core);
	if (number == 0)
		exit(0);
	if (number == 1)
		_exit(0);
	abort();
}

int main(void)
{
	int status;

	burn(0.2);
	for (int i = 0; i < 3; i++)
		if (fork() == 0)
			child(i);
	burn(0.2);
	while (wait(&status) > 0)
		printf("child %d\n", WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
	puts("parent 0");
	return 0;
}
