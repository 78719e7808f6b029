#include "account.h"

enum { SECOND = 1000000000 };

/* Periods in a time, to the nearest; in two parts so that nothing overflows in less than centuries. */
static uint64_t periods(int64_t signed_ns, uint64_t rate_hz)
{
	uint64_t ns = signed_ns > 0 ? (uint64_t)signed_ns : 0;

	return ns / SECOND * rate_hz + (ns % SECOND * rate_hz + SECOND / 2) / SECOND;
}

static uint64_t less(uint64_t a, uint64_t b)
{
	return a > b ? a - b : 0;
}

static int64_t time_of(uint64_t count, uint64_t rate_hz)
{
	return (int64_t)(count / rate_hz * SECOND + count % rate_hz * SECOND / rate_hz);
}

static int64_t take_half_period(int64_t *ns, uint64_t rate_hz)
{
	int64_t most = SECOND / 2 / (int64_t)rate_hz, taken = *ns > most ? most : *ns < -most ? -most : *ns;

	*ns -= taken;
	return taken;
}

void account_begin(struct account *account, struct remainder *remainder, uint64_t rate_hz)
{
	*account = (struct account){.wall_ns = take_half_period(&remainder->wall_ns, rate_hz),
				    .cpu_ns = take_half_period(&remainder->cpu_ns, rate_hz)};
	remainder->passed_cpu_ns -= account->cpu_ns;
}

void account_end(const struct account *account, struct remainder *remainder, uint64_t rate_hz)
{
	uint64_t paid = account->oncpu_paid + account->waiting_paid;

	remainder->wall_ns += account->wall_ns - time_of(paid, rate_hz);
	remainder->cpu_ns += account->cpu_ns - time_of(account->oncpu_paid, rate_hz);
	remainder->passed_cpu_ns += account->cpu_ns;
}

void account_pass(struct account *account, uint64_t wall_ns, uint64_t cpu_ns)
{
	account->wall_ns += (int64_t)wall_ns;
	account->cpu_ns += (int64_t)cpu_ns;
}

uint64_t account_oncpu_due(const struct account *account, uint64_t rate_hz)
{
	return less(periods(account->cpu_ns, rate_hz), account->oncpu_paid);
}

uint64_t account_waiting_due(const struct account *account, uint64_t rate_hz)
{
	uint64_t waiting = less(periods(account->wall_ns, rate_hz), periods(account->cpu_ns, rate_hz));

	return less(waiting, account->waiting_paid);
}
