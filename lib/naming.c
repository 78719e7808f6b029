#include "naming.h"

#include "frame_kind.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void note_image(struct naming *naming, const struct frame *frame)
{
	if (!frame->mapped)
		return;
	naming->image_of =
		mem_grow(naming->image_of, &naming->image_capacity, (size_t)frame->id + 1, sizeof(*naming->image_of));
	naming->image_of[frame->id] = frame->image + 1;
	if (frame_is_unnamed(frame->name, frame->file))
		id_set_add(&naming->unnamed, frame->id);
}

/* The file of the image of a frame of the output; NULL when it is in none. */
static struct image_file *file_of(struct naming *naming, uint32_t id)
{
	uint32_t image = id < naming->image_capacity ? naming->image_of[id] : 0;

	return image ? image_files_get(&naming->files, image - 1) : NULL;
}

/* Adds a named frame to the list that stands for one address or frame of the input. */
static void add_named(struct naming *naming, struct id_lists *lists, uint32_t number, const struct frame *frame)
{
	struct record record = {.type = RECORD_FRAME, .frame = *frame};
	bool added;

	record.frame.id = named_frames_id(&naming->named, frame, &added);
	if (added) {
		record_write(naming->writer, &record);
		note_image(naming, &record.frame);
	}
	id_lists_add(lists, number, record.frame.id);
}

void naming_frame(struct naming *naming, const struct record *record)
{
	const struct frame *frame = &record->frame;

	naming->renaming = naming->renaming || !frame->named;
	if (!frame->named) {
		naming->frames =
			mem_grow(naming->frames, &naming->frame_capacity, naming->frame_count + 1, sizeof(*frame));
		naming->frames[naming->frame_count++] = *frame;
		return;
	}
	id_lists_begin(&naming->named_as, frame->id);
	if (naming->renaming) {
		add_named(naming, &naming->named_as, frame->id, frame);
		return;
	}
	named_frames_keep(&naming->named, frame);
	id_lists_add(&naming->named_as, frame->id, frame->id);
	record_write(naming->writer, record);
}

void naming_stack(struct naming *naming, const struct record *record)
{
	const struct stack *stack = &record->stack;
	uint32_t number = (uint32_t)naming->stack_count;

	if (!naming->renaming) {
		record_write(naming->writer, record);
		return;
	}
	naming->stacks =
		mem_grow(naming->stacks, &naming->stack_capacity, naming->stack_count + 1, sizeof(*naming->stacks));
	naming->stacks[naming->stack_count++] = stack->id;
	id_lists_begin(&naming->stack_frames, number);
	for (uint32_t i = 0; i < stack->count; i++)
		id_lists_add(&naming->stack_frames, number, stack->frames[i]);
}

/* Whether a symbolizer can be asked for the frame, and at which place. */
static bool find_place(struct naming *naming, const struct frame *frame, uint32_t *place)
{
	const struct image_file *file = frame->mapped ? image_files_get(&naming->files, frame->image) : NULL;

	if (!file || !image_file_holds(file, frame->addr))
		return false;
	*place = places_add(&naming->places, frame->image, frame->addr);
	return true;
}

/* A frame without line and first line comes from the symbol table: debug information knows its function otherwise. */
static bool is_from_symbols(const struct frame *frames, size_t count)
{
	return count == 1 && !frames->line && !frames->start_line;
}

static void on_names(void *state, size_t number, const struct frame *frames, size_t count)
{
	struct naming *naming = state;
	struct place place = places_get(&naming->places, (uint32_t)number);
	uint32_t image = (uint32_t)place.image;
	struct image_file *file = image_files_get(&naming->files, image);
	const char *path = image_map_get(&naming->images, image)->path;
	char name[STUB_NAME_SIZE];
	struct frame by_code = {.named = true, .name = name, .file = ""};

	id_lists_begin(&naming->answers, (uint32_t)number);
	file->unanswered = file->unanswered || !frames;
	if (!frames)
		return;
	if ((!count || is_from_symbols(frames, count)) &&
	    function_name_by_code(&naming->names, file, path, place.addr, count ? frames : NULL, name)) {
		frames = &by_code;
		count = *name != '\0';
	}
	for (size_t i = 0; i < count; i++) {
		struct frame frame = frames[i];
		char *moved = symbol_search_map(&naming->files.search, frame.file);

		frame.file = moved ? moved : frame.file;
		frame.mapped = true;
		frame.image = image;
		frame.kind = frame_kind(frame.file, file->main ? NULL : path);
		function_name_settle(&naming->names, file, path, &frame);
		add_named(naming, &naming->answers, (uint32_t)number, &frame);
		file->lines = file->lines || frame.line;
		free(moved);
	}
}

static void note_outside(struct naming *naming, uint32_t id)
{
	uint32_t count;

	id_set_add(&naming->outside, *id_lists_get(&naming->named_as, id, &count));
	naming->files.outside++;
}

/* Code that was made at run time is in no image where the profile was recovered.
 * An image in brackets, "[jit 0x7f00]", has no file: what has no name in it is one frame, so that one hot spot isn't
 * many addresses. */
static void add_nameless(struct naming *naming, const struct frame *frame)
{
	const struct image *image = frame->mapped ? image_map_get(&naming->images, frame->image) : NULL;
	struct frame named = {.named = true, .file = "", .mapped = frame->mapped, .image = frame->image};
	char address[sizeof("0x0123456789abcdef")];

	snprintf(address, sizeof(address), "0x%" PRIx64, frame->pc);
	if (!image || image->path[0] == '[')
		named.name = perf_map_find(&naming->perf_map, &naming->profile, frame->pc - frame->call);
	if (!named.name)
		named.name = image && image->path[0] == '[' ? image->path : address;
	add_named(naming, &naming->named_as, frame->id, &named);
	if (!image && named.name == address)
		note_outside(naming, frame->id);
}

static void name_frame(struct naming *naming, const struct frame *frame)
{
	uint32_t place, innermost, count = 0;
	const uint32_t *ids = find_place(naming, frame, &place) ? id_lists_get(&naming->answers, place, &count) : NULL;
	struct image_file *file;

	id_lists_begin(&naming->named_as, frame->id);
	for (uint32_t i = 0; i < count; i++)
		id_lists_add(&naming->named_as, frame->id, ids[i]);
	if (!count)
		add_nameless(naming, frame);
	innermost = *id_lists_get(&naming->named_as, frame->id, &count);
	file = id_set_has(&naming->unnamed, innermost) ? file_of(naming, innermost) : NULL;
	if (file)
		file->unnamed++;
}

static void note_stack(struct naming *naming, const struct stack *stack)
{
	naming->leaf_of =
		mem_grow(naming->leaf_of, &naming->leaf_capacity, (size_t)stack->id + 1, sizeof(*naming->leaf_of));
	naming->leaf_of[stack->id] = stack->count ? stack->frames[0] + 1 : 0;
	for (uint32_t i = 0; i < stack->count && naming->files.outside; i++)
		if (id_set_has(&naming->outside, stack->frames[i]))
			id_set_add(&naming->astray, stack->id);
}

void naming_sample(struct naming *naming, const struct sample *sample)
{
	uint32_t leaf = sample->stack < naming->leaf_capacity ? naming->leaf_of[sample->stack] : 0;
	struct image_file *file = leaf ? file_of(naming, leaf - 1) : NULL;

	naming->samples += sample->count;
	if (id_set_has(&naming->astray, sample->stack))
		naming->files.outside_samples += sample->count;
	if (!file)
		return;
	file->samples += sample->count;
	if (id_set_has(&naming->unnamed, leaf - 1))
		file->unnamed_samples += sample->count;
}

static void write_stack(struct naming *naming, uint32_t number)
{
	struct record record = {.type = RECORD_STACK};
	uint32_t depth, count;
	const uint32_t *frames = id_lists_get(&naming->stack_frames, number, &depth);

	id_lists_clear(&naming->expanded);
	id_lists_begin(&naming->expanded, 0);
	for (uint32_t i = 0; i < depth; i++) {
		const uint32_t *ids = id_lists_get(&naming->named_as, frames[i], &count);

		for (uint32_t k = 0; k < count; k++)
			id_lists_add(&naming->expanded, 0, ids[k]);
	}
	record.stack.id = naming->stacks[number];
	record.stack.frames = id_lists_get(&naming->expanded, 0, &record.stack.count);
	note_stack(naming, &record.stack);
	record_write(naming->writer, &record);
}

void naming_flush(struct naming *naming)
{
	uint32_t place;

	if (!naming->frame_count && !naming->stack_count)
		return;
	for (size_t i = 0; i < naming->frame_count; i++) {
		image_map_frame(&naming->images, &naming->frames[i]);
		find_place(naming, &naming->frames[i], &place);
	}
	places_ask(&naming->places, &naming->files, on_names, naming);
	for (size_t i = 0; i < naming->frame_count; i++)
		name_frame(naming, &naming->frames[i]);
	for (uint32_t i = 0; i < naming->stack_count; i++)
		write_stack(naming, i);
	id_lists_clear(&naming->stack_frames);
	naming->frame_count = naming->stack_count = 0;
}
