/* The body of a library for plugins.c: WORK and ROUNDS are its name and its one difference. */
#include <time.h>

void WORK(double seconds);

static double cpu_seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void WORK(double seconds)
{
	double end = cpu_seconds() + seconds;

	while (cpu_seconds() < end)
		for (volatile int i = 0; i < ROUNDS; i++)
			;
}
