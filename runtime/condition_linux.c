#include "condition.h"

#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

void condition_wait(struct condition *condition, pthread_mutex_t *lock)
{
	/* The mutex orders all but the time between unlock and sleep, for which the kernel compares the number itself.
	 */
	uint32_t seen = atomic_load_explicit(&condition->generation, memory_order_relaxed);

	condition->waiting++;
	pthread_mutex_unlock(lock);
	syscall(SYS_futex, &condition->generation, FUTEX_WAIT_PRIVATE, seen, NULL, NULL, 0);
	pthread_mutex_lock(lock);
	condition->waiting--;
}

static void wake(struct condition *condition, int most)
{
	if (!condition->waiting)
		return;
	atomic_fetch_add_explicit(&condition->generation, 1, memory_order_relaxed);
	syscall(SYS_futex, &condition->generation, FUTEX_WAKE_PRIVATE, most, NULL, NULL, 0);
}

void condition_signal(struct condition *condition)
{
	wake(condition, 1);
}

void condition_broadcast(struct condition *condition)
{
	wake(condition, INT_MAX);
}
