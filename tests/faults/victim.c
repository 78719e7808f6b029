/* A program to be profiled while calls fail in it. None of them hurts it by itself: it writes and reads its clock by
 * the bare system calls and tries again when a thread can't be made. It prints "sum 499500 ending 3" and returns 3. */
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static volatile unsigned long sum;

__attribute__((noinline)) static void burn(void)
{
	struct timespec used;

	do
		for (volatile int i = 0; i < 10000; i++)
			;
	while (syscall(SYS_clock_gettime, CLOCK_THREAD_CPUTIME_ID, &used) == 0 && used.tv_nsec < 10000000);
}

static void *add(void *argument)
{
	burn();
	for (unsigned long i = 0; i < 1000; i++)
		sum += i;
	return argument;
}

int main(void)
{
	static const char result[] = "sum 499500 ending 3\n";
	pthread_t thread;

	while (pthread_create(&thread, NULL, add, NULL) == EAGAIN)
		;
	burn();
	if (pthread_join(thread, NULL) != 0 || sum != 499500)
		return 1;
	return syscall(SYS_write, STDOUT_FILENO, result, strlen(result)) > 0 ? 3 : 1;
}
