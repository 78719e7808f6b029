/* How far a profile can be trusted: the samples whose stacks say less than they seem to. */
#ifndef OSPREY_DOUBTS_H
#define OSPREY_DOUBTS_H

#include "model.h"
#include "tally.h"

struct doubts {
	const struct model *model;
	struct summary *summary;
	bool leaf_callers_unsure;		  /* the walk knows a leaf's caller by the leaf's frame record only */
	uint64_t *incomplete_in, *leaf_unsure_in; /* samples by image */
};

/* Whether the stack stands for time in which the thread could not be sampled. */
bool doubts_unsampled(const struct model *model, const struct model_stack *stack);

/* What is counted stands in `summary`: truncated and all that follow it up to leaf_callers_unsure_image. */
void doubts_begin(struct doubts *doubts, const struct model *model, struct summary *summary);
void doubts_add(struct doubts *doubts, const struct model_stack *stack, const struct tally_row *row);
void doubts_end(struct doubts *doubts);

#endif
