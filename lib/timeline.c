#include "timeline.h"

#include "die.h"

static bool comes_before(const struct timeline_row *a, const struct timeline_row *b)
{
	return a->t_ns < b->t_ns || (a->t_ns == b->t_ns && a->next < b->next);
}

static struct timeline_row *add_row(struct timeline *timeline)
{
	size_t chunk = timeline->count >> TIMELINE_CHUNK_BITS;

	if (timeline->count == TIMELINE_NONE)
		die("%s: more than 2^32 - 1 samples", record_place());
	timeline->chunks = mem_grow(timeline->chunks, &timeline->chunk_capacity, chunk + 1, sizeof(*timeline->chunks));
	if (!timeline->chunks[chunk])
		timeline->chunks[chunk] = mem_new(TIMELINE_CHUNK, sizeof(struct timeline_row));
	return timeline_row(timeline, timeline->count);
}

void timeline_add(struct timeline *timeline, const struct sample *sample)
{
	const struct timeline_what what = {sample->count, sample->thread, sample->stack,
					   sample->state == STATE_WAITING};
	struct timeline_row *row = add_row(timeline);

	if (sample->count > INT64_MAX - timeline->sum)
		die("%s: the counts of the samples add up to more than 2^63 - 1", record_place());
	timeline->sum += sample->count;
	row->t_ns = sample->t_ns;
	row->what = rows_add(&timeline->whats, &what, sizeof(what), NULL);
	row->next = timeline->count;
	if (timeline->count && comes_before(row, timeline_row(timeline, timeline->count - 1)))
		timeline->unsorted = true;
	timeline->count++;
}

static void insert_with_gap(struct timeline *timeline, uint32_t index, uint32_t gap)
{
	struct timeline_row row = *timeline_row(timeline, index);

	for (; index >= gap; index -= gap) {
		const struct timeline_row *before = timeline_row(timeline, index - gap);

		if (!comes_before(&row, before))
			break;
		*timeline_row(timeline, index) = *before;
	}
	*timeline_row(timeline, index) = row;
}

/* Shell's sort: needs no memory, is quick on rows of several threads that are nearly in order, and no order makes it
 * quadratic. Gaps by Tokuda (1992): h' = 2.25 h + 1, rounded up. */
static void sort_rows(struct timeline *timeline)
{
	uint32_t gaps[32] = {1};
	int level = 0;

	while (gaps[level] < timeline->count / 3) {
		gaps[level + 1] = (uint32_t)(((uint64_t)gaps[level] * 9 + 3) / 4 + 1);
		level++;
	}
	for (; level >= 0; level--)
		for (uint32_t i = gaps[level]; i < timeline->count; i++)
			insert_with_gap(timeline, i, gaps[level]);
}

static void link_fibers(struct timeline *timeline, size_t fiber_count)
{
	timeline->fibers = mem_new(fiber_count, sizeof(*timeline->fibers));
	for (size_t i = 0; i < fiber_count; i++)
		timeline->fibers[i].first = TIMELINE_NONE;
	for (uint32_t i = timeline->count; i-- > 0;) {
		struct timeline_row *row = timeline_row(timeline, i);
		const struct timeline_what *what = timeline_what(timeline, row->what);
		struct timeline_fiber *fiber = &timeline->fibers[what->fiber];

		row->next = fiber->first;
		fiber->first = i;
		fiber->sum += what->count;
	}
}

void timeline_sort(struct timeline *timeline, size_t fiber_count)
{
	if (timeline->unsorted)
		sort_rows(timeline);
	link_fibers(timeline, fiber_count);
}
