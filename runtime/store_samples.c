#include "store_internal.h"

static void drop(struct store *store, uint64_t count)
{
	struct part_header *header = log_header(&store->log);

	if (header)
		store_add(&header->dropped, count);
}

/* Each time that half as many rows came again, a row is to speak for twice as many periods. */
static void thin(struct store *store)
{
	enum { ROWS_MAX = 4 << 20, THINNING_MAX = 32 };

	if (++store->rows < ROWS_MAX || store->thinning == THINNING_MAX)
		return;
	store->rows = ROWS_MAX / 2;
	store->thinning = store->thinning ? store->thinning * 2 : 2;
	atomic_store_explicit(&log_header(&store->log)->thinned, store->thinning, memory_order_relaxed);
}

static void add_oncpu(struct store *store, const struct stored_sample *sample)
{
	struct part_sample *record;
	uint64_t left = sample->count, count;

	for (; left; left -= count) {
		count = left < PART_COUNT_MAX ? left : PART_COUNT_MAX;
		record = (struct part_sample *)log_add(&store->log, sizeof(*record) / PART_WORD);
		if (!record) {
			drop(store, left);
			return;
		}
		record->head = part_head(PART_SAMPLE, sample->t_ns);
		record->what = part_what(sample->thread, sample->stack, count);
		log_commit(&store->log);
		thin(store);
	}
	thread_place(store, sample->thread)->run = 0;
}

/* A pause leaves a gap; ticks that come early and late don't. */
static bool follows(const struct store *store, const struct part_run *run, const struct stored_sample *sample)
{
	enum { PERIODS_OF_JITTER = 4 };
	uint64_t passed = sample->t_ns - atomic_load_explicit(&run->last_ns, memory_order_relaxed);

	return part_what_stack(run->what) == sample->stack &&
	       passed <= (sample->count + (uint64_t)PERIODS_OF_JITTER) * store->period_ns;
}

static bool extend_run(struct store *store, const struct stored_sample *sample)
{
	uint64_t offset = thread_place(store, sample->thread)->run;
	struct part_run *run = log_at(&store->log, offset);

	if (!offset || !follows(store, run, sample))
		return false;
	atomic_store_explicit(&run->last_ns, sample->t_ns, memory_order_relaxed);
	store_add(&run->count, sample->count);
	return true;
}

static void add_waiting(struct store *store, const struct stored_sample *sample)
{
	struct part_run *run;

	if (extend_run(store, sample))
		return;
	run = (struct part_run *)log_add(&store->log, sizeof(*run) / PART_WORD);
	if (!run) {
		drop(store, sample->count);
		return;
	}
	run->head = part_head(PART_RUN, sample->t_ns);
	run->what = part_what(sample->thread, sample->stack, 0);
	atomic_store_explicit(&run->last_ns, sample->t_ns, memory_order_relaxed);
	atomic_store_explicit(&run->count, sample->count, memory_order_relaxed);
	log_commit(&store->log);
	thread_place(store, sample->thread)->run = log_offset(&store->log, &run->head);
}

void store_sample(struct store *store, const struct stored_sample *sample)
{
	if (sample->stack == STORE_NONE || sample->t_ns > PART_TIME_MAX)
		drop(store, sample->count);
	else if (sample->state == STATE_ON_CPU)
		add_oncpu(store, sample);
	else
		add_waiting(store, sample);
}
