/* Many threads at once or one after another: `crowds MODE [NUMBER]`. Burners print `fiber-N SECONDS`. */
#include "burn.h"
#include "osprey_prof.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MANY = 64, CREATORS = 4 };

static void together(void *(*routine)(void *), long count)
{
	pthread_t threads[MANY];

	for (long i = 0; i < count; i++)
		if (pthread_create(&threads[i], NULL, routine, (void *)(i + 1)) != 0)
			abort();
	for (long i = 0; i < count; i++)
		pthread_join(threads[i], NULL);
}

static void burn_as(long fiber, double seconds)
{
	osp_prof_thread_register(fiber, "fiber");
	burn(seconds);
	printf("fiber-%ld %.6f\n", fiber, cpu_seconds());
	osp_prof_thread_unregister();
}

static void *equal(void *fiber)
{
	burn_as((long)fiber, 0.1);
	return NULL;
}

/* The second of two takes no signal. */
static void *second_deaf(void *fiber)
{
	sigset_t all;

	sigfillset(&all);
	if ((long)fiber == 2)
		pthread_sigmask(SIG_BLOCK, &all, NULL);
	burn_as((long)fiber, 0.5);
	return NULL;
}

/* Else the compiler leaves out the allocation too. */
__attribute__((noinline, noclone)) static void give_back(void *memory)
{
	__asm__ volatile("" ::"r"(memory) : "memory");
	free(memory);
}

static void *allocate(void *fiber)
{
	osp_prof_thread_register((long)fiber, "fiber");
	for (unsigned seed = (unsigned)(long)fiber;;)
		give_back(malloc((size_t)rand_r(&seed) % 10000));
	return NULL;
}

static void exit_among_allocators(long microseconds)
{
	pthread_t thread;

	for (long i = 0; i < 16; i++)
		pthread_create(&thread, NULL, allocate, (void *)(i + 1));
	usleep((useconds_t)microseconds);
	exit(3);
}

static pthread_key_t key;
static long each;

static void burn_at_end(void *value)
{
	(void)value;
	burn(0.0002);
}

static void *brief(void *value)
{
	osp_prof_thread_register(1, "brief");
	pthread_setspecific(key, &key);
	burn(0.0001);
	return value;
}

static void *create(void *value)
{
	pthread_t thread;

	for (long i = 0; i < each; i++) {
		if (pthread_create(&thread, NULL, brief, NULL) != 0)
			abort();
		pthread_join(thread, NULL);
	}
	return value;
}

static void come_and_go(long count)
{
	pthread_key_create(&key, burn_at_end);
	each = count / CREATORS;
	together(create, CREATORS);
}

static void *fork_while_busy(void *fiber)
{
	int status;

	osp_prof_thread_register((long)fiber, "fiber");
	burn(0.05);
	for (int i = 0; i < 5; i++) {
		pid_t child = fork();

		if (child == 0) {
			burn(0.01);
			exit(0);
		}
		waitpid(child, &status, 0);
		if (status != 0)
			printf("a child ended with %d\n", status);
	}
	osp_prof_thread_unregister();
	return NULL;
}

int main(int argc, char **argv)
{
	const char *mode = argc > 1 ? argv[1] : "";
	long number = argc > 2 ? atol(argv[2]) : 0;

	osp_prof_boot();
	if (strcmp(mode, "equal") == 0)
		together(equal, number);
	else if (strcmp(mode, "deaf") == 0)
		together(second_deaf, 2);
	else if (strcmp(mode, "allocate") == 0)
		exit_among_allocators(number);
	else if (strcmp(mode, "brief") == 0)
		come_and_go(number);
	else if (strcmp(mode, "fork") == 0)
		together(fork_while_busy, 4);
	else
		return 2;
	puts("done");
	return 0;
}
