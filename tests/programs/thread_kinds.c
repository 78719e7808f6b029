/* Makes threads in every way, and prints what each call gave. With an argument, none of C11. */
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <threads.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t turned = PTHREAD_COND_INITIALIZER;
static int turns;

static void turn(void)
{
	pthread_mutex_lock(&lock);
	turns++;
	pthread_cond_signal(&turned);
	pthread_mutex_unlock(&lock);
}

static void await_turn(int wanted)
{
	pthread_mutex_lock(&lock);
	while (turns < wanted)
		pthread_cond_wait(&turned, &lock);
	pthread_mutex_unlock(&lock);
}

static void *give_back(void *argument)
{
	return errno == 0 ? argument : NULL;
}

static void *leave(void *argument)
{
	pthread_exit(argument);
}

static void *sleep_on(void *argument)
{
	for (;;)
		sleep(1000);
	return argument;
}

static void *end_detached(void *argument)
{
	turn();
	return argument;
}

static void *tell_mask(void *argument)
{
	sigset_t now;

	pthread_sigmask(SIG_SETMASK, NULL, &now);
	*(int *)argument = sigismember(&now, SIGUSR1) * 10 + sigismember(&now, SIGUSR2);
	return NULL;
}

static void *use_stack(void *argument)
{
	volatile char bytes[4096] = {0};

	bytes[sizeof(bytes) - 1] = 1;
	return bytes[0] ? NULL : argument;
}

static int end_with_number(void *argument)
{
	return *(int *)argument;
}

static int leave_by_thrd_exit(void *argument)
{
	thrd_exit(*(int *)argument);
}

static intptr_t result_of(const char *what, const pthread_attr_t *attributes, void *(*routine)(void *), void *argument)
{
	pthread_t thread;
	void *result = NULL;
	int error;

	errno = 77;
	error = pthread_create(&thread, attributes, routine, argument);
	if (*what)
		printf("%s: %d, errno %d\n", what, error, errno);
	if (error == 0 && routine == sleep_on)
		pthread_cancel(thread);
	if (error == 0)
		pthread_join(thread, &result);
	return (intptr_t)result;
}

static void make_with_attributes(void)
{
	pthread_attr_t attributes;
	struct sched_param priority = {.sched_priority = 0};
	pthread_t thread;
	size_t size;

	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, (size_t)PTHREAD_STACK_MIN);
	printf("%d\n", result_of("smallest stack", &attributes, use_stack, &lock) == (intptr_t)&lock);
	for (size = SIZE_MAX / 4 & ~(size_t)0xffff; pthread_attr_setstacksize(&attributes, size) != 0;)
		size /= 2;
	result_of("a stack that no memory has", &attributes, give_back, NULL);
	pthread_attr_setstacksize(&attributes, 1 << 20);
	pthread_attr_setinheritsched(&attributes, PTHREAD_EXPLICIT_SCHED);
	pthread_attr_setschedpolicy(&attributes, SCHED_OTHER);
	pthread_attr_setschedparam(&attributes, &priority);
	result_of("a policy", &attributes, give_back, NULL);
	pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
	printf("detached: %d\n", pthread_create(&thread, &attributes, end_detached, NULL));
	await_turn(1);
	pthread_attr_destroy(&attributes);
}

static void make_c11(void)
{
	thrd_t thread;
	int number = 5, result;

	printf("thrd_create: %d\n", thrd_create(&thread, end_with_number, &number));
	thrd_join(thread, &result);
	printf("%d\n", result);
	number = -3;
	printf("thrd_create: %d\n", thrd_create(&thread, leave_by_thrd_exit, &number));
	thrd_join(thread, &result);
	printf("%d\n", result);
}

int main(int count, char **arguments)
{
	sigset_t set;
	int number = 0;

	(void)arguments;
	setvbuf(stdout, NULL, _IONBF, 0);
	sigemptyset(&set);
	sigaddset(&set, SIGUSR2);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	printf("%d\n", result_of("return", NULL, give_back, &number) == (intptr_t)&number);
	printf("%d\n", result_of("pthread_exit", NULL, leave, &number) == (intptr_t)&number);
	for (int i = 0; i < 100; i++)
		if (result_of("", NULL, sleep_on, NULL) != (intptr_t)PTHREAD_CANCELED)
			return 1;
	result_of("mask", NULL, tell_mask, &number);
	printf("%d\n", number);
	make_with_attributes();
	if (count == 1)
		make_c11();
	return 7;
}
