#include "call_shares.h"

#include "mem.h"

#include <stdlib.h>
#include <string.h>

static struct call *call_at(struct call_shares *shares, uint32_t node)
{
	shares->calls = mem_grow(shares->calls, &shares->capacity, (size_t)node + 1, sizeof(*shares->calls));
	return &shares->calls[node];
}

static void begin(struct call_shares *shares, const struct totals *totals)
{
	shares->model = totals->model;
	shares->state = totals->state;
	shares->on_path = mem_new(totals->model->function_count, sizeof(*shares->on_path));
	call_at(shares, calltree_child(&shares->tree, CALLTREE_NONE, CALLTREE_NONE));
}

/* Takes the path from `node` back to the call `caller`. */
static void go_back(struct call_shares *shares, uint32_t node, uint32_t caller)
{
	while (node != caller) {
		shares->on_path[shares->calls[node].function] = CALL_ROOT;
		node = calltree_node(&shares->tree, node)->parent;
	}
}

static uint32_t go_on(struct call_shares *shares, uint32_t node, uint32_t frame)
{
	uint32_t function = shares->model->frames[frame].function, before = shares->on_path[function];

	if (before != CALL_ROOT) {
		go_back(shares, node, before);
		call_at(shares, before)->recursive = true;
		return before;
	}
	node = calltree_child(&shares->tree, node, function);
	call_at(shares, node)->function = function;
	shares->on_path[function] = node;
	return node;
}

static void end_path(struct call_shares *shares, uint32_t node, uint64_t count)
{
	shares->calls[node].self += count;
	go_back(shares, node, CALL_ROOT);
}

/* A call with what orders it. */
struct entry {
	uint32_t node, caller;
	uint64_t total;
	const struct model_function *function;
};

static int by_caller_and_weight(const void *left, const void *right)
{
	const struct entry *a = left, *b = right;
	int order;

	if (a->caller != b->caller)
		return a->caller < b->caller ? -1 : 1;
	if (a->total != b->total)
		return a->total < b->total ? 1 : -1;
	order = strcmp(a->function->name, b->function->name);
	return order ? order : strcmp(a->function->file, b->function->file);
}

/* Where recursion was cut out, calls are left that no path goes over. */
static struct entry *make_entries(struct call_shares *shares)
{
	size_t nodes = shares->tree.nodes.count;
	struct entry *entries = mem_new(nodes, sizeof(*entries));

	for (uint32_t node = CALL_ROOT + 1; node < nodes; node++) {
		const struct call *call = &shares->calls[node];

		if (!call->total)
			continue;
		entries[shares->count++] = (struct entry){
			.node = node,
			.caller = calltree_node(&shares->tree, node)->parent,
			.total = call->total,
			.function = &shares->model->functions[call->function],
		};
	}
	return entries;
}

static void put_in_order(struct call_shares *shares)
{
	struct entry *entries = make_entries(shares);

	qsort(entries, shares->count, sizeof(*entries), by_caller_and_weight);
	shares->order = mem_new(shares->count, sizeof(*shares->order));
	for (uint32_t i = 0; i < shares->count; i++) {
		struct call *caller = &shares->calls[entries[i].caller];

		shares->order[i] = entries[i].node;
		if (!caller->count++)
			caller->callees = i;
	}
	free(entries);
}

/* A caller's node is a lower one than those of its callees. */
static void end(struct call_shares *shares)
{
	free(shares->on_path);
	for (uint32_t node = (uint32_t)shares->tree.nodes.count; node-- > 0;) {
		struct call *call = &shares->calls[node];

		call->total += call->self;
		if (node != CALL_ROOT)
			shares->calls[calltree_node(&shares->tree, node)->parent].total += call->total;
	}
	put_in_order(shares);
}

void call_shares_make(struct call_shares *shares, const struct totals *totals)
{
	begin(shares, totals);
	for (size_t i = 0; i < totals->tally->count; i++) {
		const struct tally_row *row = &totals->tally->rows[i];
		struct model_stack stack = model_stack(totals->model, row->stack);
		uint32_t node = CALL_ROOT;

		if (row->state != totals->state)
			continue;
		for (uint32_t frame = stack.count; frame-- > 0;)
			node = go_on(shares, node, stack.frames[frame]);
		end_path(shares, node, row->count);
	}
	end(shares);
}

static bool *functions_called(const struct model *model, const char *name)
{
	bool *wanted = mem_new(model->function_count, sizeof(*wanted)), found = false;

	for (size_t i = 0; i < model->function_count; i++)
		found |= wanted[i] = strcmp(model->functions[i].name, name) == 0;
	for (size_t i = 0; i < model->function_count && !found; i++)
		wanted[i] = strstr(model->functions[i].name, name) != NULL;
	return wanted;
}

static void add_callers(struct call_shares *shares, const struct tally_row *row, const bool *wanted)
{
	const struct model *model = shares->model;
	struct model_stack stack = model_stack(model, row->stack);
	uint32_t frame = 0, node = CALL_ROOT;

	while (frame < stack.count && !wanted[model->frames[stack.frames[frame]].function])
		frame++;
	for (; frame < stack.count; frame++)
		node = go_on(shares, node, stack.frames[frame]);
	if (node != CALL_ROOT)
		end_path(shares, node, row->count);
}

bool call_shares_of_callers(struct call_shares *shares, const struct totals *totals, const char *name)
{
	bool *wanted = functions_called(totals->model, name);

	begin(shares, totals);
	for (size_t i = 0; i < totals->tally->count; i++)
		if (totals->tally->rows[i].state == totals->state)
			add_callers(shares, &totals->tally->rows[i], wanted);
	free(wanted);
	end(shares);
	return shares->calls[CALL_ROOT].total > 0;
}
