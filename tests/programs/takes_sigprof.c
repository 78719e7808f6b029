/* Works 0.4 s, takes SIGPROF for itself (`takes_sigprof handler|ignore|block`), works 0.4 s more. Prints how many
 * signals its handler got. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static volatile sig_atomic_t handled;

static void on_sigprof(int number)
{
	(void)number;
	handled++;
}

__attribute__((noinline)) static void work(void)
{
	struct timespec t;
	double end = 0, now = 0;

	while (end == 0 || now < end) {
		for (volatile int i = 0; i < 200000; i++)
			;
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
		now = (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
		if (end == 0)
			end = now + 0.4;
	}
}

int main(int argc, char **argv)
{
	const char *way = argc > 1 ? argv[1] : "";
	struct sigaction action = {.sa_handler = on_sigprof};
	sigset_t set;

	work();
	sigfillset(&set);
	if (strcmp(way, "handler") == 0)
		sigaction(SIGPROF, &action, NULL);
	else if (strcmp(way, "ignore") == 0)
		signal(SIGPROF, SIG_IGN);
	else if (strcmp(way, "block") == 0)
		sigprocmask(SIG_BLOCK, &set, NULL);
	work();
	printf("handled %s\n", handled > 1 ? "many" : "none or one");
	return 0;
}
