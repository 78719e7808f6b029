#include "payment.h"

/* Looks that should have met a thread running, and didn't. So many are no bad luck, although the kernel looks at timers
 * of CPU time (signal_side_meet()) a few times less often than we do: what was met before, or is met next, doesn't
 * speak for that time. */
enum { SECOND = 1000000000, SHOULD_HAVE_MET = 24 };

/* The part of what is due that falls to this row. */
static uint32_t share(uint64_t due, const struct payment *payment)
{
	uint64_t part = (due + payment->among - 1) / payment->among;

	return part < UINT32_MAX ? (uint32_t)part : UINT32_MAX;
}

static void store_row(const struct observer *observer, const struct slot *slot, const struct payment *payment,
		      struct stored_sample *sample)
{
	sample->t_ns = payment->t_ns > observer->start_ns ? payment->t_ns - observer->start_ns : 0;
	sample->thread = slot->row;
	store_sample(observer->store, sample);
}

static uint32_t stack_or(const struct observer *observer, uint32_t stack, enum stack_label label)
{
	return stack == STORE_NONE ? store_stack(observer->store, NULL, 0, label) : stack;
}

void pay_oncpu(const struct observer *observer, struct slot *slot, const struct payment *payment)
{
	uint64_t due = account_oncpu_due(&slot->account, observer->rate_hz);

	if (!store_is_thinned(observer->store, share(due, payment)))
		pay_last_oncpu(observer, slot, payment);
}

void pay_last_oncpu(const struct observer *observer, struct slot *slot, const struct payment *payment)
{
	uint32_t count = share(account_oncpu_due(&slot->account, observer->rate_hz), payment);
	struct stored_sample sample = {.state = STATE_ON_CPU, .count = count};

	if (count == 0)
		return;
	slot->account.oncpu_paid += count;
	sample.stack = stack_or(observer, payment->stack, LABEL_UNKNOWN);
	store_row(observer, slot, payment, &sample);
}

void pay_waiting(const struct observer *observer, struct slot *slot, const struct payment *payment)
{
	uint32_t count = share(account_waiting_due(&slot->account, observer->rate_hz), payment);
	struct stored_sample sample = {.state = STATE_WAITING, .count = count};

	if (count == 0)
		return;
	slot->account.waiting_paid += count;
	sample.stack = stack_or(observer, payment->stack, LABEL_WAITING);
	store_row(observer, slot, payment, &sample);
}

/* Of the looks at a thread as large a part should meet it running as it ran of the time. One that does little at a time
 * and sleeps in between spends its CPU time where none does: on its way into the sleep and out of it. */
void pay_missed(const struct observer *observer, struct slot *slot, bool certain)
{
	uint64_t due_ns = account_oncpu_due(&slot->account, observer->rate_hz) * (SECOND / observer->rate_hz);

	slot->missed++;
	if (!certain && due_ns * slot->missed < SHOULD_HAVE_MET * (slot->wall_seen - slot->met_ns))
		return;
	pay_oncpu(observer, slot, &(struct payment){slot->wall_seen, STORE_NONE, 1});
	slot->met_ns = slot->wall_seen;
	slot->missed = 0;
}

void pay_rest_oncpu(const struct observer *observer, struct slot *slot)
{
	struct payment payment = {slot->wall_seen, slot->running_stack, 1};

	if (slot->missed && account_oncpu_due(&slot->account, observer->rate_hz) > SHOULD_HAVE_MET)
		payment.stack = STORE_NONE;
	pay_last_oncpu(observer, slot, &payment);
}

void pay_unsampled(const struct observer *observer, struct slot *slot)
{
	struct payment payment = {slot->wall_seen, store_stack(observer->store, NULL, 0, LABEL_UNSAMPLED), 1};

	pay_oncpu(observer, slot, &payment);
	pay_waiting(observer, slot, &payment);
}
