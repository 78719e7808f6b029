/* futex(2), which libc has no wrapper for. Its numbers stand here because linux/futex.h is out of reach of musl's
 * compiler. */
#ifndef OSPREY_FUTEX_LINUX_H
#define OSPREY_FUTEX_LINUX_H

#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Sleeps while `*word` is `value`, until it is woken, the deadline (CLOCK_MONOTONIC; NULL: none) has passed, or for no
 * reason. */
static inline void futex_wait(_Atomic uint32_t *word, uint32_t value, const struct timespec *deadline)
{
	enum { WAIT_BITSET_PRIVATE = 9 | 128 };

	syscall(SYS_futex, word, WAIT_BITSET_PRIVATE, value, deadline, NULL, UINT32_MAX);
}

/* Wakes as many as sleep on `word`, `most` at most. */
static inline void futex_wake(_Atomic uint32_t *word, int most)
{
	enum { WAKE_PRIVATE = 1 | 128 };

	syscall(SYS_futex, word, WAKE_PRIVATE, most, NULL, NULL, 0);
}

#endif
