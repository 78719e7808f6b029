/* slices: what a profiler costs the threads that it profiles.
 *
 *     slices PROFILER BURNERS BLOCKED DEPTH HZ PAIRS
 *
 * BURNERS threads work, DEPTH frames deep, and BLOCKED threads wait. The profiler sleeps and samples in turn, in short
 * slices of one process, so that a busy machine touches both alike. Prints a line for each pair of slices, in percent:
 * the CPU time that a unit of work takes longer while it samples, the work that is done less in the same time, and the
 * CPU that the profiler's own thread or process uses, of one processor.
 *
 * PROFILER is osprey (run it with OSPREY_PROFILE set), perf (perf record -g), gperftools, ticker (a thread that only
 * wakes at the same rate), or none (twice the same: what the method itself is worth). `handler` prints instead how many
 * ns each call of osprey's signal handler took, and `steady` works for PAIRS seconds and prints nothing. */
#include "osprey_prof.h"
#include "profilers.h"
#include "sigaction_linux.h"

#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { BURNERS_MAX = 64, SLICE_NS = 10000000, STACK_SIZE = 128 * 1024, CALLS_MAX = 1 << 16 };

enum edge { BEGIN, END };

struct reading {
	uint64_t units, cpu_ns;
};

struct burner {
	_Atomic uint32_t seen; /* the phase that it has taken a reading for (release) */
	struct reading at[2];
} burners[BURNERS_MAX];

static _Atomic uint32_t phase; /* odd: a slice is measured */
static _Atomic bool over;
static int burner_count, depth, rate_hz;

static uint64_t clock_ns(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

_Noreturn static void fail(const char *what)
{
	perror(what);
	exit(1);
}

/* --- work */

__attribute__((noinline)) static uint64_t unit(uint64_t x)
{
	for (int i = 0; i < 2000; i++)
		x = x * 6364136223846793005u + 1442695040888963407u;
	return x;
}

__attribute__((noinline)) static void work(struct burner *burner)
{
	struct reading now = {0};
	volatile uint64_t sum = 1;

	for (uint32_t seen = 0; !atomic_load_explicit(&over, memory_order_relaxed); now.units++) {
		uint32_t current = atomic_load_explicit(&phase, memory_order_acquire);

		sum = unit(sum);
		if (current == seen)
			continue;
		seen = current;
		now.cpu_ns = clock_ns(CLOCK_THREAD_CPUTIME_ID);
		burner->at[seen % 2 ? BEGIN : END] = now;
		atomic_store_explicit(&burner->seen, seen, memory_order_release);
	}
}

/* NOLINTNEXTLINE(misc-no-recursion) */
__attribute__((noinline)) static void descend(struct burner *burner, int levels)
{
	if (levels > 0)
		descend(burner, levels - 1);
	else
		work(burner);
	__asm__ volatile("");
}

static void *burn(void *argument)
{
	osp_prof_thread_register((struct burner *)argument - burners + 1, "burner");
	descend(argument, depth > 4 ? depth - 4 : 0);
	return NULL;
}

static void *block(void *argument)
{
	sem_t never;

	osp_prof_thread_register(-1, "blocked");
	sem_init(&never, 0, 0);
	sem_wait(&never);
	return argument;
}

static void start(void *(*body)(void *), void *argument)
{
	pthread_attr_t attributes;
	pthread_t thread;

	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, STACK_SIZE);
	if (pthread_create(&thread, &attributes, body, argument) != 0)
		fail("pthread_create");
}

/* Whatever signals come in between. */
static void wait_seconds(int seconds)
{
	struct timespec end;

	clock_gettime(CLOCK_MONOTONIC, &end);
	end.tv_sec += seconds;
	while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &end, NULL) != 0)
		;
}

/* --- the handler's own time: the handler is called by one that looks at the clock */

static _Atomic bool timing;
static struct sigaction handler;
static uint32_t calls_ns[CALLS_MAX];
static _Atomic uint32_t call_count;

/* The runtime looks at each tick whether its handler is in place: it is, behind the one that follows. */
bool __wrap_signal_side_holds(void);
bool __real_signal_side_holds(void);

bool __wrap_signal_side_holds(void)
{
	return timing || __real_signal_side_holds();
}

static void timed(int number, siginfo_t *info, void *context)
{
	uint64_t begin = clock_ns(CLOCK_MONOTONIC);
	uint32_t call = atomic_fetch_add(&call_count, 1);

	handler.sa_sigaction(number, info, context);
	if (call < CALLS_MAX)
		calls_ns[call] = (uint32_t)(clock_ns(CLOCK_MONOTONIC) - begin);
}

static void time_handler(int seconds)
{
	struct sigaction action;

	timing = true;
	sigaction_really(SIGPROF, NULL, &handler);
	action = handler;
	action.sa_sigaction = timed;
	sigaction_really(SIGPROF, &action, NULL);
	wait_seconds(seconds);
	osp_prof_pause();
	for (uint32_t i = 0; i < call_count && i < CALLS_MAX; i++)
		printf("%u\n", calls_ns[i]);
}

/* --- slices */

/* By then all threads have begun, and perf has too, and what is new of threads that wait is over. */
static void settle(void)
{
	nanosleep(&(struct timespec){.tv_nsec = 500000000}, NULL);
}

struct slice {
	double cpu_per_unit, units_per_second, watched_share;
};

static void enter(uint32_t next)
{
	atomic_store_explicit(&phase, next, memory_order_release);
	for (int i = 0; i < burner_count; i++)
		while (atomic_load_explicit(&burners[i].seen, memory_order_acquire) != next)
			nanosleep(&(struct timespec){.tv_nsec = 20000}, NULL);
}

static struct slice measure(void (*profiler)(bool on), bool on)
{
	uint64_t begin, length, watched_begin, units = 0, cpu = 0;

	if (on)
		profiler(true);
	watched_begin = profiler_cpu_ns();
	begin = clock_ns(CLOCK_MONOTONIC);
	enter(phase + 1);
	nanosleep(&(struct timespec){.tv_nsec = SLICE_NS}, NULL);
	enter(phase + 1);
	length = clock_ns(CLOCK_MONOTONIC) - begin;
	watched_begin = profiler_cpu_ns() - watched_begin;
	if (on)
		profiler(false);
	for (int i = 0; i < burner_count; i++) {
		units += burners[i].at[END].units - burners[i].at[BEGIN].units;
		cpu += burners[i].at[END].cpu_ns - burners[i].at[BEGIN].cpu_ns;
	}
	return (struct slice){(double)cpu / (double)units, (double)units / (double)length,
			      (double)watched_begin / (double)length};
}

/* Which of the two comes first changes from pair to pair. */
static void measure_pairs(void (*profiler)(bool on), int pairs)
{
	for (int i = 0; i < pairs; i++) {
		struct slice slices[2];

		slices[i % 2] = measure(profiler, i % 2);
		slices[!(i % 2)] = measure(profiler, !(i % 2));
		printf("%.4f %.4f %.4f\n", 100 * (slices[1].cpu_per_unit / slices[0].cpu_per_unit - 1),
		       100 * (1 - slices[1].units_per_second / slices[0].units_per_second),
		       100 * slices[1].watched_share);
	}
}

static void profile(const char *name, int pairs)
{
	const struct profiler *profiler = profiler_find(name);

	if (!profiler) {
		fprintf(stderr, "slices: there is no profiler '%s'\n", name);
		exit(2);
	}
	profiler->start(rate_hz);
	settle();
	profiler_watch(profiler);
	measure_pairs(profiler->turn, pairs);
	if (profiler->stop)
		profiler->stop();
}

static void run(const char *name, int count)
{
	if (strcmp(name, "handler") == 0) {
		settle();
		time_handler(count);
	} else if (strcmp(name, "steady") == 0) {
		wait_seconds(count);
	} else {
		profile(name, count);
	}
	over = true;
}

int main(int argc, char **argv)
{
	if (argc != 7) {
		fputs("usage: slices PROFILER BURNERS BLOCKED DEPTH HZ PAIRS\n", stderr);
		return 2;
	}
	osp_prof_boot();
	burner_count = atoi(argv[2]);
	depth = atoi(argv[4]);
	rate_hz = atoi(argv[5]);
	if (burner_count < 1 || burner_count > BURNERS_MAX || rate_hz < 10)
		return 2;
	for (int i = 0; i < burner_count; i++)
		start(burn, &burners[i]);
	for (int i = 0; i < atoi(argv[3]); i++)
		start(block, NULL);
	run(argv[1], atoi(argv[6]));
	return 0;
}
