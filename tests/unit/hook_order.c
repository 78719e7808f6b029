/* Stands in for the profiler and says "in order" when each thread is registered while its body runs, and is no more
 * once anybody knows of its end [PROF-COLLECT-REGISTRY]. */
#include "osprey_fiber.h"
#include "osprey_prof.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 200 };

static atomic_int registered, wrong;
static _Thread_local bool here;

static void expect(bool condition)
{
	atomic_fetch_add(&wrong, !condition);
}

void osp_prof_thread_register(int64_t fiber, const char *label)
{
	expect(fiber >= 1 ? strcmp(label, "fiber") == 0 : fiber == -1 && strcmp(label, "effect") == 0);
	expect(!here);
	here = true;
	atomic_fetch_add(&registered, 1);
}

/* Slow, so that who signals the end too early is seen. */
void osp_prof_thread_unregister(void)
{
	nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
	expect(here);
	here = false;
	atomic_fetch_sub(&registered, 1);
}

static int64_t fiber_body(void)
{
	expect(here);
	return 0;
}

static int64_t effect_body(void *unused)
{
	(void)unused;
	expect(here);
	return effect_perform(1, 1);
}

static void run_effect(bool abort)
{
	struct effect_event event;

	expect(effect_start(effect_body, NULL, &event) == EFFECT_PERFORMED);
	expect(atomic_load(&registered) == 1);
	if (abort)
		expect(effect_abort(event.continuation) == 0);
	else
		expect(effect_resume(event.continuation, 0, &event) == EFFECT_RETURNED);
	expect(atomic_load(&registered) == 0);
}

int main(void)
{
	for (int i = 0; i < ROUNDS; i++) {
		int64_t fiber = fiber_spawn(fiber_body);

		while (i % 2 && !fiber_done(fiber))
			fiber_yield(0);
		expect(i % 2 == 0 || atomic_load(&registered) == 0);
		expect(fiber_await(fiber) == 0);
		expect(atomic_load(&registered) == 0);
		run_effect(i % 2);
	}
	puts(atomic_load(&wrong) ? "out of order" : "in order");
	return 0;
}
