/* The law of counts as arithmetic. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "account.h"

enum { RATE = 997, MILLISECOND = 1000000 };

static void pay(struct account *account)
{
	account->oncpu_paid += account_oncpu_due(account, RATE);
	account->waiting_paid += account_waiting_due(account, RATE);
}

static void a_burner_owes_only_cpu(void **state)
{
	struct account account = {0};

	(void)state;
	for (int i = 0; i < 10000; i++) {
		account_pass(&account, MILLISECOND, MILLISECOND);
		pay(&account);
	}
	assert_int_equal(account.oncpu_paid, 9970);
	assert_int_equal(account.waiting_paid, 0);
}

static void remainders_carry_over(void **state)
{
	struct account account = {0};

	(void)state;
	for (int i = 0; i < 10000; i++) {
		account_pass(&account, MILLISECOND, 3 * MILLISECOND / 10);
		pay(&account);
	}
	assert_int_equal(account.oncpu_paid, 2991);
	assert_int_equal(account.waiting_paid, 9970 - 2991);
}

static void short_threads_add_up(void **state)
{
	struct remainder remainder = {0};
	uint64_t oncpu = 0, all = 0;

	(void)state;
	for (int i = 0; i < 10000; i++) {
		struct account account;

		account_begin(&account, &remainder, RATE);
		account_pass(&account, 4 * MILLISECOND / 10, 3 * MILLISECOND / 10);
		pay(&account);
		account_end(&account, &remainder, RATE);
		oncpu += account.oncpu_paid;
		all += account.oncpu_paid + account.waiting_paid;
	}
	assert_in_range(oncpu, 2990, 2992);
	assert_in_range(all, 3987, 3989);
}

static void a_late_tick_owes_all_that_passed(void **state)
{
	struct account account = {0};

	(void)state;
	account_pass(&account, 5000 * (uint64_t)MILLISECOND, 2000 * (uint64_t)MILLISECOND);
	assert_int_equal(account_oncpu_due(&account, RATE), 2 * RATE);
	assert_int_equal(account_waiting_due(&account, RATE), 3 * RATE);
}

static void what_is_not_paid_stays_due(void **state)
{
	struct account account = {0};

	(void)state;
	account_pass(&account, 10 * MILLISECOND, 10 * MILLISECOND);
	account_pass(&account, 10 * MILLISECOND, 0);
	assert_int_equal(account_oncpu_due(&account, RATE), 10);
	pay(&account);
	assert_int_equal(account_oncpu_due(&account, RATE), 0);
}

static void more_cpu_than_wall_owes_no_waiting(void **state)
{
	struct account account = {0};

	(void)state;
	account_pass(&account, 10 * MILLISECOND, 12 * MILLISECOND);
	assert_int_equal(account_waiting_due(&account, RATE), 0);
	pay(&account);
	account_pass(&account, MILLISECOND, 0);
	assert_int_equal(account_waiting_due(&account, RATE), 0);
}

static void a_century_does_not_overflow(void **state)
{
	struct account account = {.wall_ns = 3155760000u * (uint64_t)1000000000};

	(void)state;
	assert_int_equal(account_waiting_due(&account, 10000), 3155760000u * (uint64_t)10000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_burner_owes_only_cpu),      cmocka_unit_test(remainders_carry_over),
		cmocka_unit_test(short_threads_add_up),	       cmocka_unit_test(a_late_tick_owes_all_that_passed),
		cmocka_unit_test(what_is_not_paid_stays_due),  cmocka_unit_test(more_cpu_than_wall_owes_no_waiting),
		cmocka_unit_test(a_century_does_not_overflow),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
