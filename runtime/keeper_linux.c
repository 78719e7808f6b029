#include "keeper.h"

#include "futex_linux.h"
#include "own_thread.h"
#include "probe.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static _Atomic pid_t keeper;	   /* its tid; stored by it (release), loaded by the sampler (acquire) */
static _Atomic uint32_t all_ended; /* stored by the sampler (release), loaded by the keeper (acquire) */

/* Not in the sampler: its descriptors are not the program's, and exit() flushes streams. */
static void keeper_main(void)
{
	atomic_store_explicit(&keeper, (pid_t)syscall(SYS_gettid), memory_order_release);
	while (!atomic_load_explicit(&all_ended, memory_order_acquire))
		futex_wait(&all_ended, 0, NULL);
	exit(0);
}

void keeper_start(void)
{
	pthread_t thread;

	if (own_thread_start(&thread, 0, keeper_main))
		pthread_detach(thread);
}

void keeper_look(uint64_t now_ns)
{
	enum { BETWEEN_LOOKS_NS = 50000000 };
	static uint64_t looked_ns;
	pid_t other = atomic_load_explicit(&keeper, memory_order_acquire);

	if (!other || now_ns - looked_ns < BETWEEN_LOOKS_NS)
		return;
	looked_ns = now_ns;
	if (!probe_alone(other))
		return;
	atomic_store_explicit(&all_ended, 1, memory_order_release);
	futex_wake(&all_ended, INT_MAX);
}
