/* What model.c and model_add.c share of the model: what is unique is added once, by its value. */
#ifndef OSPREY_MODEL_INTERNAL_H
#define OSPREY_MODEL_INTERNAL_H

#include "id_map.h"
#include "model.h"
#include "rows.h"

struct model_parts {
	struct intern functions, stacks, fibers, images; /* by value: what is equal is one */
	struct rows frames;
	struct id_map image_ids, frame_ids, stack_ids, thread_ids;
	size_t function_capacity, frame_capacity, fiber_capacity;
	struct arena texts;
	const char *main_name; /* of the main thread, as the system has it; NULL unknown */
	char *key;	       /* scratch */
	size_t key_capacity;
	uint32_t *indexes; /* scratch */
	size_t indexes_capacity;
};

/* Each gives the index of what is equal to this, and adds it first where nothing is. */
uint32_t model_add_fiber(struct model *model, const struct thread *thread);
uint32_t model_add_function(struct model *model, const char *name, const char *file);
uint32_t model_add_frame(struct model *model, const struct model_frame *frame);

#endif
