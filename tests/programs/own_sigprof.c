/* Has a handler of SIGPROF from before the profiler starts, and sends itself three. Prints how many it handled. */
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t handled;

static void on_sigprof(int number)
{
	(void)number;
	handled++;
}

/* Priority 101 runs before the constructor of the profiler, which has none. */
__attribute__((constructor(101))) static void install(void)
{
	struct sigaction action = {.sa_handler = on_sigprof, .sa_flags = SA_RESTART};

	sigaction(SIGPROF, &action, NULL);
}

int main(void)
{
	for (int i = 0; i < 3; i++) {
		clock_t end = clock() + CLOCKS_PER_SEC / 10;

		while (clock() < end)
			;
		kill(getpid(), SIGPROF);
	}
	printf("handled %d\n", (int)handled);
	return 0;
}
