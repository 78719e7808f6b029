#include "call_table.h"

#include "cell.h"

#include <inttypes.h>
#include <stdio.h>

enum { UNIT = 3, LEAST_NAME = 12, RECURSIVE = sizeof(" (recursive)") - 1 };

/* A caller whose callees are being written. */
struct level {
	uint32_t next, shown; /* of its callees */
	uint32_t rows;	      /* of which one more may tell what is folded */
	uint32_t callees;
	bool unit; /* its callees are set off */
	uint32_t folded;
	uint64_t folded_samples;
};

struct drawing {
	struct view *view;
	const struct call_table *table;
	struct level *levels;
	size_t depth, level_capacity;
	const char **units; /* lines of callers that go on below */
	size_t unit_count, unit_capacity;
	size_t shown;
	uint64_t folded_samples;
};

static bool is_large(const struct call_table *table, uint64_t samples)
{
	return view_reaches(samples, table->whole, table->least);
}

static void push_unit(struct drawing *drawing, const char *unit)
{
	drawing->units = mem_grow(drawing->units, &drawing->unit_capacity, drawing->unit_count + 1, sizeof(unit));
	drawing->units[drawing->unit_count++] = unit;
}

static void push_level(struct drawing *drawing, uint32_t node)
{
	const struct call_shares *shares = drawing->table->shares;
	const struct call *call = &shares->calls[node];
	struct level level = {.callees = call->callees};

	while (level.shown < call->count &&
	       is_large(drawing->table, shares->calls[shares->order[call->callees + level.shown]].total))
		level.shown++;
	for (uint32_t i = level.shown; i < call->count; i++)
		level.folded_samples += shares->calls[shares->order[call->callees + i]].total;
	level.folded = call->count - level.shown;
	level.rows = level.shown;
	if (level.folded && (node == CALL_ROOT || is_large(drawing->table, level.folded_samples)))
		level.rows++;
	level.unit = level.rows > 1;
	drawing->shown += level.shown;
	drawing->folded_samples += level.folded_samples;
	drawing->levels =
		mem_grow(drawing->levels, &drawing->level_capacity, drawing->depth + 1, sizeof(*drawing->levels));
	drawing->levels[drawing->depth++] = level;
}

/* How many lines of callers have room, so that half of what is behind `column` is left for the function. */
static size_t most_units(const struct view *view, size_t column)
{
	size_t width = view->terminal.width ? view->terminal.width : VIEW_WIDEST;
	size_t room = width > column ? (width - column) / 2 / UNIT : 0;

	return room > 2 ? room - 2 : 0;
}

/* Far from the root, the nearest callers' lines are what fits. Returns the column that it ends in. */
static size_t say_units(struct drawing *drawing, size_t column, const char *branch)
{
	size_t most = most_units(drawing->view, column), first = 0;

	if (drawing->unit_count > most) {
		first = drawing->unit_count - most;
		out_text(&drawing->view->out, "…  ");
		column += UNIT;
	}
	for (size_t i = first; i < drawing->unit_count; i++)
		out_text(&drawing->view->out, drawing->units[i]);
	out_text(&drawing->view->out, branch);
	return column + (drawing->unit_count - first) * UNIT + (*branch ? UNIT : 0);
}

static void say_location(struct view *view, const struct model_function *function, size_t column)
{
	size_t width = view->terminal.width, room = width > column + VIEW_GAP ? width - column - VIEW_GAP : 0;
	const char *location;

	if (!*function->file || (width && room < LEAST_NAME))
		return;
	location = cell_location(&view->texts, function->file, function->line, width ? room : CELL_NO_LIMIT);
	view_gap(view);
	view_paint(view, VIEW_DIM);
	out_text(&view->out, location);
	view_paint(view, NULL);
}

static void say_function(struct view *view, const struct call_table *table, const struct call *call, size_t column)
{
	const struct model_function *function = &table->shares->model->functions[call->function];
	size_t width = view->terminal.width, taken = column + (call->recursive ? RECURSIVE : 0), limit = CELL_NO_LIMIT;
	const char *name;

	if (width)
		limit = width > taken + LEAST_NAME ? width - taken : LEAST_NAME;
	name = cell_function(&view->texts, function->name, limit);
	out_text(&view->out, name);
	if (call->recursive)
		view_say(view, " (recursive)");
	say_location(view, function, taken + cell_width(name));
	view_say(view, "\n");
}

/* The columns before the tree; returns how many. */
static size_t say_shares(struct view *view, const struct call_table *table, uint64_t total, const uint64_t *self)
{
	double share = view_share(total, table->whole), heat = table->callers ? share : 0;
	const char *color;

	if (!table->callers && self)
		heat = view_share(*self, table->whole);
	color = view_heat(heat);
	if (color)
		view_paint(view, color);
	view_percent(view, share);
	if (!table->callers)
		view_gap(view);
	if (!table->callers && self)
		view_percent(view, heat);
	else if (!table->callers)
		view_say(view, "%*s", VIEW_PERCENT, "");
	if (color)
		view_paint(view, NULL);
	view_gap(view);
	return VIEW_PERCENT + VIEW_GAP + (table->callers ? 0 : VIEW_PERCENT + VIEW_GAP);
}

static void say_folded(struct drawing *drawing, const struct level *level, const char *branch)
{
	size_t column = say_shares(drawing->view, drawing->table, level->folded_samples, NULL);

	say_units(drawing, column, branch);
	view_say(drawing->view, "… %" PRIu32 " more\n", level->folded);
}

static void say_row(struct drawing *drawing, struct level *level)
{
	const struct call_shares *shares = drawing->table->shares;
	bool unit = level->unit, last = level->next + 1 == level->rows;
	const char *branch = !unit ? "" : last ? "└─ " : "├─ ";
	const struct call *call;
	uint32_t node;
	size_t column;

	if (level->next++ == level->shown) {
		say_folded(drawing, level, branch);
		return;
	}
	node = shares->order[level->callees + level->next - 1];
	call = &shares->calls[node];
	column = say_shares(drawing->view, drawing->table, call->total, &call->self);
	column = say_units(drawing, column, branch);
	say_function(drawing->view, drawing->table, call, column);
	if (unit)
		push_unit(drawing, last ? "   " : "│  ");
	push_level(drawing, node);
}

static void pop_level(struct drawing *drawing)
{
	drawing->depth--;
	if (drawing->depth && drawing->levels[drawing->depth - 1].unit)
		drawing->unit_count--;
}

static void say_head(struct view *view, const struct call_table *table)
{
	view_paint(view, VIEW_BOLD);
	view_say(view, table->callers ? "TOTAL%%  FUNCTION, BELOW IT ITS CALLERS" : "TOTAL%%   SELF%%  FUNCTION");
	view_paint(view, NULL);
	view_say(view, "\n");
}

static void say_end(struct drawing *drawing)
{
	const struct call_table *table = drawing->table;
	const char *samples = view_samples(drawing->view, table->whole, table->shares->state);
	size_t folded = table->shares->count - drawing->shown;

	if (!folded)
		view_line(drawing->view, 0, "shares are of %s", samples);
	else
		view_line(drawing->view, 0, "shares are of %s; folded: %zu call%s below %g %%, %.1f %% in all", samples,
			  folded, view_plural(folded), table->least,
			  view_share(drawing->folded_samples, table->whole) * 100);
}

void call_table(struct view *view, const struct call_table *table)
{
	struct drawing drawing = {.view = view, .table = table};

	say_head(view, table);
	push_level(&drawing, CALL_ROOT);
	while (drawing.depth) {
		struct level *level = &drawing.levels[drawing.depth - 1];

		if (level->next == level->rows)
			pop_level(&drawing);
		else
			say_row(&drawing, level);
	}
	say_end(&drawing);
}
