/* prof-to-v8: a .cpuprofile, the format of V8 that VS Code, Chrome's DevTools and speedscope open.
 *
 * In:  any stage of the records, or the raw file:
 *        {"type":"stack","id":0,"frames":[0,1]}
 *        [12345,0,0,0,3]
 * Out: the tree of calls, and which node ran when, in microseconds; timeDeltas[i] lies between samples i - 1 and i:
 *        {"nodes":[{"id":1,"callFrame":{"functionName":"(root)",...},"hitCount":0,"children":[2]},...],
 *         "samples":[2,1],"timeDeltas":[0,3009],"startTime":0,"endTime":3009} */
#include "die.h"
#include "model.h"
#include "out.h"
#include "program.h"
#include "run_line.h"
#include "timeline.h"
#include "v8_tree.h"

#include <unistd.h>

struct v8 {
	struct model model;
	struct timeline timeline; /* of samples on the CPU */
	struct intern fibers;	  /* those that have samples, waiting ones too */
	struct v8_tree tree;
	struct out out;
};

static const struct program program = {
	.name = "prof-to-v8",
	.help = "usage: prof-to-v8 [FILE]\n"
		"\n"
		"Writes a .cpuprofile for VS Code, Chrome's DevTools and speedscope, of the\n"
		"samples on the CPU.\n"
		"Reads a raw profile or records that aren't aggregated from FILE or stdin.\n"
		"\n"
		"  -h, --help         print this help\n"
		"      --version      print the version\n",
};

static void on_sample(void *state, const struct sample *sample)
{
	struct v8 *v8 = state;

	intern(&v8->fibers, &sample->thread, sizeof(sample->thread), NULL);
	if (sample->state == STATE_ON_CPU)
		timeline_add(&v8->timeline, sample);
}

static struct run_line run_line_of(const struct v8 *v8)
{
	return (struct run_line){.model = &v8->model, .timeline = &v8->timeline, .fibers = v8->fibers.count};
}

struct step {
	uint32_t id; /* of a node; 0 at first, which is none */
	uint64_t begin_us;
};

/* The next stretch of another node: equal neighbours are one, which lasts until the next one begins. */
static bool next_step(const struct v8 *v8, struct run_line *line, struct step *step)
{
	uint32_t before = step->id;
	struct stretch stretch;

	do {
		if (!run_line_next(line, &stretch))
			return false;
		step->id = v8_tree_id(&v8->tree, &stretch);
	} while (step->id == before);
	step->begin_us = stretch.begin_us;
	return true;
}

static void write_samples(struct v8 *v8)
{
	struct run_line line = run_line_of(v8);
	struct step step = {0};

	for (const char *comma = ""; next_step(v8, &line, &step); comma = ",") {
		out_text(&v8->out, comma);
		out_u64(&v8->out, step.id);
	}
}

/* Returns their sum. */
static uint64_t write_deltas(struct v8 *v8)
{
	struct run_line line = run_line_of(v8);
	struct step step = {0};
	uint64_t before_us = 0;

	for (const char *comma = ""; next_step(v8, &line, &step); comma = ",") {
		out_text(&v8->out, comma);
		out_u64(&v8->out, step.begin_us - before_us);
		before_us = step.begin_us;
	}
	return before_us;
}

/* The last sample is the root and has no length: viewers that let the last one last until endTime agree with those that
 * give it no time. */
static void write_file(struct v8 *v8)
{
	uint64_t start_us = v8->model.profile.start_unix_ns / 1000, length_us;

	out_text(&v8->out, "{\"nodes\":[");
	v8_tree_write(&v8->tree, &v8->out);
	out_text(&v8->out, "],\n\"samples\":[");
	write_samples(v8);
	out_text(&v8->out, "],\n\"timeDeltas\":[");
	length_us = write_deltas(v8);
	out_text(&v8->out, "],\n\"startTime\":");
	out_u64(&v8->out, start_us);
	out_text(&v8->out, ",\"endTime\":");
	out_u64(&v8->out, start_us + length_us);
	out_text(&v8->out, "}\n");
}

int main(int argc, char **argv)
{
	static struct v8 v8;
	const char *path = program_start(&program, argc, argv, NULL);

	model_read(&v8.model, path, on_sample, &v8, NULL);
	timeline_sort(&v8.timeline, v8.model.fiber_count);
	v8_tree_build(&v8.tree, run_line_of(&v8));
	if (!v8.timeline.count)
		warn("the profile has no samples on the CPU");
	out_open(&v8.out, STDOUT_FILENO, "stdout");
	write_file(&v8);
	out_close(&v8.out);
	return STATUS_DONE;
}
