#include "part_file.h"

#include "die.h"
#include "source.h"

#include <stdbool.h>
#include <string.h>

/* What the records so far have brought. */
struct check {
	uint64_t threads, stacks;
	uint64_t sum; /* of counts; readers of the raw file take 2^63 - 1 at most */
};

static bool is_text(const char *bytes, size_t size)
{
	return bytes[size - 1] == '\0';
}

static bool check_what(struct check *check, uint64_t what, uint64_t count)
{
	if (part_what_thread(what) >= check->threads || part_what_stack(what) >= check->stacks)
		return false;
	if (!count || count > INT64_MAX - check->sum)
		return false;
	check->sum += count;
	return true;
}

static bool check_run(struct check *check, const struct part_run *run)
{
	uint64_t last = atomic_load_explicit(&run->last_ns, memory_order_relaxed);

	return last >= part_rest(&run->head) && last <= PART_TIME_MAX &&
	       check_what(check, run->what, atomic_load_explicit(&run->count, memory_order_relaxed));
}

static bool check_stack(struct check *check, const uint64_t *stack)
{
	return part_stack_label(stack) < STACK_LABELS && part_stack_count(stack) <= PART_DEPTH &&
	       check->stacks++ <= PART_STACK_MAX;
}

static bool check_thread(struct check *check, const struct part_thread *thread)
{
	return is_text(thread->label, PART_LABEL_SIZE) && is_text(thread->name, PART_NAME_SIZE) &&
	       check->threads++ <= PART_THREAD_MAX;
}

static bool check_image(const struct part_image *image)
{
	uint64_t words = part_words(&image->head);

	return words > sizeof(*image) / PART_WORD && is_text((const char *)image, words * PART_WORD) &&
	       is_text(image->arch, PART_ARCH_SIZE) && image->build_id_size <= PART_BUILD_ID_MAX;
}

/* Its first word is there. */
static bool check_record(struct check *check, const uint64_t *record, uint64_t words_left)
{
	const struct part_sample *sample = (const struct part_sample *)record;
	uint64_t words = part_words(record);

	if (!words || words > words_left)
		return false;
	switch (part_kind(record)) {
	case PART_SAMPLE:
		return check_what(check, sample->what, part_what_count(sample->what));
	case PART_RUN:
		return check_run(check, (const struct part_run *)record);
	case PART_STACK:
		return check_stack(check, record);
	case PART_THREAD:
		return check_thread(check, (const struct part_thread *)record);
	case PART_IMAGE:
		return check_image((const struct part_image *)record);
	}
	return false;
}

/* Where the sound records end, in bytes. */
static uint64_t sound_end(const struct part_header *header, uint64_t end)
{
	const uint64_t *first = part_first(header), *record = first;
	uint64_t words = (end - sizeof(*header)) / PART_WORD;
	struct check check = {0};

	while (record < first + words && check_record(&check, record, words - (uint64_t)(record - first)))
		record += part_words(record);
	return (uint64_t)((const char *)record - (const char *)header);
}

static void check_header(const struct source *source)
{
	const struct part_header *header = (const void *)source->buffer;

	if (!source->filled)
		die("%s: empty, a part file expected", source->name);
	if (source->filled < sizeof(*header) || memcmp(header->magic, PART_MAGIC, sizeof(header->magic)) != 0)
		die("%s: not a part file: a program under the profiler makes it beside its output", source->name);
	if (header->byte_order != PART_BYTE_ORDER)
		die("%s: from a machine of another byte order: recover it there", source->name);
	if (header->version != PART_VERSION || header->header_size != sizeof(*header))
		die("%s: a part file of version %lu, only %d is read: take the prof-recover that came with the runtime",
		    source->name, (unsigned long)header->version, PART_VERSION);
	if (!header->rate_hz)
		die("%s: the profile had not begun yet", source->name);
	if (!is_text(header->platform, PART_PLATFORM_SIZE) || !is_text(header->exe, PART_PATH_SIZE) ||
	    header->end_ns > UINT64_MAX - header->start_unix_ns || header->committed < sizeof(*header))
		die("%s: its header is damaged", source->name);
}

const struct part_header *part_file_read(const char *path)
{
	struct source source;
	struct part_header *header;
	uint64_t committed, end;

	source_open(&source, path);
	while (source.filled < sizeof(*header) && source_read_ahead(&source))
		;
	check_header(&source);
	/* Of a live process's file: what is committed now is all there in what is read from here on. */
	committed = ((const struct part_header *)(const void *)source.buffer)->committed;
	while (source.filled < committed && source_read_ahead(&source))
		;
	header = (void *)source.buffer;
	end = sound_end(header, committed < source.filled ? committed : source.filled);
	if (end < committed)
		warn("%s: cut or damaged at byte %llu: what stands before is recovered", source.name,
		     (unsigned long long)end);
	header->committed = end;
	return header;
}
