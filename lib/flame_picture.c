#include "flame_picture.h"

#include "cell.h"
#include "frame_colors.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { SHORTEST_CUT = 6 }; /* less of a name tells nothing */

struct box {
	uint32_t node;
	uint64_t begin; /* samples left of it */
};

/* One row, or the next; no more boxes than columns. */
struct row {
	struct box *boxes;
	size_t count;
};

struct picture {
	struct view *view;
	const struct call_shares *shares;
	uint64_t whole, folded_samples;
	size_t width, shown;
	const char **colors;
	struct arena texts;
};

static size_t column_of(const struct picture *picture, uint64_t samples)
{
	return (size_t)(view_share(samples, picture->whole) * (double)picture->width + 0.5);
}

static void add_callees(struct picture *picture, const struct box *caller, struct row *row)
{
	const struct call *call = &picture->shares->calls[caller->node];
	uint64_t begin = caller->begin;

	for (uint32_t i = 0; i < call->count; i++) {
		uint32_t node = picture->shares->order[call->callees + i];
		uint64_t end = begin + picture->shares->calls[node].total;

		if (column_of(picture, begin) < column_of(picture, end))
			row->boxes[row->count++] = (struct box){node, begin};
		else
			picture->folded_samples += end - begin;
		begin = end;
	}
}

/* The name, and behind it the share where both fit; returns the columns that they take. */
static size_t say_label(struct picture *picture, const struct call *call, size_t room)
{
	struct out *out = &picture->view->out;
	const char *name = picture->shares->model->functions[call->function].name;
	char share[sizeof(" 100.0%")];
	size_t taken = (size_t)snprintf(share, sizeof(share), " %.1f%%", view_share(call->total, picture->whole) * 100);

	if (room < SHORTEST_CUT && cell_width(name) > room)
		return 0;
	name = cell_function(&picture->texts, name, room);
	out_text(out, name);
	if (cell_width(name) + taken > room)
		return cell_width(name);
	out_text(out, share);
	return cell_width(name) + taken;
}

static void say_box(struct picture *picture, const struct call *call, size_t columns)
{
	struct view *view = picture->view;

	view_paint(view, picture->colors[call->function]);
	out_text(&view->out, "▏");
	for (size_t i = 1 + say_label(picture, call, columns - 1); i < columns; i++)
		out_text(&view->out, view->terminal.color ? " " : "░");
	view_paint(view, NULL);
}

static void say_row(struct picture *picture, const struct row *row)
{
	size_t at = 0;

	for (size_t i = 0; i < row->count; i++) {
		const struct call *call = &picture->shares->calls[row->boxes[i].node];
		size_t begin = column_of(picture, row->boxes[i].begin);

		view_say(picture->view, "%*s", (int)(begin - at), "");
		at = column_of(picture, row->boxes[i].begin + call->total);
		say_box(picture, call, at - begin);
	}
	view_say(picture->view, "\n");
	picture->shown += row->count;
	arena_reset(&picture->texts);
}

static void say_end(const struct picture *picture)
{
	size_t folded = picture->shares->count - picture->shown;
	const char *samples = view_samples(picture->view, picture->whole, picture->shares->state);

	if (!folded)
		view_line(picture->view, 0, "shares are of %s", samples);
	else
		view_line(picture->view, 0, "shares are of %s; left out: %zu call%s below a column, %.1f %% in all",
			  samples, folded, view_plural(folded),
			  view_share(picture->folded_samples, picture->whole) * 100);
}

void flame_picture(struct view *view, const struct call_shares *shares, uint64_t whole)
{
	size_t width = view->terminal.width ? view->terminal.width : FLAME_PICTURE_WIDTH;
	struct picture picture = {.view = view, .shares = shares, .whole = whole, .width = width};
	struct row row = {.boxes = mem_new(width, sizeof(*row.boxes))};
	struct row next = {.boxes = mem_new(width, sizeof(*next.boxes))};

	picture.colors = frame_colors(shares->model);
	add_callees(&picture, &(struct box){.node = CALL_ROOT}, &row);
	while (row.count) {
		struct row swap = row;

		say_row(&picture, &row);
		next.count = 0;
		for (size_t i = 0; i < row.count; i++)
			add_callees(&picture, &row.boxes[i], &next);
		row = next;
		next = swap;
	}
	say_end(&picture);
	free(row.boxes);
	free(next.boxes);
	free(picture.colors);
}
