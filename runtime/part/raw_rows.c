#include "raw_rows.h"

#include <stdbool.h>

/* Beyond it a stretch of waiting is one row: osprey-prof-raw(5). */
enum { WAITING_ROWS_MAX = 1000000 };

static void write_row(struct json *json, const struct part_run *run, uint64_t t_ns, uint64_t count)
{
	uint64_t row[] = {t_ns, part_what_thread(run->what), part_what_stack(run->what), STATE_WAITING, count};

	json_row(json, row, count == 1 ? 4 : 5);
}

/* A row for each period; the ticks between the first and the last were nearly even. */
static void write_run_rows(struct json *json, const struct part_run *run)
{
	uint64_t start = part_rest(&run->head), last = part_load(&run->last_ns), count = part_load(&run->count);
	uint64_t step = count > 1 ? (last - start) / (count - 1) : 0;

	for (uint64_t i = 0; i + 1 < count; i++) {
		write_row(json, run, start + i * step, 1);
		json_text(json, ",\n");
	}
	write_row(json, run, last, 1);
}

static void write_sample(struct json *json, const struct part_sample *sample)
{
	uint64_t what = sample->what, count = part_what_count(what);
	uint64_t row[] = {part_rest(&sample->head), part_what_thread(what), part_what_stack(what), STATE_ON_CPU, count};

	json_row(json, row, count == 1 ? 4 : 5);
}

static bool many_are_waiting(const struct part_header *header)
{
	const struct part_run *run = part_find(header, PART_RUN);
	uint64_t sum = 0;

	for (; run && sum <= WAITING_ROWS_MAX; run = part_find_next(header, run)) {
		uint64_t count = part_load(&run->count);

		sum = count > WAITING_ROWS_MAX ? count : sum + count;
	}
	return sum > WAITING_ROWS_MAX;
}

void raw_rows_write(struct json *json, const struct part_header *header)
{
	const char *separator = "],\n\"samples\":[";
	const uint64_t *end = part_end(header);
	bool whole_runs = many_are_waiting(header), any = false;

	for (const uint64_t *record = part_first(header); record < end; record += part_words(record)) {
		const struct part_run *run = (const struct part_run *)record;

		if (part_kind(record) != PART_SAMPLE && part_kind(record) != PART_RUN)
			continue;
		json_text(json, any ? ",\n" : separator);
		any = true;
		if (part_kind(record) == PART_SAMPLE)
			write_sample(json, (const struct part_sample *)record);
		else if (whole_runs)
			write_row(json, run, part_load(&run->last_ns), part_load(&run->count));
		else
			write_run_rows(json, run);
	}
	json_text(json, any ? "]}\n" : "],\n\"samples\":[]}\n");
}
