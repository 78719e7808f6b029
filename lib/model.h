/* A profile in memory, for the filters that end a pipe: all that is unique in it. Samples are not kept: they are handed
 * on.
 *
 * Ids of the stream are translated to dense indexes. Texts and arrays live to the end. One thread only. */
#ifndef OSPREY_MODEL_H
#define OSPREY_MODEL_H

#include "intern.h"
#include "record.h"
#include "record_write.h"

/* A (name, file) pair. A frame without a name is called after its address, 0x401191. */
struct model_function {
	const char *name, *file;
	uint32_t line; /* where it starts (the least start_line of its frames); 0 unknown */
	enum frame_kind kind;
};

#define MODEL_NO_IMAGE UINT32_MAX

struct model_frame {
	uint32_t function;     /* index */
	uint32_t image;	       /* index, or MODEL_NO_IMAGE */
	uint32_t line, column; /* 0 unknown */
	bool inlined;
};

/* Leaf first. A stack that came empty holds the one frame "[unknown]". */
struct model_stack {
	const uint32_t *frames; /* indexes; dead after the next definition: fetch it again */
	uint32_t count;
};

/* What the outputs call a fiber: all threads of one shown name. */
struct model_fiber {
	const char *name; /* main, fiber-3, effect-2, thread-1 (worker 0) */
	const char *label;
	int64_t fiber;
};

struct model {
	struct profile profile;
	struct model_function *functions;
	struct model_frame *frames;
	struct model_fiber *fibers;
	size_t function_count, frame_count, stack_count, fiber_count, image_count;
	bool addresses;		   /* frames came without names: prof-symbolize has not been here */
	struct model_parts *parts; /* model_internal.h */
};

/* A sample with its indexes translated: `thread` is an index of fibers, `stack` one of stacks. */
typedef void model_on_sample(void *state, const struct sample *sample);

/* Reads `path` (NULL: stdin) to its end; zero-initialise `model`. Samples go to `on_sample` in the order of the stream.
 * When the samples were aggregated away it dies and says which stage it needs. `more` (may be NULL) gets the records of
 * the types that the model doesn't take, and profile, image and thread too. */
void model_read(struct model *model, const char *path, model_on_sample *on_sample, void *state,
		const struct record_handlers *more);

struct model_stack model_stack(const struct model *model, uint32_t stack);

/* The path of an image; images of one path are one. */
const char *model_image(const struct model *model, uint32_t image);

/* Nanoseconds that `count` periods last, rounded once: never add the results up, add the counts. */
uint64_t model_nanoseconds(const struct model *model, uint64_t count);

#endif
