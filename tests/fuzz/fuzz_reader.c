/* The whole reader, of raw profiles and of records, and what prof-report makes of them: all but source lines, which are
 * in files. */
#include "report.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void run(const uint8_t *bytes, size_t size)
{
	static const struct report_wanted tables = {.least = 1},
					  views = {.tree = true, .flame = true, .callers = "fib"};
	static struct totals totals;
	struct view view = {.terminal = {.width = 80}};

	(void)bytes;
	(void)size;
	totals = (struct totals){0};
	totals_read(&totals, NULL, NULL);
	out_open(&view.out, STDOUT_FILENO, "stdout");
	report(&view, &totals, &tables);
	if (!totals.aggregated)
		report(&view, &totals, &views);
	out_close(&view.out);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	sandbox_run(run, bytes, size);
	return 0;
}
