/* Registers over and over, each time for a third of a sampling period. Prints the CPU seconds of all. */
#include "osprey_prof.h"

#include <stdio.h>
#include <time.h>

static double cpu_seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

int main(void)
{
	double all = 0;

	osp_prof_thread_unregister();
	for (int i = 0; i < 2000; i++) {
		double begin, end;

		osp_prof_thread_register(1, "fiber");
		begin = cpu_seconds();
		while ((end = cpu_seconds()) < begin + 0.00033)
			;
		osp_prof_thread_unregister();
		all += end - begin;
	}
	printf("%f\n", all);
	return 0;
}
