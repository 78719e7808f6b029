/* Rows for what the law of counts says is due: account.h. The registry's mutex is held. */
#ifndef OSPREY_PAYMENT_H
#define OSPREY_PAYMENT_H

#include "observe.h"

struct payment {
	uint64_t t_ns;	/* CLOCK_MONOTONIC */
	uint32_t stack; /* STORE_NONE: none is known */
	uint32_t among; /* rows that share what is due, this one and those to come; at least 1 */
};

/* A row that speaks for the thread's CPU time, or its waiting, that no row spoke for yet; none when nothing is due, nor
 * for CPU time when rows are thinned and too little is. */
void pay_oncpu(const struct observer *observer, struct slot *slot, const struct payment *payment);
void pay_waiting(const struct observer *observer, struct slot *slot, const struct payment *payment);

/* As pay_oncpu(), be it ever so little. */
void pay_last_oncpu(const struct observer *observer, struct slot *slot, const struct payment *payment);

/* The thread was found asleep, or just woken, once more. When that can't be chance any longer for one that used so much
 * CPU time, or it is `certain` that the time was used there, what is due is paid as unknown. */
void pay_missed(const struct observer *observer, struct slot *slot, bool certain);

/* All that is due is paid as what could not be sampled. */
void pay_unsampled(const struct observer *observer, struct slot *slot);

/* Pays what is due for CPU time at the end of the thread. */
void pay_rest_oncpu(const struct observer *observer, struct slot *slot);

#endif
