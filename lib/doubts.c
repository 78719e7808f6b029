#include "doubts.h"

#include "entry_point.h"
#include "frame_kind.h"
#include "system_image.h"

#include <string.h>

static bool is_label(const struct model_function *function, const char *label)
{
	return !*function->file && strcmp(function->name, label) == 0;
}

/* A walk ends early where code has neither unwind tables nor frame pointers. What has no name, or is in brackets and
 * no function, tells nothing. */
static bool is_incomplete(const struct model_function *root)
{
	bool bracketed = !*root->file && root->name[0] == '[';

	return !bracketed && !frame_is_unnamed(root->name, root->file) && !entry_point(root->name);
}

static const struct model_frame *root_of(const struct model *model, const struct model_stack *stack)
{
	return &model->frames[stack->frames[stack->count - 1]];
}

bool doubts_unsampled(const struct model *model, const struct model_stack *stack)
{
	return is_label(&model->functions[root_of(model, stack)->function], "[unsampled]");
}

static void add_to_image(uint64_t *counts, const struct model_frame *frame, uint64_t count)
{
	if (frame->image != MODEL_NO_IMAGE)
		counts[frame->image] += count;
}

static void add_root(struct doubts *doubts, const struct model_frame *frame, uint64_t count)
{
	const struct model_function *root = &doubts->model->functions[frame->function];

	if (is_label(root, "[truncated]"))
		doubts->summary->truncated += count;
	if (entry_point_outermost(root->name))
		doubts->leaf_callers_unsure = false;
	if (!is_incomplete(root))
		return;
	doubts->summary->incomplete += count;
	add_to_image(doubts->incomplete_in, frame, count);
}

static void add_leaf(struct doubts *doubts, const struct model_frame *frame, uint64_t count)
{
	const struct model *model = doubts->model;
	const struct model_function *function = &model->functions[frame->function];

	if (frame_is_unnamed(function->name, function->file))
		doubts->summary->unresolved += count;
	if (frame->image == MODEL_NO_IMAGE || !system_image(model_image(model, frame->image)))
		return;
	doubts->summary->leaf_callers_unsure += count;
	add_to_image(doubts->leaf_unsure_in, frame, count);
}

void doubts_begin(struct doubts *doubts, const struct model *model, struct summary *summary)
{
	*doubts = (struct doubts){
		.model = model,
		.summary = summary,
		.leaf_callers_unsure = strcmp(model->profile.platform, "linux-x86_64") == 0,
		.incomplete_in = mem_new(model->image_count, sizeof(*doubts->incomplete_in)),
		.leaf_unsure_in = mem_new(model->image_count, sizeof(*doubts->leaf_unsure_in)),
	};
}

void doubts_add(struct doubts *doubts, const struct model_stack *stack, const struct tally_row *row)
{
	const struct model_frame *leaf = &doubts->model->frames[stack->frames[0]];
	const struct model_frame *root = root_of(doubts->model, stack);

	if (row->state == STATE_ON_CPU) {
		add_leaf(doubts, leaf, row->count);
		add_root(doubts, root, row->count);
		if (doubts_unsampled(doubts->model, stack))
			doubts->summary->unsampled += row->count;
	} else if (is_label(&doubts->model->functions[root->function], "[runnable]")) {
		doubts->summary->runnable += row->count;
	}
}

static const char *largest(const struct doubts *doubts, const uint64_t *counts)
{
	uint64_t most = 0;
	const char *path = "";

	for (uint32_t i = 0; i < doubts->model->image_count; i++) {
		if (counts[i] <= most)
			continue;
		most = counts[i];
		path = model_image(doubts->model, i);
	}
	return path;
}

void doubts_end(struct doubts *doubts)
{
	doubts->summary->incomplete_image = largest(doubts, doubts->incomplete_in);
	doubts->summary->leaf_callers_unsure_image = largest(doubts, doubts->leaf_unsure_in);
	if (doubts->leaf_callers_unsure)
		return;
	doubts->summary->leaf_callers_unsure = 0;
	doubts->summary->leaf_callers_unsure_image = "";
}
