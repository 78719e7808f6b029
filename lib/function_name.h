/* The name of a function as a reader of a profile wants it, from what a symbolizer says and what its file tells. */
#ifndef OSPREY_FUNCTION_NAME_H
#define OSPREY_FUNCTION_NAME_H

#include "image_files.h"
#include "machine_code.h"
#include "record.h"

/* Zero-initialise it. Ask for the places of one image after the other: its file is open then. */
struct function_names {
	bool keep_suffixes; /* fib.cold is not fib */
	struct machine_code code;
	char *text; /* room to build a name in */
	size_t capacity;
};

/* What the machine code tells in place of a name that is missing, or can't be right: "strcmp@plt", or "prog+0x1136", so
 * that a function is one frame and not one an address; "" when that is unknown too. `frame` is what the symbol table
 * gave for the address, NULL for nothing; `image` the path of the image. Returns false when the frame's name stands. */
bool function_name_by_code(struct function_names *names, const struct image_file *file, const char *image,
			   uint64_t addr, const struct frame *frame, char name[STUB_NAME_SIZE]);

/* Sets the frame's name without versions and suffixes, of several for one place the usual one; and its linkage name,
 * where that is known and another. They live until the next call. */
void function_name_settle(struct function_names *names, const struct image_file *file, const char *image,
			  struct frame *frame);

#endif
