#include "account.h"

enum { SECOND = 1000000000 };

/* Periods in a time, to the nearest; in two parts so that nothing overflows in less than centuries. */
static uint64_t periods(uint64_t ns, uint64_t rate_hz)
{
	return ns / SECOND * rate_hz + (ns % SECOND * rate_hz + SECOND / 2) / SECOND;
}

static uint64_t less(uint64_t a, uint64_t b)
{
	return a > b ? a - b : 0;
}

void account_pass(struct account *account, uint64_t wall_ns, uint64_t cpu_ns)
{
	account->wall_ns += wall_ns;
	account->cpu_ns += cpu_ns;
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
