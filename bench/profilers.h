/* The profilers that slices compares: each sleeps and samples by turns within one process, and tells what it uses
 * itself. */
#ifndef BENCH_PROFILERS_H
#define BENCH_PROFILERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct profiler {
	const char *name;
	const char *thread; /* the name of its own one, or NULL */
	void (*start)(int rate_hz);
	void (*turn)(bool on);
	void (*stop)(void); /* NULL for none */
};

/* NULL when there is none of that name. */
const struct profiler *profiler_find(const char *name);

/* Once it and all threads have started: finds its thread, and lets it sleep. */
void profiler_watch(const struct profiler *profiler);

/* CPU time that its own thread or process has used. */
uint64_t profiler_cpu_ns(void);

#endif
