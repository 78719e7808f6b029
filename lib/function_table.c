#include "function_table.h"

#include "cell.h"

#include <inttypes.h>

enum { BAR = 8, LEAST = 8 };

struct row {
	const struct function *function;
	const char *name, *location;
};

struct widths {
	size_t self, total, name;
};

static size_t larger(size_t a, size_t b)
{
	return a > b ? a : b;
}

static size_t smaller(size_t a, size_t b)
{
	return a < b ? a : b;
}

static void make_rows(struct view *view, struct row *rows, size_t count, const size_t limits[2])
{
	for (size_t i = 0; i < count; i++) {
		const struct function *function = rows[i].function;

		rows[i].name = cell_function(&view->texts, function->name, limits[0]);
		rows[i].location = cell_location(&view->texts, function->file, function->line, limits[1]);
	}
}

static size_t widest_name(const struct row *rows, size_t count)
{
	size_t width = sizeof("FUNCTION") - 1;

	for (size_t i = 0; i < count; i++)
		width = larger(width, cell_width(rows[i].name));
	return width;
}

static size_t widest_location(const struct row *rows, size_t count)
{
	size_t width = sizeof("LOCATION") - 1;

	for (size_t i = 0; i < count; i++)
		width = larger(width, cell_width(rows[i].location));
	return width;
}

static size_t room_for_texts(const struct view *view, const struct widths *widths)
{
	size_t taken = VIEW_PERCENT + 1 + BAR + VIEW_PERCENT + widths->self + widths->total + 5 * VIEW_GAP;
	size_t width = view->terminal.width;

	return width > taken + 2 * LEAST ? width - taken : 2 * LEAST;
}

/* What one column of texts doesn't need of its half goes to the other. */
static void shorten(struct view *view, struct row *rows, size_t count, size_t room)
{
	size_t name = widest_name(rows, count), location = widest_location(rows, count);
	size_t limits[2];

	if (name + location <= room)
		return;
	limits[0] = smaller(name, larger(room / 2, location < room ? room - location : 0));
	limits[1] = room - limits[0];
	make_rows(view, rows, count, limits);
	limits[1] = room - widest_name(rows, count); /* names without template arguments leave more */
	make_rows(view, rows, count, limits);
}

static struct widths lay_out(struct view *view, const struct totals *totals, struct row *rows, size_t count)
{
	static const size_t no_limits[2] = {CELL_NO_LIMIT, CELL_NO_LIMIT};
	struct widths widths = {.self = sizeof("SELF") - 1, .total = sizeof("TOTAL") - 1};

	for (size_t i = 0; i < count; i++) {
		rows[i].function = &totals->functions[i];
		widths.self = larger(widths.self, view_digits(rows[i].function->self));
		widths.total = larger(widths.total, view_digits(rows[i].function->total));
	}
	make_rows(view, rows, count, no_limits);
	if (view->terminal.width)
		shorten(view, rows, count, room_for_texts(view, &widths));
	widths.name = smaller(widest_name(rows, count), VIEW_WIDEST);
	return widths;
}

static void say_head(struct view *view, const struct widths *widths)
{
	view_paint(view, VIEW_BOLD);
	cell_right(&view->out, "SELF%", VIEW_PERCENT);
	cell_left(&view->out, "", 1 + BAR + VIEW_GAP);
	cell_right(&view->out, "TOTAL%", VIEW_PERCENT);
	view_gap(view);
	cell_right(&view->out, "SELF", widths->self);
	view_gap(view);
	cell_right(&view->out, "TOTAL", widths->total);
	view_gap(view);
	cell_left(&view->out, "FUNCTION", widths->name);
	view_gap(view);
	view_say(view, "LOCATION");
	view_paint(view, NULL);
	view_say(view, "\n");
}

static const char *color_of(double share)
{
	if (share >= 0.05)
		return VIEW_RED_BOLD;
	return share >= 0.005 ? VIEW_YELLOW : NULL;
}

static void say_row(struct view *view, const struct row *row, uint64_t whole, const struct widths *widths)
{
	double self = view_share(row->function->self, whole);
	const char *color = color_of(self);

	if (color)
		view_paint(view, color);
	view_percent(view, self);
	view_say(view, " ");
	cell_bar(&view->out, self, BAR);
	if (color)
		view_paint(view, NULL);
	view_gap(view);
	view_percent(view, view_share(row->function->total, whole));
	view_say(view, "  %*" PRIu64, (int)widths->self, row->function->self);
	view_say(view, "  %*" PRIu64 "  ", (int)widths->total, row->function->total);
	cell_left(&view->out, row->name, widths->name);
	view_gap(view);
	out_text(&view->out, row->location);
	view_say(view, "\n");
}

void function_table(struct view *view, const struct totals *totals)
{
	struct row rows[FUNCTION_TABLE_ROWS];
	size_t count = smaller(totals->function_count, FUNCTION_TABLE_ROWS);
	struct widths widths = lay_out(view, totals, rows, count);

	say_head(view, &widths);
	for (size_t i = 0; i < count; i++)
		say_row(view, &rows[i], totals->summary.oncpu, &widths);
}
