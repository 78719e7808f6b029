#include "model.h"

#include "die.h"
#include "id_map.h"
#include "rows.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct model_parts {
	struct intern functions, stacks, fibers, images; /* by value: what is equal is one */
	struct rows frames;
	struct id_map image_ids, frame_ids, stack_ids, thread_ids;
	size_t function_capacity, frame_capacity, fiber_capacity;
	struct arena texts;
	char *key; /* scratch */
	size_t key_capacity;
	uint32_t *indexes; /* scratch */
	size_t indexes_capacity;
};

struct reading {
	struct model *model;
	model_on_sample *on_sample;
	const struct record_handlers *more;
	void *state;
};

static char *scratch(struct model_parts *parts, size_t size)
{
	parts->key = mem_grow(parts->key, &parts->key_capacity, size, 1);
	return parts->key;
}

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

/* The name that a thread's fiber is shown under, as an index of parts->fibers. */
static uint32_t fiber_name(struct model_parts *parts, const struct thread *thread, bool *added)
{
	int64_t number = thread->fiber >= 0 ? thread->fiber : (int64_t)thread->id;
	size_t size = strlen(thread->label) + sizeof "-9223372036854775807";
	char *name = scratch(parts, size);

	if (thread->fiber == 0 && strcmp(thread->label, "main") == 0)
		snprintf(name, size, "main");
	else
		snprintf(name, size, "%s-%" PRId64, thread->label, number);
	return intern(&parts->fibers, name, strlen(name), added);
}

static void on_thread(void *state, const struct record *record)
{
	struct model *model = ((struct reading *)state)->model;
	struct model_parts *parts = model->parts;
	const struct thread *thread = &record->thread;
	bool added;
	uint32_t fiber = fiber_name(parts, thread, &added);

	if (added) {
		model->fibers =
			mem_grow(model->fibers, &parts->fiber_capacity, ++model->fiber_count, sizeof(*model->fibers));
		model->fibers[fiber] = (struct model_fiber){
			.name = intern_key(&parts->fibers, fiber),
			.label = arena_copy(&parts->texts, thread->label, strlen(thread->label)),
			.fiber = thread->fiber,
		};
	}
	id_map_set(&parts->thread_ids, thread->id, fiber);
	hand_on(state, record);
}

static uint32_t add_function(struct model *model, const char *name, const char *file)
{
	struct model_parts *parts = model->parts;
	size_t name_size = strlen(name) + 1, file_length = strlen(file);
	char *key = scratch(parts, name_size + file_length);
	bool added;
	uint32_t index;

	memcpy(key, name, name_size);
	memcpy(key + name_size, file, file_length);
	index = intern(&parts->functions, key, name_size + file_length, &added);
	if (added) {
		const char *kept = intern_key(&parts->functions, index);

		model->functions = mem_grow(model->functions, &parts->function_capacity, ++model->function_count,
					    sizeof(*model->functions));
		model->functions[index] = (struct model_function){.name = kept, .file = kept + name_size};
	}
	return index;
}

static uint32_t add_frame(struct model *model, const struct model_frame *frame)
{
	const uint32_t key[] = {frame->function, frame->image, frame->line, frame->column, frame->inlined};
	struct model_parts *parts = model->parts;
	bool added;
	uint32_t index = rows_add(&parts->frames, key, sizeof(key), &added);

	if (added) {
		model->frames =
			mem_grow(model->frames, &parts->frame_capacity, ++model->frame_count, sizeof(*model->frames));
		model->frames[index] = *frame;
	}
	return index;
}

static uint32_t named_function(struct model *model, const struct frame *frame)
{
	uint32_t index = add_function(model, frame->name, frame->file);
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
	return add_function(model, name, "");
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
	id_map_set(&model->parts->frame_ids, frame->id, add_frame(model, &added));
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
		indexes[0] = add_frame(model, &(struct model_frame){.function = add_function(model, "[unknown]", ""),
								    .image = MODEL_NO_IMAGE});
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
