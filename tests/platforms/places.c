/* Ten places, each in one line, and main that calls each in a line of its own: what a profile says of them is known. */
#define PLACE __attribute__((noinline))

PLACE static void place_0(long n) { for (volatile long i = 0; i < n; i++); }
PLACE static void place_1(long n) { for (volatile long i = 1; i < n; i++); }
PLACE static void place_2(long n) { for (volatile long i = 2; i < n; i++); }
PLACE static void place_3(long n) { for (volatile long i = 3; i < n; i++); }
PLACE static void place_4(long n) { for (volatile long i = 4; i < n; i++); }
PLACE static void place_5(long n) { for (volatile long i = 5; i < n; i++); }
PLACE static void place_6(long n) { for (volatile long i = 6; i < n; i++); }
PLACE static void place_7(long n) { for (volatile long i = 7; i < n; i++); }
PLACE static void place_8(long n) { for (volatile long i = 8; i < n; i++); }
PLACE static void place_9(long n) { for (volatile long i = 9; i < n; i++); }

static volatile long steps = 50000000;

int main(void)
{
	long n = steps;

	place_0(n);
	place_1(n);
	place_2(n);
	place_3(n);
	place_4(n);
	place_5(n);
	place_6(n);
	place_7(n);
	place_8(n);
	place_9(n);
	return 0;
}
