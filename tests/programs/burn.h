/* Burns CPU time of the calling thread, hardly any of it in asking for the time; for programs of one file. */
#ifndef OSPREY_TESTS_BURN_H
#define OSPREY_TESTS_BURN_H

#include <time.h>

static double cpu_seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

__attribute__((noinline, noclone)) static void burn(double seconds)
{
	double end = cpu_seconds() + seconds;

	while (cpu_seconds() < end)
		for (volatile int i = 0; i < 200000; i++)
			;
}

#endif
