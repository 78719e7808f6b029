#include "fiber_table.h"

#include "cell.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 10, LEAST = 8 };

struct widths {
	size_t name, number;
};

static int by_weight(const void *left, const void *right)
{
	const struct fiber *a = left, *b = right;

	if (a->oncpu != b->oncpu)
		return a->oncpu < b->oncpu ? 1 : -1;
	if (a->samples != b->samples)
		return a->samples < b->samples ? 1 : -1;
	return a->id < b->id ? -1 : a->id > b->id;
}

void fiber_order(struct totals *totals)
{
	if (totals->fiber_count)
		qsort(totals->fibers, totals->fiber_count, sizeof(*totals->fibers), by_weight);
}

/* One row for all fibers that have none. */
static struct fiber join_rest(struct view *view, const struct totals *totals)
{
	struct fiber rest = {0};
	char name[sizeof("and 18446744073709551615 more")];

	for (size_t i = MOST; i < totals->fiber_count; i++) {
		rest.samples += totals->fibers[i].samples;
		rest.oncpu += totals->fibers[i].oncpu;
		rest.waiting += totals->fibers[i].waiting;
	}
	snprintf(name, sizeof(name), "and %zu more", totals->fiber_count - MOST);
	rest.name = cell_text(&view->texts, name, CELL_NO_LIMIT);
	return rest;
}

static size_t make_rows(struct view *view, const struct totals *totals, struct fiber *rows)
{
	for (size_t i = 0; i < totals->fiber_count && i < MOST; i++)
		rows[i] = totals->fibers[i];
	if (totals->fiber_count <= MOST)
		return totals->fiber_count;
	rows[MOST] = join_rest(view, totals);
	return MOST + 1;
}

static size_t name_limit(const struct view *view, size_t number)
{
	size_t width = view->terminal.width, taken = 2 * (VIEW_GAP + number + 1 + VIEW_PERCENT);
	size_t room = width > taken + LEAST ? width - taken : LEAST;

	if (!width)
		return CELL_NO_LIMIT;
	return room < width / 3 ? room : width / 3;
}

static struct widths measure(struct view *view, struct fiber *fibers, size_t count)
{
	struct widths widths = {.name = sizeof("THREAD") - 1};
	size_t limit;

	for (size_t i = 0; i < count; i++) {
		uint64_t most = fibers[i].oncpu > fibers[i].waiting ? fibers[i].oncpu : fibers[i].waiting;

		if (view_digits(most) > widths.number)
			widths.number = view_digits(most);
	}
	limit = name_limit(view, widths.number);
	for (size_t i = 0; i < count; i++) {
		fibers[i].name = cell_text(&view->texts, fibers[i].name, limit);
		if (cell_width(fibers[i].name) > widths.name)
			widths.name = cell_width(fibers[i].name);
	}
	if (widths.name > VIEW_WIDEST)
		widths.name = VIEW_WIDEST;
	return widths;
}

static void say_head(struct view *view, const struct widths *widths, bool fibers)
{
	size_t state = widths->number + 1 + VIEW_PERCENT;

	view_paint(view, VIEW_BOLD);
	cell_left(&view->out, fibers ? "FIBER" : "THREAD", widths->name);
	view_gap(view);
	cell_right(&view->out, "RUNNING", state);
	view_gap(view);
	cell_right(&view->out, "WAITING", state);
	view_paint(view, NULL);
	view_say(view, "\n");
}

static void say_state(struct view *view, uint64_t count, uint64_t whole, size_t width)
{
	view_gap(view);
	view_say(view, "%*" PRIu64 " ", (int)width, count);
	view_percent(view, view_share(count, whole));
}

void fiber_table(struct view *view, const struct totals *totals)
{
	struct fiber rows[MOST + 1];
	size_t count = make_rows(view, totals, rows);
	struct widths widths = measure(view, rows, count);

	say_head(view, &widths, totals_have_fibers(totals));
	for (size_t i = 0; i < count; i++) {
		const struct fiber *fiber = &rows[i];

		cell_left(&view->out, fiber->name, widths.name);
		say_state(view, fiber->oncpu, fiber->samples, widths.number);
		say_state(view, fiber->waiting, fiber->samples, widths.number);
		view_say(view, "\n");
	}
}
