/* prof-to-speedscope: a file that https://www.speedscope.app opens, one sampled profile a fiber.
 *
 * In:  any stage of the records, or the raw file:
 *        {"type":"stack","id":0,"frames":[0,1]}
 *        [12345,0,0,0,3]
 * Out: stacks as indexes of shared frames, root first; weights in seconds, waiting included:
 *        {"$schema":"…","shared":{"frames":[{"name":"main"},{"name":"fib","file":"/w/fib.c","line":2}]},
 *         "profiles":[{"type":"sampled","name":"main","unit":"seconds","startValue":0,"endValue":0.003,
 *         "samples":[[0,1]],"weights":[0.003]}],…} */
#include "die.h"
#include "model.h"
#include "out.h"
#include "program.h"
#include "runs.h"
#include "timeline.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NANOSECONDS = 1000000000, NANO_DIGITS = 9 };

struct speedscope {
	struct model model;
	struct timeline timeline;
	struct intern rows; /* stacks as they are written: [1,0] */
	uint32_t *row_of_stack;
	struct out out;
};

static const struct program program = {
	.name = "prof-to-speedscope",
	.help = "usage: prof-to-speedscope [FILE]\n"
		"\n"
		"Writes a file for speedscope: one sampled profile a fiber, and one of all fibers when there are several.\n"
		"Reads a raw profile or records that aren't aggregated from FILE or stdin.\n"
		"\n"
		"  -h, --help         print this help\n"
		"      --version      print the version\n",
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

static void write_samples(struct speedscope *speedscope, struct runs runs)
{
	struct out *out = &speedscope->out;
	uint32_t row = 0;
	uint64_t count;

	for (const char *comma = ""; runs_next(&runs, &row, &count); comma = ",") {
		const struct intern_key *key = &speedscope->rows.keys[row];

		out_text(out, comma);
		out_bytes(out, key->bytes, key->length);
	}
}

/* Times are rounded and weights are their differences, so that no error adds up. */
static void write_weights(struct speedscope *speedscope, struct runs runs)
{
	struct out *out = &speedscope->out;
	uint32_t row = 0;
	uint64_t count, sum = 0, before = 0;

	for (const char *comma = ""; runs_next(&runs, &row, &count); comma = ",") {
		uint64_t after = model_nanoseconds(&speedscope->model, sum += count);

		out_text(out, comma);
		write_seconds(out, after - before);
		before = after;
	}
}

static void write_profile(struct speedscope *speedscope, const char *name, uint64_t sum, struct runs runs)
{
	struct out *out = &speedscope->out;

	out_text(out, "{\"type\":\"sampled\",\"name\":");
	out_json(out, name);
	out_text(out, ",\"unit\":\"seconds\",\"startValue\":0,\"endValue\":");
	write_seconds(out, model_nanoseconds(&speedscope->model, sum));
	out_text(out, ",\n\"samples\":[");
	write_samples(speedscope, runs);
	out_text(out, "],\n\"weights\":[");
	write_weights(speedscope, runs);
	out_text(out, "]}");
}

/* speedscope refuses a file without profiles, so without samples there is an empty one. */
static void write_profiles(struct speedscope *speedscope)
{
	const struct timeline *timeline = &speedscope->timeline;
	size_t count;
	uint32_t *fibers = runs_fibers(&speedscope->model, timeline, &count);

	for (size_t i = 0; i < count; i++) {
		const struct timeline_fiber *fiber = &timeline->fibers[fibers[i]];
		struct runs runs = {timeline, speedscope->row_of_stack, false, fiber->first};

		out_text(&speedscope->out, i ? ",\n" : "");
		write_profile(speedscope, speedscope->model.fibers[fibers[i]].name, fiber->sum, runs);
	}
	if (count != 1) {
		struct runs runs = {timeline, speedscope->row_of_stack, true, 0};

		out_text(&speedscope->out, count ? ",\n" : "");
		write_profile(speedscope, count ? "all fibers" : "no samples", timeline->sum, runs);
	}
	free(fibers);
}

static void write_frames(struct speedscope *speedscope)
{
	struct out *out = &speedscope->out;

	for (size_t i = 0; i < speedscope->model.function_count; i++) {
		const struct model_function *function = &speedscope->model.functions[i];

		out_text(out, i ? ",\n{\"name\":" : "{\"name\":");
		out_json(out, function->name);
		if (*function->file) {
			out_text(out, ",\"file\":");
			out_json(out, function->file);
		}
		if (function->line) {
			out_text(out, ",\"line\":");
			out_u64(out, function->line);
		}
		out_char(out, '}');
	}
}

static void write_file(struct speedscope *speedscope)
{
	struct out *out = &speedscope->out;
	const char *exe = speedscope->model.profile.exe, *slash = strrchr(exe, '/');
	const char *name = slash ? slash + 1 : exe;

	out_text(out, "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\n\"shared\":{\"frames\":[");
	write_frames(speedscope);
	out_text(out, "]},\n\"profiles\":[");
	write_profiles(speedscope);
	out_text(out, "],\n\"name\":");
	out_json(out, *name ? name : "profile");
	out_text(out, ",\"activeProfileIndex\":0,\"exporter\":\"osprey-prof@" OSPREY_VERSION "\"}\n");
}

int main(int argc, char **argv)
{
	static struct speedscope speedscope;
	const char *path = program_start(&program, argc, argv, NULL);

	model_read(&speedscope.model, path, on_sample, &speedscope, NULL);
	timeline_sort(&speedscope.timeline, speedscope.model.fiber_count);
	make_rows(&speedscope);
	if (!speedscope.timeline.count)
		warn("the profile has no samples");
	out_open(&speedscope.out, STDOUT_FILENO, "stdout");
	write_file(&speedscope);
	out_close(&speedscope.out);
	return STATUS_DONE;
}
