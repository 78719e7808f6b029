/* Four threads on two processors make short system calls for 1 s. */
#include "osprey_prof.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int stop;

__attribute__((noinline)) static void calls_on(void)
{
	while (!stop)
		syscall(SYS_getppid);
}

static void *thread(void *unused)
{
	osp_prof_thread_register(1, "fiber");
	calls_on();
	osp_prof_thread_unregister();
	return unused;
}

int main(void)
{
	pthread_t threads[4];

	for (int i = 0; i < 4; i++)
		pthread_create(&threads[i], NULL, thread, NULL);
	sleep(1);
	stop = 1;
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
