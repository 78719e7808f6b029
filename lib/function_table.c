#include "function_table.h"

#include "cell.h"
#include "mem.h"

#include <inttypes.h>
#include <stdlib.h>

enum {
	BAR = 8,
	LEAST = 8,
	NEAR_LOCATION = 20, /* holds the name of a file and a line */
	ENOUGH_NAME = 32,   /* holds a method with its class */
};

struct row {
	const struct function *function;
	const char *name, *location;
};

struct columns {
	size_t self, total, name; /* widths */
	bool bar, location;	  /* whether there are such */
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

/* What the other columns leave for the texts. */
static size_t room_for_texts(const struct view *view, const struct columns *columns)
{
	size_t taken = 2 * VIEW_PERCENT + columns->self + columns->total + 4 * VIEW_GAP;
	size_t width = view->terminal.width;

	if (columns->bar)
		taken += 1 + BAR;
	if (columns->location)
		taken += VIEW_GAP;
	return width > taken ? width - taken : 0;
}

/* Makes the rows fit. Where there is too little room for names the bar goes, then the location. A location without its
 * directories is enough while names are cut. */
static void shorten(struct view *view, struct columns *columns, struct row *rows, size_t count)
{
	size_t name = widest_name(rows, count), location = widest_location(rows, count), least;
	size_t room = room_for_texts(view, columns);

	if (name + location <= room)
		return;
	least = smaller(location, NEAR_LOCATION);
	columns->bar = room >= least + smaller(name, ENOUGH_NAME);
	room = room_for_texts(view, columns);
	columns->location = room >= 2 * LEAST;
	room = larger(room_for_texts(view, columns), LEAST);
	least = columns->location ? smaller(least, room / 2) : 0;
	make_rows(view, rows, count, (const size_t[2]){room - least, CELL_NO_LIMIT});
	if (columns->location)
		make_rows(view, rows, count, (const size_t[2]){room - least, room - widest_name(rows, count)});
}

static struct columns lay_out(struct view *view, const struct totals *totals, struct row *rows, size_t count)
{
	static const size_t no_limits[2] = {CELL_NO_LIMIT, CELL_NO_LIMIT};
	struct columns columns = {
		.self = sizeof("SELF") - 1, .total = sizeof("TOTAL") - 1, .bar = true, .location = true};

	for (size_t i = 0; i < count; i++) {
		rows[i].function = &totals->functions[i];
		columns.self = larger(columns.self, view_digits(rows[i].function->self));
		columns.total = larger(columns.total, view_digits(rows[i].function->total));
	}
	make_rows(view, rows, count, no_limits);
	if (view->terminal.width)
		shorten(view, &columns, rows, count);
	columns.name = smaller(widest_name(rows, count), VIEW_WIDEST);
	return columns;
}

static void say_head(struct view *view, const struct columns *columns)
{
	view_paint(view, VIEW_BOLD);
	cell_right(&view->out, "SELF%", VIEW_PERCENT);
	if (columns->bar)
		cell_left(&view->out, "", 1 + BAR);
	view_gap(view);
	cell_right(&view->out, "TOTAL%", VIEW_PERCENT);
	view_gap(view);
	cell_right(&view->out, "SELF", columns->self);
	view_gap(view);
	cell_right(&view->out, "TOTAL", columns->total);
	view_gap(view);
	if (columns->location) {
		cell_left(&view->out, "FUNCTION", columns->name);
		view_say(view, "  LOCATION");
	} else {
		view_say(view, "FUNCTION");
	}
	view_paint(view, NULL);
	view_say(view, "\n");
}

static void say_self(struct view *view, double self, bool bar)
{
	const char *color = view_heat(self);

	if (color)
		view_paint(view, color);
	view_percent(view, self);
	if (bar) {
		view_say(view, " ");
		cell_bar(&view->out, self, BAR);
	}
	if (color)
		view_paint(view, NULL);
}

static void say_row(struct view *view, const struct row *row, uint64_t whole, const struct columns *columns)
{
	say_self(view, view_share(row->function->self, whole), columns->bar);
	view_gap(view);
	view_percent(view, view_share(row->function->total, whole));
	view_say(view, "  %*" PRIu64, (int)columns->self, row->function->self);
	view_say(view, "  %*" PRIu64 "  ", (int)columns->total, row->function->total);
	if (columns->location) {
		cell_left(&view->out, row->name, columns->name);
		view_gap(view);
		out_text(&view->out, row->location);
	} else {
		out_text(&view->out, row->name);
	}
	view_say(view, "\n");
}

void function_table(struct view *view, const struct totals *totals, size_t most)
{
	size_t count = smaller(totals->function_count, most);
	struct row *rows = mem_new(count, sizeof(*rows));
	struct columns columns = lay_out(view, totals, rows, count);

	say_head(view, &columns);
	for (size_t i = 0; i < count; i++)
		say_row(view, &rows[i], totals_whole(totals), &columns);
	free(rows);
}
