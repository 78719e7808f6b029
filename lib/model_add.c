#include "model_internal.h"

#include "symbol_search.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { SYSTEM_NAME = 15 }; /* bytes that Linux keeps of the name of a thread */

static char *scratch(struct model_parts *parts, size_t size)
{
	parts->key = mem_grow(parts->key, &parts->key_capacity, size, 1);
	return parts->key;
}

/* A thread begins with the name of the one that made it, at first the program's: the first bytes of its file's name. */
static bool has_own_name(const struct model *model, const struct thread *thread)
{
	const char *inherited = model->parts->main_name;

	return *thread->name && strncmp(thread->name, path_base(model->profile.exe), SYSTEM_NAME) != 0 &&
	       (!inherited || strcmp(thread->name, inherited) != 0);
}

/* The name that a thread's fiber is shown under, as an index of parts->fibers. */
static uint32_t fiber_name(struct model *model, const struct thread *thread, bool *added)
{
	int64_t number = thread->fiber >= 0 ? thread->fiber : (int64_t)thread->id;
	size_t size = strlen(thread->label) + strlen(thread->name) + sizeof "-9223372036854775807 ()";
	char *name = scratch(model->parts, size);

	if (thread->fiber == 0 && strcmp(thread->label, "main") == 0)
		snprintf(name, size, "main");
	else if (strcmp(thread->label, "thread") == 0 && has_own_name(model, thread))
		snprintf(name, size, "%s-%" PRId64 " (%s)", thread->label, number, thread->name);
	else
		snprintf(name, size, "%s-%" PRId64, thread->label, number);
	return intern(&model->parts->fibers, name, strlen(name), added);
}

uint32_t model_add_fiber(struct model *model, const struct thread *thread)
{
	struct model_parts *parts = model->parts;
	bool added;
	uint32_t fiber = fiber_name(model, thread, &added);

	if (strcmp(thread->label, "main") == 0)
		parts->main_name = arena_copy(&parts->texts, thread->name, strlen(thread->name));
	if (added) {
		model->fibers =
			mem_grow(model->fibers, &parts->fiber_capacity, ++model->fiber_count, sizeof(*model->fibers));
		model->fibers[fiber] = (struct model_fiber){
			.name = intern_key(&parts->fibers, fiber),
			.label = arena_copy(&parts->texts, thread->label, strlen(thread->label)),
			.fiber = thread->fiber,
		};
	}
	return fiber;
}

uint32_t model_add_function(struct model *model, const char *name, const char *file)
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

uint32_t model_add_frame(struct model *model, const struct model_frame *frame)
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
