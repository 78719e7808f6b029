/* measure: how long commands take, and how much memory.
 *
 *     measure ROUNDS NAME COMMAND [NAME COMMAND]...
 *
 * Runs the commands (of sh) in turn, ROUNDS times, with their output thrown away, and prints a line for each: its name,
 * the median, lowest and highest of its seconds by the wall clock, the median of its CPU seconds with those of its
 * children, and the most memory in KiB that one of its processes had. Separated by tabs. */
#include "die.h"
#include "mem.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct run {
	double wall, cpu;
	long peak_kib;
};

static double seconds_since(const struct timespec *start)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)(now.tv_sec - start->tv_sec) + (double)(now.tv_nsec - start->tv_nsec) * 1e-9;
}

static double seconds_of(struct timeval time)
{
	return (double)time.tv_sec + (double)time.tv_usec * 1e-6;
}

_Noreturn static void become(const char *command)
{
	int null = open("/dev/null", O_WRONLY);

	if (null < 0 || dup2(null, STDOUT_FILENO) < 0)
		die("/dev/null:");
	execl("/bin/sh", "sh", "-c", command, (char *)NULL);
	die("sh:");
}

static struct run run(const char *name, const char *command)
{
	struct timespec start;
	struct rusage usage;
	struct run run;
	int status;
	pid_t child;

	clock_gettime(CLOCK_MONOTONIC, &start);
	child = vfork();
	if (child == 0)
		become(command);
	if (child < 0 || wait4(child, &status, 0, &usage) < 0)
		die("%s:", name);
	run.wall = seconds_since(&start);
	if (status != 0)
		die("%s failed: %s", name, command);
	run.cpu = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
	run.peak_kib = usage.ru_maxrss;
	return run;
}

static int by_wall(const void *left, const void *right)
{
	const struct run *a = left, *b = right;

	return (a->wall > b->wall) - (a->wall < b->wall);
}

static int by_cpu(const void *left, const void *right)
{
	const struct run *a = left, *b = right;

	return (a->cpu > b->cpu) - (a->cpu < b->cpu);
}

static void print(const char *name, struct run *runs, size_t rounds)
{
	long peak_kib = 0;

	for (size_t i = 0; i < rounds; i++)
		peak_kib = runs[i].peak_kib > peak_kib ? runs[i].peak_kib : peak_kib;
	qsort(runs, rounds, sizeof(*runs), by_wall);
	printf("%s\t%.6f\t%.6f\t%.6f\t", name, runs[rounds / 2].wall, runs[0].wall, runs[rounds - 1].wall);
	qsort(runs, rounds, sizeof(*runs), by_cpu);
	printf("%.6f\t%ld\n", runs[rounds / 2].cpu, peak_kib);
}

int main(int argc, char **argv)
{
	size_t rounds = argc > 1 ? strtoul(argv[1], NULL, 10) : 0, count = argc > 2 ? (size_t)(argc - 2) / 2 : 0;
	struct run *runs;

	program_name_set("measure");
	if (!rounds || !count || argc % 2)
		die_usage("usage: measure ROUNDS NAME COMMAND [NAME COMMAND]...");
	runs = mem_new(rounds * count, sizeof(*runs));
	for (size_t round = 0; round < rounds; round++)
		for (size_t i = 0; i < count; i++)
			runs[i * rounds + round] = run(argv[2 + 2 * i], argv[3 + 2 * i]);
	for (size_t i = 0; i < count; i++)
		print(argv[2 + 2 * i], runs + i * rounds, rounds);
	free(runs);
	return 0;
}
