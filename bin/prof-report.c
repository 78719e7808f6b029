/* prof-report: the report for a terminal: [PROF-CLI-REPORT].
 *
 * In:  any stage of the records, or the raw file.
 * Out: the totals, how long each fiber ran and waited, the ten hottest functions:
 *         SELF%           TOTAL%  SELF  TOTAL  FUNCTION  LOCATION
 *         70.0% █████▌    70.0%   280    280  fib       /w/fib.osp:3 */
#include "die.h"
#include "fiber_table.h"
#include "function_table.h"
#include "notes.h"
#include "program.h"
#include "run_header.h"
#include "terminal.h"
#include "totals.h"
#include "view.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

enum { OPTION_COLOR = 0x100 };

struct report {
	enum color_choice choice;
	struct totals totals;
	struct view view;
};

static const struct option options[] = {
	{"color", required_argument, NULL, OPTION_COLOR},
	{0},
};

static void on_option(void *state, int val, const char *value)
{
	struct report *report = state;

	(void)val;
	if (strcmp(value, "auto") == 0)
		report->choice = COLOR_AUTO;
	else if (strcmp(value, "always") == 0)
		report->choice = COLOR_ALWAYS;
	else if (strcmp(value, "never") == 0)
		report->choice = COLOR_NEVER;
	else
		die_usage("--color is auto, always or never, not '%s'", value);
}

static const struct program program = {
	.name = "prof-report",
	.help = "usage: prof-report [--color auto|always|never] [FILE]\n"
		"\n"
		"Prints a profile's totals, how long each fiber ran and waited, and the ten hottest functions.\n"
		"Reads a raw profile or records of any stage from FILE or stdin.\n"
		"\n"
		"      --color WHEN  colour on a terminal (auto, the default), always or never\n"
		"  -h, --help        print this help\n"
		"      --version     print the version\n",
	.options = options,
	.on_option = on_option,
};

static void say_functions(struct report *report)
{
	const struct totals *totals = &report->totals;

	function_table(&report->view, totals);
	if (totals->function_count > FUNCTION_TABLE_ROWS)
		view_say(&report->view, "%d of %zu functions, ", FUNCTION_TABLE_ROWS, totals->function_count);
	view_say(&report->view, "shares are of %" PRIu64 " CPU sample%s\n", totals->summary.oncpu,
		 view_plural(totals->summary.oncpu));
}

static void say_no_samples(struct report *report)
{
	const struct profile *profile = &report->totals.profile;
	double period = 1 / (double)profile->rate_hz;

	view_say(&report->view, "no CPU samples in %s",
		 view_duration(&report->view, report->totals.summary.wall_seconds));
	if (!profile->dropped)
		view_say(&report->view, ": the program used less CPU than one sampling period (%s)",
			 view_duration(&report->view, period));
	view_say(&report->view, "\n");
}

int main(int argc, char **argv)
{
	static struct report report;
	struct view *view = &report.view;
	const char *path = program_start(&program, argc, argv, &report);

	totals_read(&report.totals, path, NULL);
	view->terminal = terminal_of(STDOUT_FILENO, report.choice);
	out_open(&view->out, STDOUT_FILENO, "stdout");
	run_header(view, &report.totals);
	if (report.totals.fiber_count) {
		fiber_table(view, &report.totals);
		view_say(view, "\n");
	}
	if (report.totals.summary.oncpu)
		say_functions(&report);
	else
		say_no_samples(&report);
	notes(view, &report.totals);
	out_close(&view->out);
	return STATUS_DONE;
}
