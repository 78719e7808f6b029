/* Years of a busy program in a moment: `soak SECONDS FIRST.so SECOND.so`, where the two have work1 and work2
 * (plugin.h). 64 threads come and go; others load and unload the libraries, and fork, in a loop. It does so for a
 * quarter of the time, joins all threads, and does it again for the rest. Of the registrations with the label "soak" it
 * prints
 *
 *     wall LEAST MOST      how long all of them together were registered, ns
 *     cpu LEAST MOST       how long they ran meanwhile
 *     threads COUNT
 *     maps FIRST LAST      what the process held when the threads were joined, in the middle and in the end:
 *     descriptors FIRST LAST
 *     memory FIRST LAST    that is in no file, KB */
#include "osprey_prof.h"

#include <dirent.h>
#include <dlfcn.h>
#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { WORKERS = 64 };

static long now_ns(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return t.tv_sec * 1000000000 + t.tv_nsec;
}

/* Between the clocks around a hook is the moment that it takes for the thread's. */
struct clocks {
	long before, after;
};

struct stay {
	struct clocks wall_in, cpu_in;
};

static _Atomic long wall_least, wall_most, cpu_least, cpu_most, threads;
static _Atomic bool stop;

/* The thread was registered as it began, which no clock here has seen. */
static void stay_begin(struct stay *stay, long number)
{
	osp_prof_thread_unregister();
	stay->wall_in.before = now_ns(CLOCK_MONOTONIC);
	stay->cpu_in.before = now_ns(CLOCK_THREAD_CPUTIME_ID);
	osp_prof_thread_register(number, "soak");
	stay->cpu_in.after = now_ns(CLOCK_THREAD_CPUTIME_ID);
	stay->wall_in.after = now_ns(CLOCK_MONOTONIC);
}

static void stay_end(const struct stay *stay)
{
	long wall = now_ns(CLOCK_MONOTONIC), cpu = now_ns(CLOCK_THREAD_CPUTIME_ID);

	osp_prof_thread_unregister();
	wall_least += wall - stay->wall_in.after;
	cpu_least += cpu - stay->cpu_in.after;
	cpu_most += now_ns(CLOCK_THREAD_CPUTIME_ID) - stay->cpu_in.before;
	wall_most += now_ns(CLOCK_MONOTONIC) - stay->wall_in.before;
	threads++;
}

/* Of any depth, up to more than is kept of a stack. */
__attribute__((noinline, noclone)) static long descend(int depth)
{
	volatile long sum = 0;

	for (int i = 0; i < 300; i++)
		sum += i;
	return depth ? descend(depth - 1) + sum : sum;
}

static void *work(void *number)
{
	unsigned seed = (unsigned)(long)number;
	struct stay stay;

	stay_begin(&stay, (long)number);
	for (int i = rand_r(&seed) % 8; i >= 0; i--) {
		descend(rand_r(&seed) % 150);
		if (i % 2)
			usleep((useconds_t)(rand_r(&seed) % 500));
		free(malloc((size_t)rand_r(&seed) % 5000));
	}
	stay_end(&stay);
	return NULL;
}

static char **libraries;

static void *load(void *number)
{
	static const char *const names[] = {"work1", "work2"};
	struct stay stay;

	stay_begin(&stay, (long)number);
	for (int i = 0; !stop; i = !i) {
		void *library = dlopen(libraries[i], RTLD_NOW);
		void (*run)(double) = NULL;

		if (!library)
			abort();
		*(void **)&run = dlsym(library, names[i]);
		run(0.001);
		dlclose(library);
	}
	stay_end(&stay);
	return NULL;
}

static void *multiply(void *number)
{
	struct stay stay;

	stay_begin(&stay, (long)number);
	for (int i = 0; !stop; i++) {
		int status = 0;
		pid_t child = fork();

		if (child == 0) {
			if (i % 2)
				execl("/bin/true", "true", (char *)NULL);
			_exit(0);
		}
		if (child < 0 || waitpid(child, &status, 0) != child || status != 0)
			abort();
		usleep(2000);
	}
	stay_end(&stay);
	return NULL;
}

static void start(pthread_t *thread, void *(*routine)(void *))
{
	static long number;

	number++;
	if (pthread_create(thread, NULL, routine, (void *)number) != 0)
		abort();
}

static void soak(double seconds)
{
	long end = now_ns(CLOCK_MONOTONIC) + (long)(seconds * 1e9);
	pthread_t workers[WORKERS], loader, parent;

	stop = false;
	start(&loader, load);
	start(&parent, multiply);
	for (int i = 0; i < WORKERS; i++)
		start(&workers[i], work);
	for (int i = 0; now_ns(CLOCK_MONOTONIC) < end; i = (i + 1) % WORKERS) {
		pthread_join(workers[i], NULL);
		start(&workers[i], work);
	}
	stop = true;
	for (int i = 0; i < WORKERS; i++)
		pthread_join(workers[i], NULL);
	pthread_join(loader, NULL);
	pthread_join(parent, NULL);
}

struct holdings {
	long maps, descriptors, memory;
};

static long lines_of(const char *path, const char *format, long *value)
{
	char line[4096];
	FILE *file = fopen(path, "r");
	long count = 0;

	if (!file)
		abort();
	for (; fgets(line, sizeof(line), file); count++)
		if (format)
			sscanf(line, format, value);
	fclose(file);
	return count;
}

static void look(struct holdings *holdings)
{
	DIR *descriptors = opendir("/proc/self/fd");

	malloc_trim(0);
	holdings->maps = lines_of("/proc/self/maps", NULL, NULL);
	lines_of("/proc/self/status", "RssAnon: %ld", &holdings->memory);
	for (holdings->descriptors = 0; readdir(descriptors);)
		holdings->descriptors++;
	closedir(descriptors);
}

int main(int argc, char **argv)
{
	struct holdings first, last;
	double seconds = argc == 4 ? atof(argv[1]) : 0;

	if (argc != 4)
		return 2;
	libraries = argv + 2;
	osp_prof_boot();
	soak(seconds / 4);
	look(&first);
	soak(seconds - seconds / 4);
	look(&last);
	printf("wall %ld %ld\ncpu %ld %ld\nthreads %ld\n", wall_least, wall_most, cpu_least, cpu_most, threads);
	printf("maps %ld %ld\ndescriptors %ld %ld\nmemory %ld %ld\n", first.maps, last.maps, first.descriptors,
	       last.descriptors, first.memory, last.memory);
	return 0;
}
