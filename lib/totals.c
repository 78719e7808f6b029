#include "totals.h"

#include "die.h"
#include "sums.h"

#include <stdlib.h>
#include <string.h>

struct totals_parts {
	struct totals *totals;
	struct record_writer *pass;
	struct model model;
	struct tally tally;
	struct sums sums;
	struct arena texts;
	uint64_t fiber_samples; /* of the fibers read so far */
	double squares;		/* sum of the squared counts of the on-CPU samples */
	size_t fiber_capacity, function_capacity, line_capacity;
};

static void pass_on(void *state, const struct record *record)
{
	struct totals_parts *parts = state;

	if (parts->pass)
		record_write(parts->pass, record);
}

static const char *keep(struct totals_parts *parts, const char *text)
{
	return arena_copy(&parts->texts, text, strlen(text));
}

static void on_sample(void *state, const struct sample *sample)
{
	struct totals_parts *parts = state;

	if (parts->totals->aggregated)
		die("%s: a sample after the summary of all samples", record_place());
	tally_add(&parts->tally, sample);
	if (sample->state != STATE_ON_CPU)
		return;
	parts->totals->summary.captures++;
	parts->squares += (double)sample->count * (double)sample->count;
}

/* Kish's effective size of a sample with weights. */
static void weigh_captures(const struct totals_parts *parts)
{
	struct summary *summary = &parts->totals->summary;
	double sum = (double)summary->oncpu;

	if (summary->captures)
		summary->effective_captures = (uint64_t)(sum / parts->squares * sum + 0.5);
	if (summary->effective_captures > summary->captures) /* by rounding errors */
		summary->effective_captures = summary->captures;
}

/* Percentages are made of these numbers, and none may be above 100. */
static void check_part(uint64_t part, uint64_t whole)
{
	if (part > whole)
		die("%s: a part is larger than the whole", record_place());
}

static void on_summary(void *state, const struct record *record)
{
	struct totals_parts *parts = state;
	const struct summary *summary = &record->summary;

	if (parts->totals->aggregated || parts->tally.count)
		die("%s: a summary after %s", record_place(), parts->tally.count ? "samples" : "another summary");
	check_part(summary->oncpu, summary->samples);
	check_part(summary->waiting, summary->samples - summary->oncpu);
	check_part(summary->truncated, summary->oncpu);
	check_part(summary->unresolved, summary->oncpu);
	check_part(summary->unsampled, summary->oncpu);
	check_part(summary->runnable, summary->waiting);
	check_part(summary->incomplete, summary->oncpu);
	check_part(summary->leaf_callers_unsure, summary->oncpu);
	check_part(summary->captures, summary->oncpu);
	check_part(summary->effective_captures, summary->captures);
	if (summary->captures && !summary->effective_captures)
		die("%s: captures without effective_captures", record_place());
	parts->totals->summary = *summary;
	parts->totals->summary.incomplete_image = keep(parts, summary->incomplete_image);
	parts->totals->summary.leaf_callers_unsure_image = keep(parts, summary->leaf_callers_unsure_image);
	parts->totals->aggregated = true;
	pass_on(state, record);
}

static void check_summary_came(const struct totals_parts *parts)
{
	if (!parts->totals->aggregated)
		die("%s: a sum before the summary", record_place());
}

static void on_fiber(void *state, const struct record *record)
{
	struct totals_parts *parts = state;
	struct totals *totals = parts->totals;
	struct fiber fiber = record->fiber;

	check_summary_came(parts);
	check_part(fiber.samples, totals->summary.samples - parts->fiber_samples);
	check_part(fiber.oncpu, fiber.samples);
	check_part(fiber.waiting, fiber.samples - fiber.oncpu);
	check_part(fiber.unsampled, fiber.samples);
	parts->fiber_samples += fiber.samples;
	fiber.label = keep(parts, fiber.label);
	fiber.name = keep(parts, fiber.name);
	totals->fibers = mem_grow(totals->fibers, &parts->fiber_capacity, totals->fiber_count + 1, sizeof(fiber));
	totals->fibers[totals->fiber_count++] = fiber;
	pass_on(state, record);
}

static void on_function(void *state, const struct record *record)
{
	struct totals_parts *parts = state;
	struct totals *totals = parts->totals;
	struct function function = record->function;

	check_summary_came(parts);
	check_part(function.self, function.total);
	check_part(function.total, totals->summary.oncpu);
	function.name = keep(parts, function.name);
	function.file = keep(parts, function.file);
	totals->functions =
		mem_grow(totals->functions, &parts->function_capacity, totals->function_count + 1, sizeof(function));
	totals->functions[totals->function_count++] = function;
	pass_on(state, record);
}

static void on_line(void *state, const struct record *record)
{
	struct totals_parts *parts = state;
	struct totals *totals = parts->totals;
	struct line line = record->line;

	check_summary_came(parts);
	check_part(line.self, line.total);
	check_part(line.total, totals->summary.oncpu);
	line.file = keep(parts, line.file);
	totals->lines = mem_grow(totals->lines, &parts->line_capacity, totals->line_count + 1, sizeof(line));
	totals->lines[totals->line_count++] = line;
	pass_on(state, record);
}

static int descending(uint64_t a, uint64_t b)
{
	return (a < b) - (a > b);
}

/* Of those that only call others the program's own come first: the ways into every program are the same. */
static int by_function_heat(const void *left, const void *right)
{
	const struct function *a = left, *b = right;
	int order = descending(a->self, b->self);

	if (!order)
		order = descending(a->kind == KIND_USER, b->kind == KIND_USER);
	if (!order)
		order = descending(a->total, b->total);
	if (!order)
		order = strcmp(a->name, b->name);
	return order ? order : strcmp(a->file, b->file);
}

static int by_line_heat(const void *left, const void *right)
{
	const struct line *a = left, *b = right;
	int order = descending(a->self, b->self);

	if (!order)
		order = descending(a->total, b->total);
	if (!order)
		order = strcmp(a->file, b->file);
	return order ? order : descending(b->line, a->line);
}

static void sort(struct totals *totals)
{
	if (totals->function_count)
		qsort(totals->functions, totals->function_count, sizeof(*totals->functions), by_function_heat);
	if (totals->line_count)
		qsort(totals->lines, totals->line_count, sizeof(*totals->lines), by_line_heat);
}

static void number(struct totals *totals)
{
	for (size_t i = 0; i < totals->fiber_count; i++)
		totals->fibers[i].id = (uint32_t)i;
	for (size_t i = 0; i < totals->function_count; i++)
		totals->functions[i].id = (uint32_t)i;
}

bool totals_have_fibers(const struct totals *totals)
{
	for (size_t i = 0; i < totals->fiber_count; i++)
		if (strcmp(totals->fibers[i].label, "fiber") == 0 || strcmp(totals->fibers[i].label, "effect") == 0)
			return true;
	return false;
}

uint64_t totals_whole(const struct totals *totals)
{
	return totals->state == STATE_WAITING ? totals->summary.waiting : totals->summary.oncpu;
}

static const struct record_handlers more = {{
	[RECORD_PROFILE] = pass_on,
	[RECORD_IMAGE] = pass_on,
	[RECORD_THREAD] = pass_on,
	[RECORD_SUMMARY] = on_summary,
	[RECORD_FIBER] = on_fiber,
	[RECORD_FUNCTION] = on_function,
	[RECORD_LINE] = on_line,
	[RECORD_OTHER] = pass_on,
}};

void totals_read(struct totals *totals, const char *path, struct record_writer *pass)
{
	struct totals_parts *parts = mem_new(1, sizeof(*parts));

	totals->parts = parts;
	parts->totals = totals;
	parts->pass = pass;
	model_read(&parts->model, path, on_sample, parts, &more);
	totals->profile = parts->model.profile;
	totals->model = &parts->model;
	totals->tally = &parts->tally;
	if (!totals->aggregated) {
		parts->sums = (struct sums){.totals = totals, .model = &parts->model};
		sums_make(&parts->sums, &parts->tally);
		weigh_captures(parts);
	}
	sort(totals);
	if (!totals->aggregated)
		number(totals);
}
