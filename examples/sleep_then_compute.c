/* Sleeps 1 s, then computes for 0.2 s of CPU time: what a profile must tell apart. */
#include "osprey_fiber.h"

#include <stdint.h>
#include <stdio.h>
#include <time.h>

static int64_t cpu_milliseconds(void)
{
	struct timespec used;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
	return (int64_t)used.tv_sec * 1000 + used.tv_nsec / 1000000;
}

__attribute__((noinline)) static void compute(void)
{
	int64_t end = cpu_milliseconds() + 200;
	volatile unsigned steps = 0;

	while (cpu_milliseconds() < end)
		for (int i = 0; i < 500000; i++)
			steps = steps + 1;
}

int main(void)
{
	fiber_sleep(1000);
	compute();
	puts("slept 1 s, computed 0.2 s");
	return 0;
}
