/* The law of counts: how many sampling periods a thread's rows must speak for. Pure arithmetic.
 *
 * With period = 1/rate: the counts of all rows of a thread add up to the time that it was registered and not paused,
 * those of its on-CPU rows to the CPU time that it used then, each to within one period. What is due is what the time
 * calls for less what was paid, so remainders carry over from tick to tick by themselves and late ticks lose nothing.
 */
#ifndef OSPREY_ACCOUNT_H
#define OSPREY_ACCOUNT_H

#include <stdint.h>

struct account {
	int64_t wall_ns, cpu_ns;	   /* that has passed, pauses left out; with what account_begin() gave */
	uint64_t oncpu_paid, waiting_paid; /* counts of the rows that were made */
};

/* What the rows of threads that have ended left out (or, negative, told too much) of their times. Zero-initialise it.
 */
struct remainder {
	int64_t wall_ns, cpu_ns;
	int64_t passed_cpu_ns; /* CPU time that has passed in all accounts, less the cpu_ns of the open ones */
};

/* A new thread's account. It takes over up to half a period of the remainder, so that the sum of many short threads is
 * as exact as one long thread. */
void account_begin(struct account *account, struct remainder *remainder, uint64_t rate_hz);

/* The thread has ended and its last rows are made: what is left is added to the remainder. */
void account_end(const struct account *account, struct remainder *remainder, uint64_t rate_hz);

/* Adds what passed since the last call. */
void account_pass(struct account *account, uint64_t wall_ns, uint64_t cpu_ns);

/* Counts that rows are still owed for. */
uint64_t account_oncpu_due(const struct account *account, uint64_t rate_hz);
uint64_t account_waiting_due(const struct account *account, uint64_t rate_hz);

#endif
