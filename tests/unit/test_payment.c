/* Rows are thinned without a loss: what is not paid by one stays due. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "payment.h"

enum { RATE = 1000, PERIOD = 1000000, SAMPLES = 26 };

static struct slot slot;

/* The counts of a thread's rows that runs for SAMPLES periods, and is met running in each. */
static uint64_t counts(uint64_t thinning, size_t *rows)
{
	struct store store = {0};
	struct observer observer = {.store = &store, .rate_hz = RATE};
	struct payment payment = {.among = 1};
	const struct part_header *header;
	uint64_t sum = 0;

	assert_true(store_open(&store, NULL));
	store_begin(&store, RATE, 0);
	slot = (struct slot){.row = store_thread(&store, 0, "main", 1)};
	payment.stack = store_stack(&store, NULL, 0, LABEL_UNKNOWN);
	store.thinning = thinning;
	for (int i = 0; i < SAMPLES; i++) {
		payment.t_ns += PERIOD;
		account_pass(&slot.account, PERIOD, PERIOD);
		pay_oncpu(&observer, &slot, &payment);
	}
	pay_last_oncpu(&observer, &slot, &payment);
	header = log_header(&store.log);
	*rows = 0;
	for (const uint64_t *record = part_first(header); record < part_end(header); record += part_words(record))
		if (part_kind(record) == PART_SAMPLE) {
			++*rows;
			sum += part_what_count(record[1]);
		}
	store_free(&store);
	return sum;
}

static void each_period_has_a_row(void **state)
{
	size_t rows;

	(void)state;
	assert_int_equal(counts(0, &rows), SAMPLES);
	assert_int_equal(rows, SAMPLES);
}

static void thinned_rows_speak_for_the_same_time(void **state)
{
	size_t rows;

	(void)state;
	assert_int_equal(counts(4, &rows), SAMPLES);
	assert_int_equal(rows, 7);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_period_has_a_row),
		cmocka_unit_test(thinned_rows_speak_for_the_same_time),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
