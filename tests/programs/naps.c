/* naps COUNT MICROSECONDS ROUNDS: works for 10 ms at first, then takes so many naps, and works for so many rounds after
 * each. It tells its CPU time, and how much of it was the work in between. */
#include "burn.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

__attribute__((noinline, noclone)) static void work_once(void)
{
	burn(0.01);
	__asm__ volatile(""); /* no tail call */
}

__attribute__((noinline, noclone)) static void work_between(long rounds)
{
	for (volatile long i = 0; i < rounds; i++)
		;
}

int main(int argc, char **argv)
{
	double between = 0, before;

	if (argc != 4)
		return 2;
	work_once();
	for (long i = 0; i < atol(argv[1]); i++) {
		usleep((useconds_t)atol(argv[2]));
		before = cpu_seconds();
		work_between(atol(argv[3]));
		between += cpu_seconds() - before;
	}
	printf("main %.6f %.6f\n", cpu_seconds(), between);
	return 0;
}
