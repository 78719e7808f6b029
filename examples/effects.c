/* A body on a continuation thread counts primes. It performs an effect where it needs the next range or has a result,
 * and the handler, on main's side, answers. */
#include "osprey_fiber.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>

enum operation { NEXT_RANGE, FOUND };

enum { RANGE = 400000, RANGES = 12 };

static bool is_prime(int64_t n)
{
	for (int64_t divisor = 2; divisor * divisor <= n; divisor++)
		if (n % divisor == 0)
			return false;
	return n >= 2;
}

/* gcc gives a function that neither calls nor uses the stack no frame, whatever its options: its caller would be
 * missing. */
#define KEEP_FRAME __asm__ volatile("" : : "r"(__builtin_frame_address(0)))

__attribute__((noinline)) static int64_t count_primes(int64_t from)
{
	int64_t count = 0;

	KEEP_FRAME;
	for (int64_t n = from; n < from + RANGE; n++)
		count += is_prime(n);
	return count;
}

static int64_t search(void *unused)
{
	int64_t from, total = 0;

	(void)unused;
	while ((from = effect_perform(NEXT_RANGE, 0)) >= 0) {
		int64_t count = count_primes(from);

		total += count;
		effect_perform(FOUND, count);
	}
	return total;
}

struct progress {
	int64_t ranges, most;
};

static enum effect_verdict handle(void *env, const struct effect_event *event, int64_t *answer)
{
	struct progress *progress = env;

	if (event->operation == NEXT_RANGE)
		*answer = progress->ranges < RANGES ? progress->ranges++ * RANGE : -1;
	else if (event->argument > progress->most)
		progress->most = event->argument;
	return EFFECT_RESUME;
}

int main(void)
{
	struct progress progress = {0};
	int64_t total = effect_handle(search, NULL, handle, &progress);

	if (fiber_failed(total))
		return 1;
	printf("%" PRId64 " primes below %d, at most %" PRId64 " in a range\n", total, RANGE * RANGES, progress.most);
	return 0;
}
