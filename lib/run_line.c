#include "run_line.h"

static uint64_t add(uint64_t a, uint64_t b)
{
	return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

static uint64_t now_us(const struct run_line *line)
{
	__extension__ typedef unsigned __int128 wide;

	return (uint64_t)(((wide)line->idle_ns + model_nanoseconds(line->model, line->count) + 500) / 1000);
}

static uint64_t lead_ns(const struct run_line *line)
{
	return model_nanoseconds(line->model, line->fibers < RUN_LINE_LEAD ? line->fibers : RUN_LINE_LEAD);
}

/* Whether samples fill time beyond the last one because fibers ran side by side. One that runs alone is less than a
 * period ahead, or late ticks made it so. */
static bool overlaps(const struct run_line *line)
{
	return line->mixed && line->reached_ns >= add(line->last_ns, model_nanoseconds(line->model, 1));
}

/* Takes what lies before `t_ns` for idle, unless it is shorter than `least_ns`. */
static bool idle_until(struct run_line *line, uint64_t t_ns, uint64_t least_ns)
{
	uint64_t gap, from = line->reached_ns;

	if (overlaps(line) && t_ns > add(line->last_ns, lead_ns(line)))
		from = line->last_ns;
	gap = t_ns > from ? t_ns - from : 0;
	if (!gap || gap < least_ns)
		return false;
	line->reached_ns = line->last_ns = t_ns;
	line->idle_ns += gap;
	line->mixed = false;
	line->ran = 0;
	return true;
}

static void run(struct run_line *line, uint64_t t_ns, const struct timeline_what *what, uint64_t length_ns)
{
	uint64_t limit = add(t_ns, lead_ns(line));

	line->mixed = line->mixed || (line->ran && line->ran != what->fiber + 1);
	line->ran = what->fiber + 1;
	line->count += what->count;
	line->last_ns = t_ns;
	line->reached_ns = add(line->reached_ns, length_ns);
	if (line->fibers > 1 && line->reached_ns > limit)
		line->reached_ns = limit;
}

/* The sample, or the idle before it. */
static enum stretch_kind next_sample(struct run_line *line, struct stretch *stretch)
{
	const struct timeline_row *row = timeline_row(line->timeline, line->row);
	const struct timeline_what *what = timeline_what(line->timeline, row->what);
	uint64_t length = model_nanoseconds(line->model, what->count);

	if (idle_until(line, row->t_ns > length ? row->t_ns - length : 0, model_nanoseconds(line->model, 1) / 2))
		return STRETCH_IDLE;
	run(line, row->t_ns, what, length);
	stretch->what = row->what;
	line->row++;
	return STRETCH_SAMPLE;
}

bool run_line_next(struct run_line *line, struct stretch *stretch)
{
	const struct profile *profile = &line->model->profile;

	if (line->ended)
		return false;
	stretch->begin_us = now_us(line);
	if (line->row < line->timeline->count) {
		stretch->kind = next_sample(line, stretch);
	} else if (idle_until(line, profile->end_unix_ns - profile->start_unix_ns, 0)) {
		stretch->kind = STRETCH_IDLE;
	} else {
		stretch->kind = STRETCH_END;
		line->ended = true;
	}
	return true;
}
