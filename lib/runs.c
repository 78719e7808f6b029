#include "runs.h"

#include <stdlib.h>
#include <string.h>

bool runs_next(struct runs *runs, struct run *run)
{
	bool any = false;

	run->count = 0;
	while (runs->next < runs->timeline->count) {
		const struct timeline_row *row = timeline_row(runs->timeline, runs->next);
		const struct timeline_what *what = timeline_what(runs->timeline, row->what);
		uint32_t key = runs->key_of_stack[what->stack];

		if (any && (key != run->key || what->waits != run->waits))
			break;
		run->key = key;
		run->waits = what->waits;
		run->count += what->count;
		any = true;
		runs->next = runs->all ? runs->next + 1 : row->next;
	}
	return any;
}

struct shown_fiber {
	uint32_t fiber;
	bool main;
	uint64_t sum;
};

static int compare_fibers(const void *left, const void *right)
{
	const struct shown_fiber *a = left, *b = right;

	if (a->main != b->main)
		return a->main ? -1 : 1;
	if (a->sum != b->sum)
		return a->sum > b->sum ? -1 : 1;
	return a->fiber < b->fiber ? -1 : a->fiber > b->fiber;
}

uint32_t *runs_fibers(const struct model *model, const struct timeline *timeline, size_t *count)
{
	struct shown_fiber *shown = mem_new(model->fiber_count, sizeof(*shown));
	uint32_t *fibers = mem_new(model->fiber_count, sizeof(*fibers));

	*count = 0;
	for (uint32_t i = 0; i < model->fiber_count; i++)
		if (timeline->fibers[i].sum)
			shown[(*count)++] = (struct shown_fiber){
				.fiber = i,
				.main = strcmp(model->fibers[i].name, "main") == 0,
				.sum = timeline->fibers[i].sum,
			};
	qsort(shown, *count, sizeof(*shown), compare_fibers);
	for (size_t i = 0; i < *count; i++)
		fibers[i] = shown[i].fiber;
	free(shown);
	return fibers;
}
