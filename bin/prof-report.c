/* prof-report: the report for a terminal: [PROF-CLI-REPORT].
 *
 * In:  any stage of the records, or the raw file.
 * Out: the totals, how long each fiber ran and waited, the hottest functions:
 *         SELF%           TOTAL%  SELF  TOTAL  FUNCTION  LOCATION
 *         70.0% █████▌    70.0%   280    280  fib       /w/fib.osp:3
 *      or in place of these tables who called whom, a flame graph, the hottest lines. */
#include "die.h"
#include "program.h"
#include "report.h"
#include "terminal.h"
#include "totals.h"
#include "view.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
	OPTION_COLOR = 0x100,
	OPTION_TREE,
	OPTION_CALLERS,
	OPTION_FLAME,
	OPTION_LINES,
	OPTION_MIN,
	OPTION_TOP,
	OPTION_STATE
};

struct asked {
	struct report_wanted wanted;
	enum color_choice choice;
	struct totals totals;
	struct view view;
};

static const struct option options[] = {
	{"tree", no_argument, NULL, OPTION_TREE},
	{"callers", required_argument, NULL, OPTION_CALLERS},
	{"flame", no_argument, NULL, OPTION_FLAME},
	{"lines", no_argument, NULL, OPTION_LINES},
	{"min", required_argument, NULL, OPTION_MIN},
	{"state", required_argument, NULL, OPTION_STATE},
	{"top", required_argument, NULL, OPTION_TOP},
	{"color", required_argument, NULL, OPTION_COLOR},
	{0},
};

static void set_least(struct asked *asked, const char *value)
{
	char *end;
	double percent = strtod(value, &end);

	if (end == value || *end || !(percent >= 0 && percent <= 100))
		die_usage("--min is a percentage, 0 to 100, not '%s'", value);
	asked->wanted.least = percent;
}

static void set_top(struct asked *asked, const char *value)
{
	char *end;
	long count = strtol(value, &end, 10);

	if (end == value || *end || count < 1)
		die_usage("--top is a number of functions, 1 or more, not '%s'", value);
	asked->wanted.top = (size_t)count;
}

static void set_state(struct asked *asked, const char *value)
{
	if (strcmp(value, "cpu") == 0)
		asked->totals.state = STATE_ON_CPU;
	else if (strcmp(value, "waiting") == 0)
		asked->totals.state = STATE_WAITING;
	else
		die_usage("--state is cpu or waiting, not '%s'", value);
}

static void set_color(struct asked *asked, const char *value)
{
	if (strcmp(value, "auto") == 0)
		asked->choice = COLOR_AUTO;
	else if (strcmp(value, "always") == 0)
		asked->choice = COLOR_ALWAYS;
	else if (strcmp(value, "never") == 0)
		asked->choice = COLOR_NEVER;
	else
		die_usage("--color is auto, always or never, not '%s'", value);
}

static void on_option(void *data, int val, const char *value)
{
	struct asked *asked = data;

	switch (val) {
	case OPTION_TREE:
		asked->wanted.tree = true;
		break;
	case OPTION_CALLERS:
		asked->wanted.callers = value;
		break;
	case OPTION_FLAME:
		asked->wanted.flame = true;
		break;
	case OPTION_LINES:
		asked->wanted.lines = true;
		break;
	case OPTION_MIN:
		set_least(asked, value);
		break;
	case OPTION_TOP:
		set_top(asked, value);
		break;
	case OPTION_STATE:
		set_state(asked, value);
		break;
	default:
		set_color(asked, value);
	}
}

static const struct program program = {
	.name = "prof-report",
	.help = "usage: prof-report [--tree] [--callers FUNCTION] [--flame] [--lines]\n"
		"                   [--min PERCENT] [--top COUNT] [--state cpu|waiting]\n"
		"                   [--color auto|always|never] [FILE]\n"
		"\n"
		"Prints a profile's totals, how long each fiber ran and waited, and the ten\n"
		"hottest functions.\n"
		"Reads a raw profile or records of any stage from FILE or stdin.\n"
		"\n"
		"In place of these tables, in this order:\n"
		"      --tree              who called whom, from the roots\n"
		"      --callers FUNCTION  who called FUNCTION\n"
		"      --flame             a flame graph\n"
		"      --lines             the hottest lines and their source\n"
		"\n"
		"      --min PERCENT       fold what is below, in trees and lines (default 1)\n"
		"      --top COUNT         so many functions in the table (default 10)\n"
		"      --state STATE       where the CPU time went (cpu, the default), or where\n"
		"                          threads waited (waiting)\n"
		"      --color WHEN        colour on a terminal (auto, the default), always or\n"
		"                          never\n"
		"  -h, --help              print this help\n"
		"      --version           print the version\n",
	.options = options,
	.on_option = on_option,
};

int main(int argc, char **argv)
{
	static struct asked asked = {.wanted = {.top = 10, .least = 1}};
	struct view *view = &asked.view;
	const char *path = program_start(&program, argc, argv, &asked);

	totals_read(&asked.totals, path, NULL);
	if (asked.totals.aggregated && (report_needs_stacks(&asked.wanted) || asked.totals.state == STATE_WAITING))
		die("%s: the stacks were aggregated away; take the records from before prof-aggregate",
		    path ? path : "stdin");
	view->terminal = terminal_of(STDOUT_FILENO, asked.choice);
	out_open(&view->out, STDOUT_FILENO, "stdout");
	report(view, &asked.totals, &asked.wanted);
	out_close(&view->out);
	return STATUS_DONE;
}
