/* Recursion that is deeper than a recorded stack: direct, and of two functions that call each other. */
#include <inttypes.h>
#include <stdio.h>

enum { DEPTH = 200, ROUNDS = 250, WORK = 1000000 };

/* Work after the call, so that it does not become a jump; each function its own, so that none is taken for another. */
#define AFTER_CALL(result, own) ((result) + opaque(own))

static uint64_t opaque(uint64_t value)
{
	__asm__ volatile("" : "+r"(value));
	return value;
}

/* gcc gives a function that neither calls nor uses the stack no frame, whatever its options: its caller would be
 * missing. */
#define KEEP_FRAME __asm__ volatile("" : : "r"(__builtin_frame_address(0)))

__attribute__((noinline)) static uint64_t leaf(uint64_t x)
{
	KEEP_FRAME;
	for (int i = 0; i < WORK; i++)
		x = (x ^ x >> 31) * 6364136223846793005;
	return x;
}

__attribute__((noinline)) static uint64_t direct(int depth, uint64_t x)
{
	return AFTER_CALL(depth ? direct(depth - 1, x) : leaf(x), 1);
}

static uint64_t pong(int depth, uint64_t x);

__attribute__((noinline)) static uint64_t ping(int depth, uint64_t x)
{
	return AFTER_CALL(depth ? pong(depth - 1, x) : leaf(x), 2);
}

__attribute__((noinline)) static uint64_t pong(int depth, uint64_t x)
{
	return AFTER_CALL(depth ? ping(depth - 1, x) : leaf(x), 3);
}

int main(void)
{
	uint64_t x = 1;

	for (int i = 0; i < ROUNDS; i++)
		x = direct(DEPTH, x);
	for (int i = 0; i < ROUNDS; i++)
		x = ping(DEPTH, x);
	for (int i = 0; i < ROUNDS; i++)
		x = ping(DEPTH / 10, x);
	printf("%016" PRIx64 "\n", x);
	return 0;
}
