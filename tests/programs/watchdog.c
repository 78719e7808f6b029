/* SIGPROF, with its default action, ends the program after 0.3 s of CPU time. */
#include <stddef.h>
#include <sys/time.h>

int main(void)
{
	struct itimerval timer = {.it_value = {.tv_usec = 300000}};

	setitimer(ITIMER_PROF, &timer, NULL);
	for (;;)
		;
}
