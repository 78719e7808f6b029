/* Stacks as paths of a tree, root first: stacks of the same functions are one node, whatever their addresses and lines.
 * A parent's index is below its children's. One thread only. Zero-initialise it. */
#ifndef OSPREY_CALLTREE_H
#define OSPREY_CALLTREE_H

#include "model.h"
#include "rows.h"

#define CALLTREE_NONE UINT32_MAX

struct calltree_node {
	uint32_t parent;   /* CALLTREE_NONE: a root */
	uint32_t function; /* the model's index, or what the caller makes of it */
};

struct calltree {
	struct rows nodes; /* struct calltree_node */
};

/* The node of a function under `parent`, made when it is new. */
uint32_t calltree_child(struct calltree *tree, uint32_t parent, uint32_t function);

/* The leaf's node of a stack whose root stands under `parent`. */
uint32_t calltree_add(struct calltree *tree, const struct model *model, uint32_t parent, uint32_t stack);

static inline const struct calltree_node *calltree_node(const struct calltree *tree, uint32_t node)
{
	return (const struct calltree_node *)(const void *)tree->nodes.rows + node;
}

/* Lists of children in the order of their making, for a tree of one root: `first_child` and `next` get an item a node,
 * 0 (the root, no one's child) for none. Both come zeroed. */
void calltree_link(const struct calltree *tree, uint32_t *first_child, uint32_t *next);

#endif
