/* A function without a frame of its own, its caller that also works after the call, and a caller that does so in a
 * recursion: what a link register tells, and what it does not. `callers ROUNDS` prints a number. */
#include <stdio.h>
#include <stdlib.h>

#define PLACE __attribute__((noinline))

PLACE static int leaf(int x)
{
	for (volatile int i = 0; i < 20; i++)
		x += i;
	return x;
}

PLACE static int work(int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++) {
		sum += leaf(i);
		for (volatile int k = 0; k < 40; k++)
			sum ^= k;
	}
	return sum;
}

static volatile int steps = 100;

PLACE static int down(int depth)
{
	int sum = depth > 0 ? down(depth - 1) : work(steps);

	for (volatile int i = 0; i < 600; i++)
		sum += i;
	return sum;
}

int main(int argc, char **argv)
{
	int sum = 0, rounds = argc > 1 ? atoi(argv[1]) : 0;

	for (int i = 0; i < rounds; i++)
		sum += down(3);
	printf("%d\n", sum);
	return 0;
}
