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

/* Makes the first of the fibers that have no row stand for all of them. */
static void join_rest(struct view *view, struct totals *totals)
{
	size_t count = totals->fiber_count - MOST;
	struct fiber *rest = &totals->fibers[MOST];
	char name[sizeof("and 18446744073709551615 more")];

	for (size_t i = 1; i < count; i++) {
		rest->samples += rest[i].samples;
		rest->oncpu += rest[i].oncpu;
		rest->waiting += rest[i].waiting;
	}
	snprintf(name, sizeof(name), "and %zu more", count);
	rest->name = cell_text(&view->texts, name, CELL_NO_LIMIT);
}

static size_t make_rows(struct view *view, struct totals *totals)
{
	if (totals->fiber_count)
		qsort(totals->fibers, totals->fiber_count, sizeof(*totals->fibers), by_weight);
	if (totals->fiber_count <= MOST)
		return totals->fiber_count;
	join_rest(view, totals);
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
	struct widths widths = {.name = sizeof("FIBER") - 1};
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

static void say_head(struct view *view, const struct widths *widths)
{
	size_t state = widths->number + 1 + VIEW_PERCENT;

	view_paint(view, VIEW_BOLD);
	cell_left(&view->out, "FIBER", widths->name);
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

void fiber_table(struct view *view, struct totals *totals)
{
	size_t count = make_rows(view, totals);
	struct widths widths = measure(view, totals->fibers, count);

	say_head(view, &widths);
	for (size_t i = 0; i < count; i++) {
		const struct fiber *fiber = &totals->fibers[i];

		cell_left(&view->out, fiber->name, widths.name);
		say_state(view, fiber->oncpu, fiber->samples, widths.number);
		say_state(view, fiber->waiting, fiber->samples, widths.number);
		view_say(view, "\n");
	}
}
