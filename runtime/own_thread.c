#include "own_thread.h"

#include "clock.h"
#include "thread_start.h"

#include <signal.h>
#include <stdatomic.h>
#include <time.h>

static _Atomic uint64_t ended_cpu_ns;
static _Thread_local bool is_own, is_paused;
static _Thread_local uint64_t paused_at_ns, paused_ns; /* on the thread's CPU clock */

static uint64_t own_cpu_ns(void)
{
	return (is_paused ? paused_at_ns : clock_ns(CLOCK_THREAD_CPUTIME_ID, 0)) - paused_ns;
}

void own_thread_pause(bool paused)
{
	uint64_t now;

	if (paused == is_paused)
		return;
	now = clock_ns(CLOCK_THREAD_CPUTIME_ID, 0);
	if (paused)
		paused_at_ns = now;
	else
		paused_ns += now - paused_at_ns;
	is_paused = paused;
}

static void *run(void *body)
{
	is_own = true;
	(*(void (**)(void)) & body)();
	atomic_fetch_add(&ended_cpu_ns, own_cpu_ns());
	return NULL;
}

bool own_thread_start(pthread_t *thread, size_t stack_size, void (*body)(void))
{
	pthread_attr_t attributes;
	sigset_t all, before;
	bool started;

	if (pthread_attr_init(&attributes) != 0)
		return false;
	if (stack_size)
		pthread_attr_setstacksize(&attributes, stack_size);
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	started = thread_start_really(thread, &attributes, run, *(void **)&body) == 0;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_attr_destroy(&attributes);
	return started;
}

uint64_t own_thread_cpu_ns(void)
{
	return atomic_load(&ended_cpu_ns) + (is_own ? own_cpu_ns() : 0);
}
