/* Names for the frames of a stream, and its stacks in terms of named frames.
 *
 * Definitions wait until naming_flush(), so that all addresses are asked in one go; memory grows with them, and never
 * with samples. While no address has come there is nothing to name: records go out as they came. From the first address
 * on, named frames get new ids; stacks keep theirs. */
#ifndef OSPREY_NAMING_H
#define OSPREY_NAMING_H

#include "function_name.h"
#include "id_lists.h"
#include "id_set.h"
#include "image_files.h"
#include "image_map.h"
#include "named_frames.h"
#include "perf_map.h"
#include "places.h"
#include "record_write.h"

/* Zero-initialise it and set the writer, the options, and images of files. */
struct naming {
	struct record_writer *writer;
	struct image_files files;
	struct profile profile;
	struct function_names names;
	struct image_map images;
	struct named_frames named;
	struct places places;
	struct id_lists answers;  /* by place: frames of the output, innermost first */
	struct id_lists named_as; /* by frame id of the input: the same */
	bool renaming;		  /* an address has come */
	struct perf_map perf_map;

	/* What it costs that names are missing. */
	uint32_t *image_of; /* by frame id of the output: 1 + the image; 0 none */
	size_t image_capacity;
	struct id_set unnamed; /* frames of the output, in images */
	struct id_set outside; /* frames of the output, in no image */
	uint32_t *leaf_of;     /* by stack id: 1 + the innermost frame, of the output */
	size_t leaf_capacity;
	struct id_set astray; /* stacks with a frame that is outside */
	uint64_t samples;

	/* What waits. The frames have no strings, being addresses. */
	struct frame *frames;
	size_t frame_count, frame_capacity;
	uint32_t *stacks; /* ids */
	size_t stack_count, stack_capacity;
	struct id_lists stack_frames; /* by index of stacks: frames of the input */
	struct id_lists expanded;     /* list 0: the stack that is being written */
};

/* A frame record, of an address or named already. */
void naming_frame(struct naming *naming, const struct record *record);

/* A stack record. */
void naming_stack(struct naming *naming, const struct record *record);

/* Names and writes all that waits. */
void naming_flush(struct naming *naming);

/* Counts a sample. */
void naming_sample(struct naming *naming, const struct sample *sample);

#endif
