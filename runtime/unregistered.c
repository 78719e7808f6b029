#include "unregistered.h"

#include "clock.h"
#include "own_thread.h"

static uint64_t process_ns(void)
{
	return clock_ns(CLOCK_PROCESS_CPUTIME_ID, 0);
}

void unregistered_begin(struct unregistered *unregistered)
{
	*unregistered = (struct unregistered){.begin_ns = process_ns()};
}

void unregistered_pause(struct unregistered *unregistered)
{
	unregistered->pause_ns = process_ns();
}

void unregistered_resume(struct unregistered *unregistered)
{
	unregistered->begin_ns += process_ns() - unregistered->pause_ns;
}

/* A thread that registers late has not only been made until then. */
void unregistered_born(struct unregistered *unregistered, uint64_t cpu_ns)
{
	enum { BIRTH_MAX_NS = 1000000 };

	unregistered->births_ns += cpu_ns < BIRTH_MAX_NS ? cpu_ns : BIRTH_MAX_NS;
}

/* That a thread ends takes about as long as that it begins. */
uint64_t unregistered_ns(const struct unregistered *unregistered, uint64_t accounted_ns)
{
	enum { NOISE_NS = 10000000, ENDS_WITH_BIRTHS = 4 };
	uint64_t known = unregistered->begin_ns + accounted_ns + own_thread_cpu_ns();
	uint64_t noise = NOISE_NS + ENDS_WITH_BIRTHS * unregistered->births_ns, process = process_ns();

	return process > known + noise ? process - known : 0;
}
