#include "speedscope.h"

#include "die.h"
#include "runs.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NANOSECONDS = 1000000000, NANO_DIGITS = 9 };

struct writing {
	const struct speedscope *speedscope;
	struct out *out;
};

static void on_sample(void *state, const struct sample *sample)
{
	struct speedscope *speedscope = state;

	timeline_add(&speedscope->timeline, sample);
}

/* Stacks of the same functions are one row, whatever their addresses and lines. */
static uint32_t row_of(struct speedscope *speedscope, struct model_stack stack)
{
	enum { NUMBER_SIZE = sizeof "4294967295," };
	char *row = mem_new(stack.count, NUMBER_SIZE);
	size_t used = 0;
	uint32_t index;

	for (uint32_t i = stack.count; i-- > 0;) {
		uint32_t function = speedscope->model.frames[stack.frames[i]].function;

		used += (size_t)snprintf(row + used, NUMBER_SIZE, "%c%" PRIu32, used ? ',' : '[', function);
	}
	row[used++] = ']';
	index = intern(&speedscope->rows, row, used, NULL);
	free(row);
	return index;
}

static void make_rows(struct speedscope *speedscope)
{
	size_t count = speedscope->model.stack_count;

	speedscope->row_of_stack = mem_new(count, sizeof(uint32_t));
	for (uint32_t i = 0; i < count; i++)
		speedscope->row_of_stack[i] = row_of(speedscope, model_stack(&speedscope->model, i));
}

/* Decimals, so that the weights of a file add up to its endValue to the last digit. */
static void write_seconds(struct out *out, uint64_t nanoseconds)
{
	uint64_t fraction = nanoseconds % NANOSECONDS;
	char digits[NANO_DIGITS];
	size_t length = NANO_DIGITS;

	out_u64(out, nanoseconds / NANOSECONDS);
	if (!fraction)
		return;
	for (size_t i = NANO_DIGITS; i-- > 0; fraction /= 10)
		digits[i] = (char)('0' + fraction % 10);
	while (digits[length - 1] == '0')
		length--;
	out_char(out, '.');
	out_bytes(out, digits, length);
}

static void write_samples(const struct writing *writing, struct runs runs)
{
	struct out *out = writing->out;
	struct run run;

	for (const char *comma = ""; runs_next(&runs, &run); comma = ",") {
		const struct intern_key *key = &writing->speedscope->rows.keys[run.key];

		out_text(out, comma);
		out_bytes(out, key->bytes, key->length);
	}
}

static void write_states(const struct writing *writing, struct runs runs)
{
	struct run run;

	while (runs_next(&runs, &run))
		out_char(writing->out, run.waits ? '1' : '0');
}

/* Times are rounded and weights are their differences, so that no error adds up. */
static void write_weights(const struct writing *writing, struct runs runs)
{
	struct out *out = writing->out;
	struct run run;
	uint64_t sum = 0, before = 0;

	for (const char *comma = ""; runs_next(&runs, &run); comma = ",") {
		uint64_t after = model_nanoseconds(&writing->speedscope->model, sum += run.count);

		out_text(out, comma);
		write_seconds(out, after - before);
		before = after;
	}
}

static void write_profile(const struct writing *writing, const char *name, uint64_t sum, struct runs runs)
{
	struct out *out = writing->out;

	out_text(out, "{\"type\":\"sampled\",\"name\":");
	out_json(out, name);
	out_text(out, ",\"unit\":\"seconds\",\"startValue\":0,\"endValue\":");
	write_seconds(out, model_nanoseconds(&writing->speedscope->model, sum));
	out_text(out, ",\n\"samples\":[");
	write_samples(writing, runs);
	out_text(out, "],\n\"weights\":[");
	write_weights(writing, runs);
	out_text(out, "],\n\"states\":\"");
	write_states(writing, runs);
	out_text(out, "\"}");
}

/* speedscope refuses a file without profiles, so without samples there is an empty one. */
static void write_profiles(const struct writing *writing)
{
	const struct speedscope *speedscope = writing->speedscope;
	const struct timeline *timeline = &speedscope->timeline;
	size_t count;
	uint32_t *fibers = runs_fibers(&speedscope->model, timeline, &count);

	for (size_t i = 0; i < count; i++) {
		const struct timeline_fiber *fiber = &timeline->fibers[fibers[i]];
		struct runs runs = {timeline, speedscope->row_of_stack, false, fiber->first};

		out_text(writing->out, i ? ",\n" : "");
		write_profile(writing, speedscope->model.fibers[fibers[i]].name, fiber->sum, runs);
	}
	if (count != 1) {
		struct runs runs = {timeline, speedscope->row_of_stack, true, 0};

		out_text(writing->out, count ? ",\n" : "");
		write_profile(writing, count ? "all fibers" : "no samples", timeline->sum, runs);
	}
	free(fibers);
}

static void write_frame(struct out *out, const struct model_function *function)
{
	out_text(out, "{\"name\":");
	out_json(out, function->name);
	if (*function->file) {
		out_text(out, ",\"file\":");
		out_json(out, function->file);
	}
	if (function->line) {
		out_text(out, ",\"line\":");
		out_u64(out, function->line);
	}
	out_text(out, function->kind == KIND_RUNTIME ? ",\"kind\":\"runtime\"}" : "}");
}

static void write_frames(const struct writing *writing)
{
	const struct model *model = &writing->speedscope->model;

	for (size_t i = 0; i < model->function_count; i++) {
		out_text(writing->out, i ? ",\n" : "");
		write_frame(writing->out, &model->functions[i]);
	}
}

void speedscope_read(struct speedscope *speedscope, const char *path)
{
	model_read(&speedscope->model, path, on_sample, speedscope, NULL);
	timeline_sort(&speedscope->timeline, speedscope->model.fiber_count);
	make_rows(speedscope);
	if (!speedscope->timeline.count)
		warn("the profile has no samples");
}

void speedscope_write(struct speedscope *speedscope, struct out *out)
{
	const struct writing writing = {speedscope, out};
	const char *exe = speedscope->model.profile.exe, *slash = strrchr(exe, '/');
	const char *name = slash ? slash + 1 : exe;

	out_text(out, "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\n\"shared\":{\"frames\":[");
	write_frames(&writing);
	out_text(out, "]},\n\"profiles\":[");
	write_profiles(&writing);
	out_text(out, "],\n\"name\":");
	out_json(out, *name ? name : "profile");
	out_text(out, ",\"activeProfileIndex\":0,\"exporter\":\"osprey-prof@" OSPREY_VERSION "\"}\n");
}
