#include "line_table.h"

#include "cell.h"
#include "source_text.h"

#include <inttypes.h>

enum { LEAST_SOURCE = 8, SHARES = 2 * (VIEW_PERCENT + VIEW_GAP) };

struct row {
	const struct line *line;
	const char *location;
};

static size_t find_rows(const struct totals *totals, double least, struct row *rows)
{
	size_t count = 0;

	for (size_t i = 0; i < totals->line_count && count < LINE_TABLE_ROWS; i++)
		if (view_reaches(totals->lines[i].total, totals_whole(totals), least))
			rows[count++].line = &totals->lines[i];
	return count;
}

/* The places take what they need, up to half of what the terminal has for them and the sources. */
static size_t lay_out(struct view *view, struct row *rows, size_t count)
{
	size_t terminal = view->terminal.width, room = terminal > SHARES + VIEW_GAP ? terminal - SHARES - VIEW_GAP : 0;
	size_t width = sizeof("LOCATION") - 1, limit = CELL_NO_LIMIT;

	if (terminal)
		limit = room / 2 > width ? room / 2 : width;
	for (size_t i = 0; i < count; i++) {
		const struct line *line = rows[i].line;

		rows[i].location = cell_location(&view->texts, line->file, line->line, limit);
		if (cell_width(rows[i].location) > width)
			width = cell_width(rows[i].location);
	}
	return width < VIEW_WIDEST ? width : VIEW_WIDEST;
}

static size_t source_limit(const struct view *view, size_t location)
{
	size_t taken = SHARES + location + VIEW_GAP;

	if (!view->terminal.width)
		return CELL_NO_LIMIT;
	return view->terminal.width > taken + LEAST_SOURCE ? view->terminal.width - taken : LEAST_SOURCE;
}

static const char *source_of(struct view *view, const struct totals *totals, const struct line *line)
{
	const char *text;

	switch (source_text(&view->texts, line->file, line->line, totals->profile.start_unix_ns, &text)) {
	case SOURCE_TEXT_FOUND:
		return text;
	case SOURCE_TEXT_CHANGED:
		return "(changed since the run)";
	default:
		return "(not found)";
	}
}

static void say_row(struct view *view, const struct totals *totals, const struct row *row, size_t location)
{
	double self = view_share(row->line->self, totals_whole(totals));
	const char *color = view_heat(self);

	if (color)
		view_paint(view, color);
	view_percent(view, self);
	if (color)
		view_paint(view, NULL);
	view_gap(view);
	view_percent(view, view_share(row->line->total, totals_whole(totals)));
	view_gap(view);
	cell_left(&view->out, row->location, location);
	view_gap(view);
	out_text(&view->out,
		 cell_beginning(&view->texts, source_of(view, totals, row->line), source_limit(view, location)));
	view_say(view, "\n");
}

static void say_head(struct view *view, size_t location)
{
	view_paint(view, VIEW_BOLD);
	view_say(view, " SELF%%  TOTAL%%  ");
	cell_left(&view->out, "LOCATION", location);
	view_say(view, "  SOURCE");
	view_paint(view, NULL);
	view_say(view, "\n");
}

static void say_end(struct view *view, const struct totals *totals, size_t shown)
{
	uint64_t whole = totals_whole(totals), known = 0;

	for (size_t i = 0; i < totals->line_count; i++)
		known += totals->lines[i].self;
	view_line(view, 0, "%zu of %zu line%s, shares are of %s", shown, totals->line_count,
		  view_plural(totals->line_count), view_samples(view, whole, totals->state));
	if (known < whole && totals->state == STATE_ON_CPU)
		view_line(view, 0, "%.1f %% of these are in code without line numbers: build it with -g",
			  view_share(whole - known, whole) * 100);
}

void line_table(struct view *view, const struct totals *totals, double least)
{
	struct row rows[LINE_TABLE_ROWS];
	size_t count = find_rows(totals, least, rows), location = lay_out(view, rows, count);

	say_head(view, location);
	for (size_t i = 0; i < count; i++)
		say_row(view, totals, &rows[i], location);
	say_end(view, totals, count);
}
