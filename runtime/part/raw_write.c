#include "raw_write.h"

#include "json.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

/* Beyond it a stretch of waiting is one row: osprey-prof-raw(5). */
enum { WAITING_ROWS_MAX = 1000000 };

static const char *const labels[STACK_LABELS] = {
	[LABEL_TRUNCATED] = "[truncated]", [LABEL_WAITING] = "[waiting]",     [LABEL_RUNNABLE] = "[runnable]",
	[LABEL_UNKNOWN] = "[unknown]",	   [LABEL_UNSAMPLED] = "[unsampled]",
};

static uint64_t load(const _Atomic uint64_t *value)
{
	return atomic_load_explicit(value, memory_order_relaxed);
}

static const uint64_t *skip_others(const struct part_header *header, const uint64_t *record, enum part_kind kind)
{
	const uint64_t *end = part_end(header);

	while (record < end && part_kind(record) != kind)
		record += part_words(record);
	return record < end ? record : NULL;
}

/* The first and the next record of a kind, NULL when there is none. */
static const void *first(const struct part_header *header, enum part_kind kind)
{
	return skip_others(header, part_first(header), kind);
}

static const void *next(const struct part_header *header, const void *record)
{
	const uint64_t *words = record;

	return skip_others(header, words + part_words(words), part_kind(words));
}

static void key_u64(struct json *json, const char *key, uint64_t value)
{
	json_text(json, key);
	json_u64(json, value);
}

static void write_header(struct json *json, const struct part_header *header)
{
	uint64_t thinned = load(&header->thinned);

	json_text(json, "{\"version\":1");
	key_u64(json, ",\"pid\":", header->pid);
	json_text(json, ",\"exe\":");
	json_string(json, header->exe);
	key_u64(json, ",\"rate_hz\":", header->rate_hz);
	json_text(json, ",\"platform\":");
	json_string(json, header->platform);
	key_u64(json, ",\n\"start_unix_ns\":", header->start_unix_ns);
	key_u64(json, ",\"end_unix_ns\":", header->start_unix_ns + load(&header->end_ns));
	key_u64(json, ",\"ticks\":", load(&header->ticks));
	key_u64(json, ",\"paused_ns\":", load(&header->paused_ns));
	key_u64(json, ",\"dropped\":", load(&header->dropped));
	if (thinned)
		key_u64(json, ",\"thinned\":", thinned);
}

static void write_build_id(struct json *json, const struct part_image *image)
{
	static const char hex[] = "0123456789abcdef";
	char text[2 * PART_BUILD_ID_MAX + 1];
	size_t at = 0;

	for (size_t i = 0; i < image->build_id_size; i++) {
		text[at++] = hex[image->build_id[i] >> 4];
		text[at++] = hex[image->build_id[i] & 15];
	}
	text[at] = '\0';
	json_string(json, text);
}

static void write_file(struct json *json, const struct part_image *image)
{
	if (!image->file_size)
		return;
	key_u64(json, ",\"file_size\":", image->file_size);
	key_u64(json, ",\"file_mtime_ns\":", image->file_mtime_ns);
}

static void write_images(struct json *json, const struct part_header *header)
{
	const char *separator = ",\n\"images\":[{\"path\":";
	const struct part_image *image = first(header, PART_IMAGE);

	if (!image)
		json_text(json, ",\n\"images\":[");
	for (; image; image = next(header, image)) {
		json_text(json, separator);
		json_string(json, image->path);
		key_u64(json, ",\"base\":", image->base);
		key_u64(json, ",\"slide\":", image->slide);
		key_u64(json, ",\"text\":", image->text);
		key_u64(json, ",\"text_size\":", image->text_size);
		json_text(json, ",\"arch\":");
		json_string(json, image->arch);
		json_text(json, ",\"build_id\":");
		write_build_id(json, image);
		write_file(json, image);
		json_text(json, "}");
		separator = ",\n{\"path\":";
	}
}

static void write_threads(struct json *json, const struct part_header *header)
{
	const char *separator = "],\n\"threads\":[{\"fiber\":";
	const struct part_thread *thread = first(header, PART_THREAD);

	if (!thread)
		json_text(json, "],\n\"threads\":[");
	for (; thread; thread = next(header, thread)) {
		json_text(json, separator);
		json_i64(json, thread->fiber);
		json_text(json, ",\"label\":");
		json_string(json, thread->label);
		key_u64(json, ",\"tid\":", thread->tid);
		json_text(json, ",\"name\":");
		json_string(json, thread->name);
		json_text(json, "}");
		separator = ",\n{\"fiber\":";
	}
}

static void write_labels(struct json *json, const struct part_header *header)
{
	const char *separator = "],\n\"labels\":[[";
	const uint64_t *stack = first(header, PART_STACK);
	bool any = false;

	for (uint64_t i = 0; stack; i++, stack = next(header, stack)) {
		if (part_stack_label(stack) == LABEL_NONE)
			continue;
		key_u64(json, separator, i);
		json_text(json, ",");
		json_string(json, labels[part_stack_label(stack)]);
		separator = "],[";
		any = true;
	}
	json_text(json, any ? "]" : "],\n\"labels\":[");
}

static void write_stacks(struct json *json, const struct part_header *header)
{
	const char *separator = "],\n\"stacks\":[";
	const struct part_stack *stack = first(header, PART_STACK);

	if (!stack)
		json_text(json, separator);
	for (; stack; stack = next(header, stack)) {
		json_text(json, separator);
		json_row(json, stack->frames, part_stack_count(&stack->head));
		separator = ",\n";
	}
}

static void write_row(struct json *json, const struct part_run *run, uint64_t t_ns, uint64_t count)
{
	uint64_t row[] = {t_ns, part_what_thread(run->what), part_what_stack(run->what), STATE_WAITING, count};

	json_row(json, row, count == 1 ? 4 : 5);
}

/* A row for each period; the ticks between the first and the last were nearly even. */
static void write_run_rows(struct json *json, const struct part_run *run)
{
	uint64_t start = part_rest(&run->head), last = load(&run->last_ns), count = load(&run->count);
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
	const struct part_run *run = first(header, PART_RUN);
	uint64_t sum = 0;

	for (; run && sum <= WAITING_ROWS_MAX; run = next(header, run)) {
		uint64_t count = load(&run->count);

		sum = count > WAITING_ROWS_MAX ? count : sum + count;
	}
	return sum > WAITING_ROWS_MAX;
}

static void write_samples(struct json *json, const struct part_header *header)
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
			write_row(json, run, load(&run->last_ns), load(&run->count));
		else
			write_run_rows(json, run);
	}
	json_text(json, any ? "]}\n" : "],\n\"samples\":[]}\n");
}

bool raw_write(int fd, const struct part_header *header)
{
	struct json json = {.fd = fd};

	json.buffer = mmap(NULL, JSON_BUFFER, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (json.buffer == MAP_FAILED)
		return false;
	write_header(&json, header);
	write_images(&json, header);
	write_threads(&json, header);
	write_labels(&json, header);
	write_stacks(&json, header);
	write_samples(&json, header);
	json_flush(&json);
	munmap(json.buffer, JSON_BUFFER);
	errno = json.error;
	return !json.error;
}
