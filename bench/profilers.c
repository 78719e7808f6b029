#include "profilers.h"

#include "osprey_prof.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static char schedstat[64]; /* the file that tells the CPU time of what is watched; "" for none */

_Noreturn static void fail(const char *what)
{
	perror(what);
	exit(1);
}

static void start_nothing(int rate_hz)
{
	(void)rate_hz;
}

static void turn_nothing(bool on)
{
	(void)on;
}

static void turn_osprey(bool on)
{
	if (on)
		osp_prof_resume();
	else
		osp_prof_pause();
}

/* --- a thread that only wakes */

static int ticker_hz;
static _Atomic bool ticking;

static void *tick(void *unused)
{
	prctl(PR_SET_NAME, "ticker");
	prctl(PR_SET_TIMERSLACK, 1ul);
	for (;;) {
		struct timespec period = {.tv_nsec = atomic_load(&ticking) ? 1000000000 / ticker_hz : 1000000};

		if (nanosleep(&period, NULL) != 0)
			return unused;
	}
}

static void start_ticker(int rate_hz)
{
	pthread_t thread;

	ticker_hz = rate_hz;
	if (pthread_create(&thread, NULL, tick, NULL) != 0)
		fail("pthread_create");
}

static void turn_ticker(bool on)
{
	atomic_store(&ticking, on);
}

/* --- gperftools, which takes its rate from the environment */

static int (*gperftools_begin)(const char *path);
static void (*gperftools_end)(void);

static void start_gperftools(int rate_hz)
{
	void *library = dlopen("libprofiler.so.0", RTLD_NOW);

	(void)rate_hz;
	if (!library)
		fail("libprofiler.so.0");
	*(void **)&gperftools_begin = dlsym(library, "ProfilerStart");
	*(void **)&gperftools_end = dlsym(library, "ProfilerStop");
}

static void turn_gperftools(bool on)
{
	if (on)
		gperftools_begin("gperftools.data");
	else
		gperftools_end();
}

/* --- perf record, which takes orders by a pipe */

static pid_t perf_process;
static int perf_control, perf_answers;

_Noreturn static void become_perf(const char *rate, const char *pid)
{
	execlp("perf", "perf", "record", "-q", "-g", "-F", rate, "-D", "-1", "--control", "fifo:control,answers", "-o",
	       "perf.data", "-p", pid, (char *)NULL);
	fail("perf");
}

static void start_perf(int rate_hz)
{
	char rate[16], pid[16];

	snprintf(rate, sizeof(rate), "%d", rate_hz);
	snprintf(pid, sizeof(pid), "%d", (int)getpid());
	if (mkfifo("control", 0600) < 0 || mkfifo("answers", 0600) < 0)
		fail("mkfifo");
	perf_process = fork();
	if (perf_process == 0)
		become_perf(rate, pid);
	perf_control = open("control", O_RDWR);
	perf_answers = open("answers", O_RDWR);
	snprintf(schedstat, sizeof(schedstat), "/proc/%d/schedstat", (int)perf_process);
}

static void turn_perf(bool on)
{
	char answer[8];

	dprintf(perf_control, on ? "enable\n" : "disable\n");
	if (read(perf_answers, answer, sizeof(answer)) <= 0) /* "ack" */
		fail("perf");
}

static void stop_perf(void)
{
	kill(perf_process, SIGINT);
	waitpid(perf_process, NULL, 0);
}

static const struct profiler profilers[] = {
	{"none", NULL, start_nothing, turn_nothing, NULL},
	{"osprey", "osprey-prof", start_nothing, turn_osprey, NULL},
	{"ticker", "ticker", start_ticker, turn_ticker, NULL},
	{"gperftools", NULL, start_gperftools, turn_gperftools, NULL},
	{"perf", NULL, start_perf, turn_perf, stop_perf},
};

const struct profiler *profiler_find(const char *name)
{
	for (size_t i = 0; i < sizeof(profilers) / sizeof(profilers[0]); i++)
		if (strcmp(profilers[i].name, name) == 0)
			return &profilers[i];
	return NULL;
}

static void watch_thread(const char *name)
{
	char command[160];
	FILE *pipe;

	snprintf(command, sizeof(command), "grep -lx %s /proc/%d/task/*/comm | sed 's/comm$/schedstat/'", name,
		 (int)getpid());
	pipe = popen(command, "r");
	if (pipe && fgets(schedstat, sizeof(schedstat), pipe))
		schedstat[strcspn(schedstat, "\n")] = '\0';
	if (pipe)
		pclose(pipe);
	if (!*schedstat) {
		fprintf(stderr, "slices: there is no thread %s\n", name);
		exit(1);
	}
}

void profiler_watch(const struct profiler *profiler)
{
	if (profiler->thread)
		watch_thread(profiler->thread);
	osp_prof_pause();
}

uint64_t profiler_cpu_ns(void)
{
	unsigned long long ns = 0;
	FILE *file = *schedstat ? fopen(schedstat, "r") : NULL;

	if (!file)
		return 0;
	if (fscanf(file, "%llu", &ns) != 1)
		ns = 0;
	fclose(file);
	return ns;
}
