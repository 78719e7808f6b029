/* Half of its CPU time is in system calls of some milliseconds, and at the end of one of 0.2 s. Prints their share. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <time.h>

static double cpu_seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static char *room;
static size_t much = 1 << 20;

__attribute__((noinline)) static double in_kernel(size_t size)
{
	double begin = cpu_seconds();
	double end = begin + (double)(getrandom(room, size, 0) < 0);

	return end + cpu_seconds() - 2 * begin;
}

__attribute__((noinline)) static double in_user(double seconds)
{
	double begin = cpu_seconds();

	while (cpu_seconds() < begin + seconds)
		for (volatile int i = 0; i < 20000; i++)
			;
	return cpu_seconds() - begin;
}

int main(void)
{
	double kernel = 0, user = 0, once;

	room = malloc(much * 64);
	if (!room)
		return 1;
	while (kernel < 0.5) {
		once = in_kernel(much);
		kernel += once;
		user += in_user(once);
	}
	kernel += in_kernel(much * 64);
	printf("%f\n", kernel / (kernel + user));
	return 0;
}
