#include "sums.h"

static const uint32_t no_line = UINT32_MAX;

static void copy_functions(struct totals *totals, const struct model *model)
{
	totals->functions = mem_new(model->function_count, sizeof(*totals->functions));
	for (size_t i = 0; i < model->function_count; i++) {
		const struct model_function *from = &model->functions[i];

		totals->functions[i] = (struct function){
			.name = from->name,
			.file = from->file,
			.line = from->line,
			.kind = from->kind,
		};
	}
	totals->function_count = model->function_count;
}

static void copy_fibers(struct totals *totals, const struct model *model)
{
	totals->fibers = mem_new(model->fiber_count, sizeof(*totals->fibers));
	for (size_t i = 0; i < model->fiber_count; i++) {
		const struct model_fiber *from = &model->fibers[i];

		totals->fibers[i] = (struct fiber){.fiber = from->fiber, .label = from->label, .name = from->name};
	}
	totals->fiber_count = model->fiber_count;
}

/* The line that a frame counts for. Each function has its own copy of its file's name, so files are interned first. */
static uint32_t frame_line(struct sums *sums, const struct line *line)
{
	const uint32_t key[] = {intern_text(&sums->files, line->file), line->line};
	bool added;
	uint32_t index = rows_add(&sums->lines, key, sizeof(key), &added);

	if (added)
		sums->totals->lines[sums->totals->line_count++] = *line;
	return index;
}

static void find_lines(struct sums *sums)
{
	const struct model *model = sums->model;

	sums->totals->lines = mem_new(model->frame_count, sizeof(*sums->totals->lines));
	sums->line_of_frame = mem_new(model->frame_count, sizeof(*sums->line_of_frame));
	for (size_t i = 0; i < model->frame_count; i++) {
		const struct model_function *function = &model->functions[model->frames[i].function];
		struct line line = {.file = function->file, .line = model->frames[i].line, .kind = function->kind};

		sums->line_of_frame[i] = line.line && *line.file ? frame_line(sums, &line) : no_line;
	}
}

static void add_frame(struct sums *sums, uint32_t frame, size_t visit, const struct tally_row *row)
{
	uint32_t function = sums->model->frames[frame].function, line = sums->line_of_frame[frame];

	if (sums->function_seen[function] != visit) {
		sums->function_seen[function] = visit;
		sums->totals->functions[function].total += row->count;
	}
	if (line != no_line && sums->line_seen[line] != visit) {
		sums->line_seen[line] = visit;
		sums->totals->lines[line].total += row->count;
	}
}

static void add_leaf(struct sums *sums, uint32_t frame, uint64_t count)
{
	struct function *function = &sums->totals->functions[sums->model->frames[frame].function];
	uint32_t line = sums->line_of_frame[frame];

	function->self += count;
	if (line != no_line)
		sums->totals->lines[line].self += count;
}

static void add_unsampled(struct fiber *fiber, const struct tally_row *row)
{
	if (!fiber->unsampled || row->since_ns < fiber->unsampled_since_ns)
		fiber->unsampled_since_ns = row->since_ns;
	fiber->unsampled += row->count;
}

static void add_stack(struct sums *sums, size_t visit, const struct tally_row *row)
{
	struct model_stack stack = model_stack(sums->model, row->stack);

	for (uint32_t i = 0; i < stack.count; i++)
		add_frame(sums, stack.frames[i], visit, row);
	add_leaf(sums, stack.frames[0], row->count);
}

static void add_row(struct sums *sums, size_t visit, const struct tally_row *row)
{
	struct model_stack stack = model_stack(sums->model, row->stack);
	struct fiber *fiber = &sums->totals->fibers[row->fiber];
	struct summary *summary = &sums->totals->summary;

	doubts_add(&sums->doubts, &stack, row);
	if (doubts_unsampled(sums->model, &stack))
		add_unsampled(fiber, row);
	fiber->samples += row->count;
	summary->samples += row->count;
	if (row->state == STATE_WAITING) {
		fiber->waiting += row->count;
		summary->waiting += row->count;
	} else {
		fiber->oncpu += row->count;
		summary->oncpu += row->count;
	}
	if (row->state == sums->totals->state)
		add_stack(sums, visit, row);
}

/* Takes out what no sample counted for. */
static void drop_empty(struct totals *totals)
{
	size_t fibers = 0, functions = 0, lines = 0;

	for (size_t i = 0; i < totals->fiber_count; i++)
		if (totals->fibers[i].samples)
			totals->fibers[fibers++] = totals->fibers[i];
	for (size_t i = 0; i < totals->function_count; i++)
		if (totals->functions[i].total)
			totals->functions[functions++] = totals->functions[i];
	for (size_t i = 0; i < totals->line_count; i++)
		if (totals->lines[i].total)
			totals->lines[lines++] = totals->lines[i];
	totals->fiber_count = fibers;
	totals->function_count = functions;
	totals->line_count = lines;
}

static void finish_summary(struct totals *totals, const struct profile *profile)
{
	struct summary *summary = &totals->summary;

	summary->fibers = totals->fiber_count;
	summary->wall_seconds = (double)(profile->end_unix_ns - profile->start_unix_ns) / 1e9;
	summary->cpu_seconds = (double)summary->oncpu / (double)profile->rate_hz;
}

void sums_make(struct sums *sums, const struct tally *tally)
{
	struct totals *totals = sums->totals;

	copy_functions(totals, sums->model);
	copy_fibers(totals, sums->model);
	find_lines(sums);
	sums->function_seen = mem_new(totals->function_count, sizeof(*sums->function_seen));
	sums->line_seen = mem_new(totals->line_count, sizeof(*sums->line_seen));
	doubts_begin(&sums->doubts, sums->model, &totals->summary);
	for (size_t i = 0; i < tally->count; i++)
		add_row(sums, i + 1, &tally->rows[i]);
	doubts_end(&sums->doubts);
	drop_empty(totals);
	finish_summary(totals, &sums->model->profile);
}
