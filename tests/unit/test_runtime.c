/* The runtime as a whole [PROF-TEST]: this program runs itself with the profiler on and reads what it wrote. Under TSan
 * signals come late, so nothing here depends on how many samples there are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <cjson/cJSON.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "osprey_prof.h"

static char path[] = "/tmp/osprey-test-runtime-XXXXXX";
static cJSON *raw;

static void burn(double seconds)
{
	struct timespec t;
	double end, now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	now = (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
	for (end = now + seconds; now < end; now = (double)t.tv_sec + (double)t.tv_nsec * 1e-9)
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
}

static void *thread_main(void *fiber)
{
	struct timespec nap = {.tv_nsec = 5000000};

	osp_prof_thread_register((intptr_t)fiber, "fiber");
	burn(0.02);
	nanosleep(&nap, NULL);
	osp_prof_thread_unregister();
	return NULL;
}

/* Threads come and go while others pause and resume. */
static int child(void)
{
	pthread_t threads[8];

	for (int round = 0; round < 10; round++) {
		for (intptr_t i = 0; i < 8; i++)
			pthread_create(&threads[i], NULL, thread_main, (void *)(round * 8 + i + 1));
		osp_prof_pause();
		osp_prof_resume();
		for (int i = 0; i < 8; i++)
			pthread_join(threads[i], NULL);
	}
	return 7;
}

static int run_child(void **state)
{
	char rate[] = "10000", *text;
	FILE *file;
	long size;
	int status;
	pid_t pid;

	(void)state;
	close(mkstemp(path));
	pid = fork();
	if (pid == 0) {
		setenv("OSPREY_PROFILE", path, 1);
		setenv("OSPREY_PROFILE_HZ", rate, 1);
		execl("/proc/self/exe", "test_runtime", "child", (char *)NULL);
		_exit(127);
	}
	waitpid(pid, &status, 0);
	if (!WIFEXITED(status) || WEXITSTATUS(status) != 7)
		return -1;
	file = fopen(path, "r");
	fseek(file, 0, SEEK_END);
	size = ftell(file);
	rewind(file);
	text = calloc(1, (size_t)size + 1);
	if (fread(text, 1, (size_t)size, file) != (size_t)size)
		return -1;
	fclose(file);
	raw = cJSON_Parse(text);
	free(text);
	return raw ? 0 : -1;
}

static int forget(void **state)
{
	(void)state;
	cJSON_Delete(raw);
	return unlink(path);
}

static double number(const char *key)
{
	return cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(raw, key));
}

static cJSON *array(const char *key)
{
	cJSON *item = cJSON_GetObjectItemCaseSensitive(raw, key);

	assert_true(cJSON_IsArray(item));
	return item;
}

static void every_thread_has_a_row(void **state)
{
	(void)state;
	assert_int_equal(cJSON_GetArraySize(array("threads")), 81);
}

static void samples_refer_to_rows_that_exist(void **state)
{
	int threads = cJSON_GetArraySize(array("threads")), stacks = cJSON_GetArraySize(array("stacks"));
	cJSON *row;

	(void)state;
	cJSON_ArrayForEach(row, array("samples"))
	{
		assert_in_range((uintmax_t)cJSON_GetArrayItem(row, 1)->valueint, 0, (uintmax_t)threads - 1);
		assert_in_range((uintmax_t)cJSON_GetArrayItem(row, 2)->valueint, 0, (uintmax_t)stacks - 1);
		assert_in_range((uintmax_t)cJSON_GetArrayItem(row, 3)->valueint, 0, 1);
	}
}

/* 80 fibers of at least 20 ms each, in periods of 0.1 ms, within one period a fiber. */
static void cpu_time_is_all_there(void **state)
{
	double oncpu = 0;
	cJSON *row, *count;

	(void)state;
	cJSON_ArrayForEach(row, array("samples"))
	{
		count = cJSON_GetArrayItem(row, 4);
		if (cJSON_GetArrayItem(row, 3)->valueint == 0)
			oncpu += count ? count->valuedouble : 1;
	}
	assert_true(oncpu >= 80 * 199);
	assert_true(number("dropped") == 0);
}

static void no_stack_is_deeper_than_the_walk(void **state)
{
	cJSON *stack;

	(void)state;
	cJSON_ArrayForEach(stack, array("stacks")) assert_true(cJSON_GetArraySize(stack) <= 128);
}

static void hooks_do_nothing_when_the_profiler_is_off(void **state)
{
	(void)state;
	osp_prof_boot();
	osp_prof_thread_register(1, "fiber");
	osp_prof_pause();
	osp_prof_resume();
	osp_prof_thread_unregister();
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_thread_has_a_row),
		cmocka_unit_test(samples_refer_to_rows_that_exist),
		cmocka_unit_test(cpu_time_is_all_there),
		cmocka_unit_test(no_stack_is_deeper_than_the_walk),
		cmocka_unit_test(hooks_do_nothing_when_the_profiler_is_off),
	};

	if (argc > 1 && strcmp(argv[1], "child") == 0)
		return child();
	return cmocka_run_group_tests(tests, run_child, forget);
}
