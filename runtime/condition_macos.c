#include "condition.h"

#include <stddef.h>

/* The kernel's futex, on which libc++ rests too; no header declares it. `timeout` 0: none (bsd/sys/ulock.h of XNU). */
extern int __ulock_wait(uint32_t operation, void *address, uint64_t value, uint32_t timeout_us);
extern int __ulock_wake(uint32_t operation, void *address, uint64_t wake_value);

enum { COMPARE_AND_WAIT = 1, WAKE_ALL = 0x100, NO_ERRNO = 0x1000000 };

void condition_wait(struct condition *condition, pthread_mutex_t *lock)
{
	/* The mutex orders all but the time between unlock and sleep, for which the kernel compares the number itself.
	 */
	uint32_t seen = atomic_load_explicit(&condition->generation, memory_order_relaxed);

	condition->waiting++;
	pthread_mutex_unlock(lock);
	__ulock_wait(COMPARE_AND_WAIT | NO_ERRNO, &condition->generation, seen, 0);
	pthread_mutex_lock(lock);
	condition->waiting--;
}

static void wake(struct condition *condition, uint32_t whom)
{
	if (!condition->waiting)
		return;
	atomic_fetch_add_explicit(&condition->generation, 1, memory_order_relaxed);
	__ulock_wake(COMPARE_AND_WAIT | NO_ERRNO | whom, &condition->generation, 0);
}

void condition_signal(struct condition *condition)
{
	wake(condition, 0);
}

void condition_broadcast(struct condition *condition)
{
	wake(condition, WAKE_ALL);
}
