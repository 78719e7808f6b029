#include "condition.h"

#include "futex_linux.h"

void condition_wait(struct condition *condition, pthread_mutex_t *lock)
{
	/* The mutex orders all but the time between unlock and sleep, for which the kernel compares the number itself.
	 */
	uint32_t seen = atomic_load_explicit(&condition->generation, memory_order_relaxed);

	condition->waiting++;
	pthread_mutex_unlock(lock);
	futex_wait(&condition->generation, seen, NULL);
	pthread_mutex_lock(lock);
	condition->waiting--;
}

static void wake(struct condition *condition, int most)
{
	if (!condition->waiting)
		return;
	atomic_fetch_add_explicit(&condition->generation, 1, memory_order_relaxed);
	futex_wake(&condition->generation, most);
}

void condition_signal(struct condition *condition)
{
	wake(condition, 1);
}

void condition_broadcast(struct condition *condition)
{
	wake(condition, INT_MAX);
}
