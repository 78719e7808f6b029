#include "calltree.h"

uint32_t calltree_child(struct calltree *tree, uint32_t parent, uint32_t function)
{
	const struct calltree_node node = {parent, function};

	return rows_add(&tree->nodes, &node, sizeof(node), NULL);
}

uint32_t calltree_add(struct calltree *tree, const struct model *model, uint32_t parent, uint32_t stack)
{
	struct model_stack frames = model_stack(model, stack);

	for (uint32_t i = frames.count; i-- > 0;)
		parent = calltree_child(tree, parent, model->frames[frames.frames[i]].function);
	return parent;
}

void calltree_link(const struct calltree *tree, uint32_t *first_child, uint32_t *next)
{
	for (uint32_t node = (uint32_t)tree->nodes.count; node-- > 1;) {
		uint32_t parent = calltree_node(tree, node)->parent;

		next[node] = first_child[parent];
		first_child[parent] = node;
	}
}
