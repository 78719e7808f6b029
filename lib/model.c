#include "model_internal.h"

#include "die.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct reading {
	struct model *model;
	model_on_sample *on_sample;
	const struct record_handlers *more;
	void *state;
};

static void hand_on(void *state, const struct record *record)
{
	const struct reading *reading = state;

	if (reading->more && reading->more->on[record->type])
		reading->more->on[record->type](reading->state, record);
}

static void on_profile(void *state, const struct record *record)
{
	struct model *model = ((struct reading *)state)->model;
	struct arena *texts = &model->parts->texts;

	model->profile = record->profile;
	model->profile.exe = arena_copy(texts, record->profile.exe, strlen(record->profile.exe));
	model->profile.platform = arena_copy(texts, record->profile.platform, strlen(record->profile.platform));
	hand_on(state, record);
}

static void on_image(void *state, const struct record *record)
{
	struct model *model = ((struct reading *)state)->model;
	struct model_parts *parts = model->parts;

	id_map_set(&parts->image_ids, record->image.id, intern_text(&parts->images, record->image.path));
	model->image_count = parts->images.count;
	hand_on(state, record);
}

static void on_thread(void *state, const struct record *record)
{
	struct model *model = ((struct reading *)state)->model;

	id_map_set(&model->parts->thread_ids, record->thread.id, model_add_fiber(model, &record->thread));
	hand_on(state, record);
}

static uint32_t named_function(struct model *model, const struct frame *frame)
{
	uint32_t index = model_add_function(model, frame->name, frame->file);
	struct model_function *function = &model->functions[index];

	if (frame->start_line && (!function->line || frame->start_line < function->line))
		function->line = frame->start_line;
	if (frame->kind == KIND_USER)
		function->kind = KIND_USER;
	return index;
}

static uint32_t address_function(struct model *model, uint64_t pc)
{
	char name[sizeof "0x0123456789abcdef"];

	snprintf(name, sizeof(name), "0x%" PRIx64, pc);
	return model_add_function(model, name, "");
}

static void on_frame(void *state, const struct record *record)
{
	struct model *model = ((struct reading *)state)->model;
	const struct frame *frame = &record->frame;
	struct model_frame added = {.image = MODEL_NO_IMAGE};

	if (frame->mapped)
		added.image = id_map_get(&model->parts->image_ids, frame->image);
	if (frame->named) {
		added.function = named_function(model, frame);
		added.line = frame->line;
		added.column = frame->column;
		added.inlined = frame->inlined;
	} else {
		added.function = address_function(model, frame->pc);
		model->addresses = true;
	}
	id_map_set(&model->parts->frame_ids, frame->id, model_add_frame(model, &added));
}

static uint32_t unknown_frame(struct model *model)
{
	const struct model_frame frame = {.function = model_add_function(model, "[unknown]", ""),
					  .image = MODEL_NO_IMAGE};

	return model_add_frame(model, &frame);
}

static void on_stack(void *state, const struct record *record)
{
	struct model *model = ((struct reading *)state)->model;
	struct model_parts *parts = model->parts;
	const struct stack *stack = &record->stack;
	uint32_t count = stack->count ? stack->count : 1;
	uint32_t *indexes = mem_grow(parts->indexes, &parts->indexes_capacity, count, sizeof(*indexes));

	parts->indexes = indexes;
	for (uint32_t i = 0; i < stack->count; i++)
		indexes[i] = id_map_get(&parts->frame_ids, stack->frames[i]);
	if (!stack->count)
		indexes[0] = unknown_frame(model);
	id_map_set(&parts->stack_ids, stack->id, intern(&parts->stacks, indexes, count * sizeof(*indexes), NULL));
	model->stack_count = parts->stacks.count;
}

static void on_sample(void *state, const struct record *record)
{
	const struct reading *reading = state;
	const struct model_parts *parts = reading->model->parts;
	struct sample sample = record->sample;

	sample.thread = id_map_get(&parts->thread_ids, sample.thread);
	sample.stack = id_map_get(&parts->stack_ids, sample.stack);
	reading->on_sample(reading->state, &sample);
}

static void on_aggregated(void *state, const struct record *record)
{
	const struct reading *reading = state;

	if (!reading->more || !reading->more->on[record->type])
		die("%s: the samples were aggregated away; take the records from before prof-aggregate",
		    record_place());
	hand_on(state, record);
}

static const struct record_handlers handlers = {{
	[RECORD_PROFILE] = on_profile,
	[RECORD_IMAGE] = on_image,
	[RECORD_THREAD] = on_thread,
	[RECORD_FRAME] = on_frame,
	[RECORD_STACK] = on_stack,
	[RECORD_SAMPLE] = on_sample,
	[RECORD_SUMMARY] = on_aggregated,
	[RECORD_FIBER] = on_aggregated,
	[RECORD_FUNCTION] = on_aggregated,
	[RECORD_LINE] = on_aggregated,
	[RECORD_END] = hand_on,
	[RECORD_OTHER] = hand_on,
}};

void model_read(struct model *model, const char *path, model_on_sample *sample, void *state,
		const struct record_handlers *more)
{
	struct reading reading = {.model = model, .on_sample = sample, .more = more, .state = state};

	model->parts = mem_new(1, sizeof(*model->parts));
	records_read(path, &handlers, &reading);
}

struct model_stack model_stack(const struct model *model, uint32_t stack)
{
	const struct intern *stacks = &model->parts->stacks;

	return (struct model_stack){
		.frames = intern_key(stacks, stack),
		.count = (uint32_t)(stacks->keys[stack].length / sizeof(uint32_t)),
	};
}

const char *model_image(const struct model *model, uint32_t image)
{
	return intern_key(&model->parts->images, image);
}
