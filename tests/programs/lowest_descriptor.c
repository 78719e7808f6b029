/* open() must give the lowest free number, again and again, while threads sleep and work. Prints how often it did not.
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "osprey_prof.h"

static void *sleeper(void *argument)
{
	struct timespec nap = {.tv_nsec = 100000};

	osp_prof_thread_register(1, "sleeper");
	for (int i = 0; i < 5000; i++)
		nanosleep(&nap, NULL);
	return argument;
}

int main(void)
{
	pthread_t thread;
	int surprises = 0, expected = open("/dev/null", O_RDONLY);

	close(expected);
	pthread_create(&thread, NULL, sleeper, NULL);
	for (int i = 0; i < 300000; i++) {
		int fd = open("/dev/null", O_RDONLY);

		surprises += fd != expected;
		close(fd);
	}
	pthread_join(thread, NULL);
	printf("%d surprises\n", surprises);
	return 0;
}
