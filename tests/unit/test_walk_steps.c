/* The walk at each single instruction of library functions, which have no frame pointers: prologues, bodies, epilogues,
 * stubs, system calls. The processor's trap flag stops behind each. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cfi.h"
#include "machine.h"
#include "self.h"
#include "walk.h"

#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { START_SIZE = 64 };

extern const char _start[];

static struct stack_bounds bounds;
static uintptr_t caller; /* a return address that each stack must have */
static volatile long steps, lost;

/* Whether it has the caller, and goes on to what the system called. */
static bool is_whole(const uint64_t *frames, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		if (frames[i] == caller)
			return frames[count - 1] - (uintptr_t)_start < START_SIZE;
	return false;
}

static void on_step(int number, siginfo_t *info, void *context)
{
	static uint64_t frames[WALK_DEPTH];
	struct registers registers;
	bool truncated;

	(void)number;
	(void)info;
	machine_registers(context, &registers);
	lost += !is_whole(frames, walk(&registers, &bounds, frames, &truncated));
	steps++;
}

/* NOLINTBEGIN: the flag is bit 8 */
#define TRAP_ON	 __asm__ volatile("pushfq; orq $0x100, (%%rsp); popfq" ::: "memory", "cc")
#define TRAP_OFF __asm__ volatile("pushfq; andq $~0x100, (%%rsp); popfq" ::: "memory", "cc")
/* NOLINTEND */

__attribute__((noinline)) static void step_through(void (*work)(void))
{
	caller = (uintptr_t)__builtin_return_address(0);
	TRAP_ON;
	work();
	TRAP_OFF;
}

/* The first call is for the loader, which binds names then. */
static void each_step_is_whole(void (*work)(void))
{
	work();
	steps = lost = 0;
	step_through(work);
	assert_true(steps > 100);
	assert_int_equal(lost, 0);
}

static volatile double number = 2.5;
static char text[1024], *volatile copy = text + 512;

static int compare(const void *left, const void *right)
{
	const int *a = left, *b = right;

	return *a < *b ? -1 : *a > *b;
}

static void sort(void)
{
	int values[20];

	for (int i = 0; i < 20; i++)
		values[i] = i * 7 % 11;
	qsort(values, 20, sizeof(values[0]), compare);
}

static void print(void)
{
	snprintf(text, sizeof(text), "%d %s %g %Lf", 5, "some text", number, (long double)number);
}

static void calculate(void)
{
	number = pow(number, 1.1) + sin(number) + exp(number / 10) + cbrt(number);
}

static void allocate(void)
{
	for (size_t size = 1; size < 1000000; size *= 3) {
		char *volatile first = malloc(size), *volatile second = realloc(malloc(size), 2 * size);

		free(first);
		free(second);
	}
}

static void copy_bytes(void)
{
	for (size_t size = 1; size < 512; size *= 2) {
		memset(text, 'x', size);
		memcpy(copy, text, size);
		number = number + (double)strlen(copy) + memcmp(copy, text, size);
	}
}

static void read_lines(void)
{
	FILE *file = fopen("/proc/self/status", "r");

	while (fgets(text, sizeof(text), file))
		number = strtod("1.5e10", NULL);
	fclose(file);
}

static void wait_a_moment(void)
{
	pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
	pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
	struct timespec past = {0};

	pthread_mutex_lock(&mutex);
	pthread_cond_timedwait(&condition, &mutex, &past);
	pthread_mutex_unlock(&mutex);
	clock_gettime(CLOCK_MONOTONIC, &past);
	usleep(1);
}

/* The compiler aligns the stack, and finds its caller by what it saved before. */
__attribute__((noinline)) static double aligned(int count)
{
	_Alignas(64) volatile double values[8] = {0};
	volatile char *room = __builtin_alloca((size_t)count);

	room[count - 1] = 1;
	for (int i = 0; i < 8; i++)
		values[i] = pow(values[(i + 7) % 8], 2) + i;
	return values[7] + room[count - 1];
}

static void align(void)
{
	number = number + aligned(100);
}

static void callbacks_have_both_sides(void **state)
{
	(void)state;
	each_step_is_whole(sort);
}

static void output_is_whole(void **state)
{
	(void)state;
	each_step_is_whole(print);
}

static void mathematics_is_whole(void **state)
{
	(void)state;
	each_step_is_whole(calculate);
}

static void the_allocator_is_whole(void **state)
{
	(void)state;
	each_step_is_whole(allocate);
}

static void copying_is_whole(void **state)
{
	(void)state;
	each_step_is_whole(copy_bytes);
}

static void input_is_whole(void **state)
{
	(void)state;
	each_step_is_whole(read_lines);
}

static void waiting_is_whole(void **state)
{
	(void)state;
	each_step_is_whole(wait_a_moment);
}

static void functions_that_align_their_stack_are_whole(void **state)
{
	(void)state;
	each_step_is_whole(align);
}

static int set_up(void **state)
{
	struct sigaction action = {.sa_sigaction = on_step, .sa_flags = SA_SIGINFO};
	struct slot slot = {0};

	(void)state;
	if (!self_describe(&slot))
		return 1;
	bounds = slot.stack;
	cfi_start();
	return sigaction(SIGTRAP, &action, NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(callbacks_have_both_sides),
		cmocka_unit_test(output_is_whole),
		cmocka_unit_test(mathematics_is_whole),
		cmocka_unit_test(the_allocator_is_whole),
		cmocka_unit_test(copying_is_whole),
		cmocka_unit_test(input_is_whole),
		cmocka_unit_test(waiting_is_whole),
		cmocka_unit_test(functions_that_align_their_stack_are_whole),
	};

	return cmocka_run_group_tests(tests, set_up, NULL);
}
