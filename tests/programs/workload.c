/* Programs for the tests of the runtime, one a mode: `workload MODE [ARGUMENT]`. Each prints the CPU seconds that its
 * threads used as `LABEL-FIBER SECONDS`, as their own clocks say, and `wall SECONDS` of main; `block` also how long it
 * waited in read(). */
#include "osprey_prof.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define PLACE __attribute__((noinline, noclone))

static double cpu_seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

PLACE static void nap(double seconds)
{
	struct timespec t = {.tv_sec = (time_t)seconds, .tv_nsec = (long)((seconds - (double)(time_t)seconds) * 1e9)};

	nanosleep(&t, NULL);
	__asm__ volatile("");
}

PLACE static void spin(void)
{
	for (volatile int i = 0; i < 20000; i++)
		;
}

PLACE static void burn(double seconds)
{
	double end = cpu_seconds() + seconds;

	while (cpu_seconds() < end)
		spin();
}

static void *burner(void *argument)
{
	long fiber = (long)argument;

	osp_prof_thread_register(fiber, "fiber");
	burn(0.5);
	printf("fiber-%ld %.6f\n", fiber, cpu_seconds());
	osp_prof_thread_unregister();
	return NULL;
}

static void burners(int count)
{
	pthread_t threads[16];

	for (long i = 0; i < count; i++)
		pthread_create(&threads[i], NULL, burner, (void *)(i + 1));
	for (int i = 0; i < count; i++)
		pthread_join(threads[i], NULL);
}

/* Works 30 % of each millisecond. */
static void part(void)
{
	for (int i = 0; i < 1500; i++) {
		burn(0.0003);
		nap(0.0007);
	}
}

static void paused(void)
{
	burn(0.3);
	osp_prof_pause();
	burn(0.5);
	nap(0.2);
	osp_prof_resume();
	burn(0.3);
}

PLACE static void first_sleep(void)
{
	nap(0.01);
	__asm__ volatile("");
}

PLACE static void second_sleep(void)
{
	nap(0.03);
	__asm__ volatile("");
}

/* Two blocking places in turn, 1 to 3 in time, hardly any CPU. */
static void alternate(void)
{
	for (int i = 0; i < 30; i++) {
		first_sleep();
		second_sleep();
	}
}

static double seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double written;

static void *writer(void *argument)
{
	nap(0.5);
	written = seconds();
	if (write(*(int *)argument, "x", 1) != 1)
		abort();
	return NULL;
}

PLACE static void wait_in_read(void)
{
	int ends[2];
	char byte;
	double begin;
	pthread_t thread;

	if (pipe(ends) != 0)
		abort();
	pthread_create(&thread, NULL, writer, &ends[1]);
	begin = seconds();
	if (read(ends[0], &byte, 1) != 1)
		abort();
	pthread_join(thread, NULL);
	printf("read %.6f\n", written - begin);
}

PLACE static void wait_in_futex(void)
{
	struct timespec deadline;
	sem_t never;

	sem_init(&never, 0, 0);
	clock_gettime(CLOCK_REALTIME, &deadline);
	deadline.tv_nsec += 500000000;
	if (deadline.tv_nsec >= 1000000000) {
		deadline.tv_sec++;
		deadline.tv_nsec -= 1000000000;
	}
	sem_timedwait(&never, &deadline);
}

static void blocking(void)
{
	wait_in_read();
	wait_in_futex();
	nap(0.5);
	burn(0.5);
}

PLACE static int deep(int depth)
{
	int result = 1;

	if (depth > 0)
		result += deep(depth - 1);
	else
		burn(0.3);
	__asm__ volatile("");
	return result;
}

static void *forgetful(void *argument)
{
	osp_prof_thread_register((long)argument, "fiber");
	return NULL;
}

/* Threads that end without unregistering. */
static void forget(int count)
{
	pthread_t thread;

	for (long i = 0; i < count; i++) {
		pthread_create(&thread, NULL, forgetful, (void *)i);
		pthread_join(thread, NULL);
	}
	burn(0.1);
}

static void twice(void)
{
	osp_prof_boot();
	burn(0.2);
	osp_prof_thread_unregister();
	burn(0.2);
	osp_prof_thread_register(7, "again");
	burn(0.2);
}

int main(int argc, char **argv)
{
	const char *mode = argc > 1 ? argv[1] : "";
	int argument = argc > 2 ? atoi(argv[2]) : 0;
	double begin = seconds();

	osp_prof_boot();
	if (strcmp(mode, "burn") == 0)
		burners(argument);
	else if (strcmp(mode, "part") == 0)
		part();
	else if (strcmp(mode, "pause") == 0)
		paused();
	else if (strcmp(mode, "alternate") == 0)
		alternate();
	else if (strcmp(mode, "block") == 0)
		blocking();
	else if (strcmp(mode, "deep") == 0)
		printf("%d\n", deep(argument));
	else if (strcmp(mode, "forget") == 0)
		forget(argument);
	else if (strcmp(mode, "twice") == 0)
		twice();
	else if (strcmp(mode, "nothing") != 0)
		return 2;
	printf("main-0 %.6f\nwall %.6f\n", cpu_seconds(), seconds() - begin);
	return 0;
}
