/* `idlers COUNT SECONDS`: so many threads wait; after the seconds one after another works for a moment, and waits
 * elsewhere. Prints for each `fiber-N CPU WALL FIRST SECOND`, in seconds: the CPU time it used, how long it was
 * registered, how long it waited until it was woken, and how long after its work. */
#include "burn.h"
#include "osprey_prof.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { MOST = 200, STACK_SIZE = 128 * 1024 };

static struct idler {
	pthread_t thread;
	int work[2], end[2]; /* pipes */
	double at[4];	     /* began, woke, worked, ended */
	double cpu;
} idlers[MOST];

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* The walk doesn't see who called the C library. */
__attribute__((noinline, noclone)) static void until(const int *pipe)
{
	char byte;

	if (read(pipe[0], &byte, 1) != 1)
		abort();
	__asm__ volatile("");
}

__attribute__((noinline, noclone)) static void first_wait(struct idler *idler)
{
	until(idler->work);
	__asm__ volatile("");
}

__attribute__((noinline, noclone)) static void second_wait(struct idler *idler)
{
	until(idler->end);
	__asm__ volatile("");
}

static void *idle(void *argument)
{
	struct idler *idler = argument;

	osp_prof_thread_register(idler - idlers + 1, "fiber");
	idler->at[0] = now();
	first_wait(idler);
	idler->at[1] = now();
	burn(0.03);
	idler->at[2] = now();
	second_wait(idler);
	idler->at[3] = now();
	idler->cpu = cpu_seconds();
	osp_prof_thread_unregister();
	return NULL;
}

static void wake(const int *pipe)
{
	if (write(pipe[1], "", 1) != 1)
		abort();
}

static void start(struct idler *idler)
{
	pthread_attr_t attributes;

	if (pipe(idler->work) != 0 || pipe(idler->end) != 0)
		abort();
	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, STACK_SIZE);
	if (pthread_create(&idler->thread, &attributes, idle, idler) != 0)
		abort();
}

int main(int argc, char **argv)
{
	int count = argc == 3 ? atoi(argv[1]) : 0;

	if (count < 1 || count > MOST)
		return 2;
	for (int i = 0; i < count; i++)
		start(&idlers[i]);
	sleep((unsigned)atoi(argv[2]));
	for (int i = 0; i < count; i++) {
		wake(idlers[i].work);
		usleep(40000);
	}
	sleep(2);
	for (int i = 0; i < count; i++)
		wake(idlers[i].end);
	for (int i = 0; i < count; i++) {
		const double *at = idlers[i].at;

		pthread_join(idlers[i].thread, NULL);
		printf("fiber-%d %.6f %.6f %.6f %.6f\n", i + 1, idlers[i].cpu, at[3] - at[0], at[1] - at[0],
		       at[3] - at[2]);
	}
	return 0;
}
