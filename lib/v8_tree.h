/* The call tree of a .cpuprofile: the root, fibers below it when there are several, functions, and a node for idle
 * time. Source of the format: the Profiler domain of the Chrome DevTools Protocol, types Profile, ProfileNode,
 * PositionTickInfo. */
#ifndef OSPREY_V8_TREE_H
#define OSPREY_V8_TREE_H

#include "calltree.h"
#include "out.h"
#include "run_line.h"

struct v8_tick;

struct v8_tree {
	const struct model *model;
	struct calltree calls;
	uint32_t *node_of_what;
	struct v8_tick *ticks;
	size_t tick_count;
	uint32_t idle; /* node, or the root when there is no idle */
};

/* Of all samples on the line; what the line points to must outlive the tree. */
void v8_tree_build(struct v8_tree *tree, struct run_line line);

/* The id of the node that a stretch of that line belongs to. */
uint32_t v8_tree_id(const struct v8_tree *tree, const struct stretch *stretch);

/* The JSON objects of all nodes, with commas between them. */
void v8_tree_write(const struct v8_tree *tree, struct out *out);

#endif
