/* The stacks of a model as collapsed text, `main;fib`: root first, and in the order of its bytes. */
#ifndef OSPREY_FOLDED_H
#define OSPREY_FOLDED_H

#include "model.h"
#include "out.h"

struct folded {
	const struct model *model;
	struct intern names;   /* safe ones */
	uint32_t *frame_names; /* of each frame of the model, indexes of names */
	const char **fibers;   /* safe names of the model's fibers; equal names are one address */
	uint32_t *ranks; /* of each stack of the model: its place in the order of lines; the same for stacks that read
			    the same */
};

/* Interns the safe form of a name: never empty, well-formed UTF-8, without ';' and without anything that a reader could
 * take for white space or the end of a line. Each such character becomes one '_', an ill-formed byte sequence U+FFFD,
 * an empty name '_'. So a name that ends in a number stays one word, and the count of a line is the only number behind
 * a space. */
uint32_t folded_name(struct intern *names, const char *name);

/* Fills it, zero-initialised, from a model that has been read. */
void folded_make(struct folded *folded, const struct model *model);

void folded_write(const struct folded *folded, struct out *out, uint32_t stack);

#endif
