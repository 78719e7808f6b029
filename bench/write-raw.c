/* write-raw: how long the runtime takes to write the raw file, which is what profiling adds to the end of a program.
 *
 *     write-raw SAMPLES STACKS ROUNDS
 *
 * Makes a profile of so many on-CPU samples in memory, by the runtime's own store, and writes it to raw.json, ROUNDS
 * times. Prints the bytes in memory, the bytes of the file, and the median, lowest and highest of the seconds. */
#include "clock.h"
#include "raw_file.h"
#include "store.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { RATE_HZ = 997, PERIOD_NS = 1000000000 / RATE_HZ, THREADS = 4, DEPTH = 30, ROUNDS_MAX = 99 };

static void fill(struct store *store, uint32_t samples, uint32_t stacks)
{
	uint64_t frames[DEPTH];

	if (!store_open(store, NULL))
		exit(1);
	store_begin(store, RATE_HZ, 0);
	for (uint32_t i = 0; i < THREADS; i++)
		store_thread(store, i, "fiber", 0);
	for (uint32_t i = 0; i < stacks; i++) {
		for (uint32_t k = 0; k < DEPTH; k++)
			frames[k] = 0x7f0000000000 + (i >> k) * 64;
		store_stack(store, frames, DEPTH, LABEL_NONE);
	}
	for (uint32_t i = 0; i < samples; i++)
		store_sample(store, &(struct stored_sample){.t_ns = (uint64_t)(i / THREADS) * PERIOD_NS,
							    .thread = i % THREADS,
							    .stack = i * 7919u % stacks,
							    .count = 1,
							    .state = STATE_ON_CPU});
}

static int by_size(const void *left, const void *right)
{
	const double *a = left, *b = right;

	return (*a > *b) - (*a < *b);
}

int main(int argc, char **argv)
{
	static struct store store;
	const struct part_header *header;
	double seconds[ROUNDS_MAX];
	char path[PATH_MAX];
	struct stat file;
	uint64_t begin;
	int rounds = argc == 4 ? atoi(argv[3]) : 0;

	if (rounds < 1 || rounds > ROUNDS_MAX || !realpath(".", path)) {
		fputs("usage: write-raw SAMPLES STACKS ROUNDS\n", stderr);
		return 2;
	}
	snprintf(path + strlen(path), 10, "/raw.json");
	fill(&store, (uint32_t)atol(argv[1]), (uint32_t)atol(argv[2]));
	header = log_header(&store.log);
	for (int i = 0; i < rounds; i++) {
		begin = clock_ns(CLOCK_MONOTONIC, 0);
		if (!raw_file_write(path, header) || stat(path, &file) != 0) {
			perror("write-raw: raw.json");
			return 1;
		}
		seconds[i] = (double)(clock_ns(CLOCK_MONOTONIC, 0) - begin) * 1e-9;
	}
	qsort(seconds, (size_t)rounds, sizeof(*seconds), by_size);
	printf("%llu %lld %.6f %.6f %.6f\n", (unsigned long long)header->committed, (long long)file.st_size,
	       seconds[rounds / 2], seconds[0], seconds[rounds - 1]);
	return 0;
}
