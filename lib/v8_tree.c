#include "v8_tree.h"

#include "file_url.h"

#include <stdlib.h>

enum { ROOT = 0 /* node */ };

/* Samples whose leaf is a node, at one line. */
struct v8_tick {
	uint32_t node, line;
	uint64_t count;
};

/* In the tree, fibers and these are functions behind the model's. */
static uint32_t root_function(const struct v8_tree *tree)
{
	return (uint32_t)(tree->model->function_count + tree->model->fiber_count);
}

static uint32_t idle_function(const struct v8_tree *tree)
{
	return root_function(tree) + 1;
}

static uint32_t fiber_node(struct v8_tree *tree, uint32_t fiber)
{
	return calltree_child(&tree->calls, ROOT, (uint32_t)tree->model->function_count + fiber);
}

static void add_stacks(struct v8_tree *tree, const struct run_line *line)
{
	const struct model *model = tree->model;

	for (uint32_t i = 0; i < tree->tick_count; i++) {
		const struct timeline_what *what = timeline_what(line->timeline, i);
		uint32_t leaf = model_stack(model, what->stack).frames[0];
		uint32_t top = line->fibers > 1 ? fiber_node(tree, what->fiber) : ROOT;
		uint32_t node = calltree_add(&tree->calls, model, top, what->stack);

		tree->node_of_what[i] = node;
		tree->ticks[i] = (struct v8_tick){node, model->frames[leaf].line, 0};
	}
}

/* Idle is counted in periods too, so that viewers that go by hits show the shares that others show by time. */
static void add_idle(struct v8_tree *tree, uint64_t idle_ns)
{
	uint64_t period = model_nanoseconds(tree->model, 1);
	uint64_t count = period ? idle_ns / period + (idle_ns % period >= period - period / 2) : 0;

	tree->idle = calltree_child(&tree->calls, ROOT, idle_function(tree));
	tree->ticks[tree->tick_count++] = (struct v8_tick){tree->idle, 0, count};
}

static int compare_ticks(const void *left, const void *right)
{
	const struct v8_tick *a = left, *b = right;

	if (a->node != b->node)
		return a->node < b->node ? -1 : 1;
	return a->line < b->line ? -1 : a->line > b->line;
}

void v8_tree_build(struct v8_tree *tree, struct run_line line)
{
	struct stretch stretch;

	tree->model = line.model;
	tree->tick_count = line.timeline->whats.count;
	tree->node_of_what = mem_new(tree->tick_count, sizeof(uint32_t));
	tree->ticks = mem_new(tree->tick_count + 1, sizeof(*tree->ticks));
	calltree_child(&tree->calls, CALLTREE_NONE, root_function(tree));
	add_stacks(tree, &line);
	while (run_line_next(&line, &stretch))
		if (stretch.kind == STRETCH_SAMPLE)
			tree->ticks[stretch.what].count += timeline_what(line.timeline, stretch.what)->count;
	if (line.idle_ns)
		add_idle(tree, line.idle_ns);
	qsort(tree->ticks, tree->tick_count, sizeof(*tree->ticks), compare_ticks);
}

uint32_t v8_tree_id(const struct v8_tree *tree, const struct stretch *stretch)
{
	if (stretch->kind == STRETCH_SAMPLE)
		return tree->node_of_what[stretch->what] + 1;
	return (stretch->kind == STRETCH_IDLE ? tree->idle : ROOT) + 1;
}

static struct model_function shown_function(const struct v8_tree *tree, uint32_t node)
{
	uint32_t function = calltree_node(&tree->calls, node)->function;
	struct model_function shown = {.name = "(root)", .file = ""};

	if (function < tree->model->function_count)
		return tree->model->functions[function];
	if (function < root_function(tree))
		shown.name = tree->model->fibers[function - tree->model->function_count].name;
	else if (function == idle_function(tree))
		shown.name = "(idle)";
	return shown;
}

static void write_call_frame(struct out *out, struct model_function function)
{
	out_text(out, "\"callFrame\":{\"functionName\":");
	out_json(out, function.name);
	out_text(out, ",\"scriptId\":\"0\",\"url\":");
	out_json_file_url(out, function.file);
	out_text(out, ",\"lineNumber\":");
	out_i64(out, (int64_t)function.line - 1);
	out_text(out, function.line ? ",\"columnNumber\":0}" : ",\"columnNumber\":-1}");
}

static uint64_t sum_of_ticks(const struct v8_tick *tick, const struct v8_tick *end)
{
	uint64_t sum = 0;

	for (; tick < end; tick++)
		sum += tick->count;
	return sum;
}

/* All of one node, those of a line side by side. */
static void write_ticks(struct out *out, const struct v8_tick *tick, const struct v8_tick *end)
{
	const char *before = ",\"positionTicks\":[", *after = "";
	const struct v8_tick *first;

	while (tick < end) {
		for (first = tick; tick < end && tick->line == first->line; tick++)
			;
		if (!first->line)
			continue;
		out_text(out, before);
		out_text(out, "{\"line\":");
		out_u64(out, first->line);
		out_text(out, ",\"ticks\":");
		out_u64(out, sum_of_ticks(first, tick));
		out_char(out, '}');
		before = ",";
		after = "]";
	}
	out_text(out, after);
}

static void write_children(struct out *out, uint32_t child, const uint32_t *next)
{
	out_text(out, ",\"children\":[");
	for (const char *comma = ""; child; child = next[child], comma = ",") {
		out_text(out, comma);
		out_u64(out, child + 1);
	}
	out_char(out, ']');
}

/* Ids are the tree's indexes + 1. */
void v8_tree_write(const struct v8_tree *tree, struct out *out)
{
	size_t count = tree->calls.nodes.count;
	uint32_t *first_child = mem_new(count, sizeof(uint32_t)), *next = mem_new(count, sizeof(uint32_t));
	const struct v8_tick *tick = tree->ticks, *end = tick + tree->tick_count;

	calltree_link(&tree->calls, first_child, next);
	for (uint32_t node = 0; node < count; node++) {
		const struct v8_tick *first = tick;

		while (tick < end && tick->node == node)
			tick++;
		out_text(out, node ? ",\n{\"id\":" : "{\"id\":");
		out_u64(out, node + 1);
		out_char(out, ',');
		write_call_frame(out, shown_function(tree, node));
		out_text(out, ",\"hitCount\":");
		out_u64(out, sum_of_ticks(first, tick));
		write_children(out, first_child[node], next);
		write_ticks(out, first, tick);
		out_char(out, '}');
	}
	free(first_child);
	free(next);
}
