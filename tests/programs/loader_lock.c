/* Threads that hold the loader's lock, throw it about, or end the process while another one loads a library slowly.
 * `loader_lock LIBRARY SLOW_LIBRARY`. */
#include "osprey_prof.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static volatile int stop;

static int slow_callback(struct dl_phdr_info *info, size_t size, void *data)
{
	(void)info;
	(void)size;
	(void)data;
	for (volatile int i = 0; i < 100000; i++)
		;
	return 0;
}

static void *iterate(void *argument)
{
	osp_prof_thread_register(1, "iterate");
	while (!stop)
		dl_iterate_phdr(slow_callback, NULL);
	return argument;
}

static void *reload(void *path)
{
	osp_prof_thread_register(2, "reload");
	while (!stop)
		dlclose(dlopen(path, RTLD_NOW));
	return NULL;
}

static void *load_slowly(void *path)
{
	return dlopen(path, RTLD_NOW);
}

static void *allocate(void *argument)
{
	osp_prof_thread_register(3, "allocate");
	while (!stop)
		free(malloc((size_t)rand() % 4096));
	return argument;
}

int main(int argc, char **argv)
{
	pthread_t threads[4];

	if (argc != 3)
		return 2;
	pthread_create(&threads[0], NULL, iterate, NULL);
	pthread_create(&threads[1], NULL, reload, argv[1]);
	pthread_create(&threads[2], NULL, allocate, NULL);
	sleep(2);
	stop = 1;
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	pthread_create(&threads[3], NULL, load_slowly, argv[2]);
	usleep(100000);
	puts("done");
	return 0;
}
