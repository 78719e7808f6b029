/* Main and a fiber compute Fibonacci numbers side by side. */
#include "osprey_fiber.h"

#include <inttypes.h>
#include <stdio.h>

static int64_t fib(int64_t n)
{
	return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

static int64_t work(void)
{
	return fib(41) + fib(39);
}

int main(void)
{
	int64_t other = fiber_spawn(work);
	int64_t mine = fib(41);
	int64_t theirs = fiber_await(other);

	if (fiber_failed(theirs))
		return 1;
	printf("main %" PRId64 ", fiber %" PRId64 "\n", mine, theirs);
	return 0;
}
