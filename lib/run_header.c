#include "run_header.h"

#include "cell.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct header {
	struct view *view;
	const struct totals *totals;
	size_t column;
};

static void item(struct header *header, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* One item of the header line, which goes on in a next line where the terminal ends. */
static void item(struct header *header, const char *format, ...)
{
	size_t width = header->view->terminal.width;
	char text[128];
	va_list list;

	va_start(list, format);
	vsnprintf(text, sizeof(text), format, list);
	va_end(list);
	if (header->column) {
		bool fits = !width || header->column + strlen(", ") + cell_width(text) + strlen(",") <= width;

		view_say(header->view, fits ? ", " : ",\n");
		header->column = fits ? header->column + strlen(", ") : 0;
	}
	view_say(header->view, "%s", text);
	header->column += cell_width(text);
}

/* A fiber's CPU time is known to within one period, which at low rates shows. */
static double cpu_error(const struct totals *totals)
{
	double error = (double)totals->summary.fibers / (double)totals->profile.rate_hz;

	return totals->summary.oncpu && error >= 0.01 && error > 0.05 * totals->summary.cpu_seconds ? error : 0;
}

/* Several threads can use more CPU time than time goes by. */
static void say_cpu(struct header *header)
{
	double cpu = header->totals->summary.cpu_seconds, wall = header->totals->summary.wall_seconds;
	double ratio = wall > 0 ? cpu / wall : 0, error = cpu_error(header->totals);
	const char *give_or_take = error > 0 ? " ± " : "", *by = error > 0 ? view_duration(header->view, error) : "";

	if (ratio > 1.05 && cpu - error > wall)
		item(header, "CPU %s%s%s (%.1f times wall)", view_duration(header->view, cpu), give_or_take, by, ratio);
	else
		item(header, "CPU %s%s%s (%.0f %% of wall)", view_duration(header->view, cpu), give_or_take, by,
		     ratio < 1 ? ratio * 100 : 100);
}

static void say_rate(struct header *header, const struct profile *profile)
{
	double sampled = (double)(profile->end_unix_ns - profile->start_unix_ns) - (double)profile->paused_ns;

	item(header, "%" PRIu64 " sample%s at %" PRIu64 " Hz asked", header->totals->summary.samples,
	     view_plural(header->totals->summary.samples), profile->rate_hz);
	if (profile->ticks && sampled > 0)
		item(header, "%.0f Hz achieved", (double)profile->ticks / sampled * 1e9);
	if (profile->paused_ns)
		item(header, "%s paused", view_duration(header->view, (double)profile->paused_ns / 1e9));
}

static void say_program(struct view *view, const char *exe)
{
	const char *slash = strrchr(exe, '/');
	const char *name = cell_text(&view->texts, slash ? slash + 1 : exe, view->terminal.width);

	view_paint(view, VIEW_BOLD);
	out_text(&view->out, *name ? name : "-");
	view_paint(view, NULL);
	view_say(view, "\n");
}

void run_header(struct view *view, const struct totals *totals)
{
	struct header header = {.view = view, .totals = totals};
	const struct summary *summary = &totals->summary;

	say_program(view, totals->profile.exe);
	item(&header, "wall %s", view_duration(view, summary->wall_seconds));
	say_cpu(&header);
	say_rate(&header, &totals->profile);
	item(&header, "%" PRIu64 " %s%s", summary->fibers, totals_have_fibers(totals) ? "fiber" : "thread",
	     view_plural(summary->fibers));
	view_say(view, "\n\n");
}
