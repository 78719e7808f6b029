/* Three lines that cost 70, 20 and 10 percent: the loops by themselves, and the calls of their functions in total.
 *
 * usage: hotlines [SECONDS]    about so many seconds of work, 1 if none are given */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { UNIT = 1000, ROUNDS_PER_SECOND = 6000 };

/* Each step needs the one before, and no compiler makes one of two: the time is the number of steps, wherever the code
 * lies. */
#define STEP(x) (((x) ^ (x) >> 31) * 6364136223846793005)

/* gcc gives a function that neither calls nor uses the stack no frame, whatever its options: its caller would be
 * missing. */
#define KEEP_FRAME __asm__ volatile("" : : "r"(__builtin_frame_address(0)))

__attribute__((noinline)) static uint64_t seventy(uint64_t x)
{
	KEEP_FRAME;
	for (int i = 0; i < 70 * UNIT; i++, x = STEP(x))
		;
	return x;
}

__attribute__((noinline)) static uint64_t twenty(uint64_t x)
{
	KEEP_FRAME;
	for (int i = 0; i < 20 * UNIT; i++, x = STEP(x))
		;
	return x;
}

__attribute__((noinline)) static uint64_t ten(uint64_t x)
{
	KEEP_FRAME;
	for (int i = 0; i < 10 * UNIT; i++, x = STEP(x))
		;
	return x;
}

int main(int argc, char *argv[])
{
	int seconds = argc > 1 ? atoi(argv[1]) : 1;
	uint64_t x = 1;

	for (int i = 0; i < seconds * ROUNDS_PER_SECOND; i++) {
		x = seventy(x);
		x = twenty(x);
		x = ten(x);
	}
	printf("%016" PRIx64 "\n", x);
	return 0;
}
