#include "passage.h"

#include "payment.h"
#include "probe.h"

/* A thread that ran for all of the time but one part in so many did not rest. */
enum { REST_SHARE = 64 };

static bool rested(uint64_t passed, uint64_t ran)
{
	return ran < passed - passed / REST_SHARE;
}

/* The time up to the last quiet tick, which is known without a look at the thread. */
static void pass_rest(const struct observer *observer, struct slot *slot)
{
	if (!slot->resting || observer->quiet_ns <= slot->wall_seen)
		return;
	account_pass(&slot->account, observer->quiet_ns - slot->wall_seen, 0);
	slot->wall_seen = observer->quiet_ns;
	pay_waiting(observer, slot, &(struct payment){slot->wall_seen, slot->waiting_stack, 1});
}

uint64_t passage_of_cpu(struct observer *observer, struct slot *slot)
{
	uint64_t cpu = probe_cpu_ns(slot, slot->cpu_seen), ran = cpu - slot->cpu_seen;

	slot->cpu_seen = cpu;
	observer->ran_ns += ran;
	return ran;
}

uint64_t passage_of_time(struct observer *observer, struct slot *slot, uint64_t now_ns)
{
	uint64_t ran;

	pass_rest(observer, slot);
	ran = passage_of_cpu(observer, slot);
	account_pass(&slot->account, now_ns - slot->wall_seen, ran);
	slot->rested = slot->rested_last;
	slot->rested_last = rested(now_ns - slot->wall_seen, ran);
	slot->rested = slot->rested || slot->rested_last;
	atomic_store_explicit(&slot->steady, !slot->rested, memory_order_relaxed);
	slot->busy = slot->busy_last;
	slot->busy_last = ran * 2 >= now_ns - slot->wall_seen;
	slot->wall_seen = now_ns;
	return ran;
}
