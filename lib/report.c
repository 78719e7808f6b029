#include "report.h"

#include "call_table.h"
#include "captures.h"
#include "die.h"
#include "fiber_table.h"
#include "flame_picture.h"
#include "function_table.h"
#include "line_table.h"
#include "notes.h"
#include "run_header.h"

#include <inttypes.h>

struct report {
	struct view *view;
	struct totals *totals;
	const struct report_wanted *wanted;
	struct call_shares callers;
};

static void say_functions(const struct report *report)
{
	const struct totals *totals = report->totals;
	const char *samples = captures_text(report->view, totals);

	function_table(report->view, totals, report->wanted->top);
	if (totals->function_count > report->wanted->top)
		view_line(report->view, 0, "%zu of %zu functions, shares are of %s", report->wanted->top,
			  totals->function_count, samples);
	else
		view_line(report->view, 0, "shares are of %s", samples);
}

static void say_no_samples(const struct report *report)
{
	const struct profile *profile = &report->totals->profile;
	const char *wall = view_duration(report->view, report->totals->summary.wall_seconds);

	if (profile->dropped || report->totals->state == STATE_WAITING)
		view_line(report->view, 0, "no %s samples in %s", view_state(report->totals->state), wall);
	else
		view_line(
			report->view, 0,
			"no CPU samples in %s: the registered threads used less CPU than one sampling period (%s); prof-report --state waiting tells what they waited for",
			wall, view_duration(report->view, 1 / (double)profile->rate_hz));
}

static void say_tables(const struct report *report)
{
	if (report->totals->fiber_count) {
		fiber_table(report->view, report->totals);
		view_say(report->view, "\n");
	}
	if (totals_whole(report->totals))
		say_functions(report);
	else
		say_no_samples(report);
}

static void say_calls(const struct report *report, const struct call_shares *shares, bool callers)
{
	const struct call_table table = {
		.shares = shares,
		.whole = totals_whole(report->totals),
		.least = report->wanted->least,
		.callers = callers,
	};

	call_table(report->view, &table);
}

static void say_tree(const struct report *report)
{
	struct call_shares shares = {0};

	call_shares_make(&shares, report->totals);
	say_calls(report, &shares, false);
}

static void say_callers(const struct report *report)
{
	say_calls(report, &report->callers, true);
}

static void say_flame(const struct report *report)
{
	struct call_shares shares = {0};

	call_shares_make(&shares, report->totals);
	flame_picture(report->view, &shares, totals_whole(report->totals));
}

static void say_lines(const struct report *report)
{
	line_table(report->view, report->totals, report->wanted->least);
}

static void say_views(const struct report *report)
{
	const struct {
		bool wanted;
		void (*say)(const struct report *report);
	} views[] = {
		{report->wanted->tree, say_tree},
		{report->wanted->callers, say_callers},
		{report->wanted->flame, say_flame},
		{report->wanted->lines, say_lines},
	};
	const char *gap = "";

	for (size_t i = 0; i < sizeof(views) / sizeof(views[0]); i++) {
		if (!views[i].wanted)
			continue;
		view_say(report->view, "%s", gap);
		views[i].say(report);
		gap = "\n";
	}
}

bool report_needs_stacks(const struct report_wanted *wanted)
{
	return wanted->tree || wanted->callers || wanted->flame;
}

/* Before anything is written. */
static void find_callers(struct report *report)
{
	const char *name = report->wanted->callers;

	if (!call_shares_of_callers(&report->callers, report->totals, name))
		die("no %s sample has a function '%s': --tree --min 0 shows those that there are",
		    view_state(report->totals->state), name);
}

void report(struct view *view, struct totals *totals, const struct report_wanted *wanted)
{
	struct report report = {.view = view, .totals = totals, .wanted = wanted};

	if (wanted->callers && totals_whole(totals))
		find_callers(&report);
	fiber_order(totals);
	run_header(view, totals);
	if (!report_needs_stacks(wanted) && !wanted->lines)
		say_tables(&report);
	else if (totals_whole(totals))
		say_views(&report);
	else
		say_no_samples(&report);
	notes(view, totals);
}
