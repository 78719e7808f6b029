#include "raw.h"

#include "raw_internal.h"
#include "sample.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const struct field top_fields[] = {
	{"version", FIELD_VERSION, true, 0},
	{"pid", FIELD_U64, true, offsetof(struct raw, profile.pid)},
	{"exe", FIELD_TEXT, true, offsetof(struct raw, profile.exe)},
	{"rate_hz", FIELD_U64, true, offsetof(struct raw, profile.rate_hz)},
	{"platform", FIELD_TEXT, true, offsetof(struct raw, profile.platform)},
	{"start_unix_ns", FIELD_U64, true, offsetof(struct raw, profile.start_unix_ns)},
	{"end_unix_ns", FIELD_U64, true, offsetof(struct raw, profile.end_unix_ns)},
	{"dropped", FIELD_U64, true, offsetof(struct raw, profile.dropped)},
	{"ticks", FIELD_U64, false, offsetof(struct raw, profile.ticks)},
	{"paused_ns", FIELD_U64, false, offsetof(struct raw, profile.paused_ns)},
	{"thinned", FIELD_U64, false, offsetof(struct raw, profile.thinned)},
	{"unregistered_cpu_ns", FIELD_U64, false, offsetof(struct raw, profile.unregistered_cpu_ns)},
	{"images", FIELD_SECTION, true, offsetof(struct raw, images)},
	{"threads", FIELD_SECTION, true, offsetof(struct raw, threads)},
	{"stacks", FIELD_SECTION, true, offsetof(struct raw, stacks)},
	{"samples", FIELD_SECTION, true, offsetof(struct raw, samples)},
	{"labels", FIELD_SECTION, false, offsetof(struct raw, labels)},
	{"type", FIELD_REFUSED, false, 0},
};

static const struct field image_fields[] = {
	{"path", FIELD_TEXT, true, offsetof(struct image, path)},
	{"base", FIELD_U64, true, offsetof(struct image, base)},
	{"slide", FIELD_U64, true, offsetof(struct image, slide)},
	{"text", FIELD_U64, true, offsetof(struct image, text)},
	{"text_size", FIELD_U64, true, offsetof(struct image, text_size)},
	{"arch", FIELD_TEXT, true, offsetof(struct image, arch)},
	{"build_id", FIELD_TEXT, false, offsetof(struct image, build_id)},
	{"file_size", FIELD_U64, false, offsetof(struct image, file_size)},
	{"file_mtime_ns", FIELD_U64, false, offsetof(struct image, file_mtime_ns)},
};

static const struct field thread_fields[] = {
	{"fiber", FIELD_I64, true, offsetof(struct thread, fiber)},
	{"label", FIELD_TEXT, true, offsetof(struct thread, label)},
	{"name", FIELD_TEXT, false, offsetof(struct thread, name)},
	{"tid", FIELD_U64, false, offsetof(struct thread, tid)},
};

static const struct object_form top_form = {
	"neither records nor a raw profile: an object", top_fields, COUNT(top_fields),
	"records, but the first is not whole on the first line: it was cut, or pretty-printed (use jq -c)"};
static const struct object_form image_form = {"an image", image_fields, COUNT(image_fields), NULL};
static const struct object_form thread_form = {"a thread", thread_fields, COUNT(thread_fields), NULL};

void raw_emit(struct raw *raw, enum record_type type)
{
	raw->record.type = type;
	raw->lines++;
	raw->emit(raw->state, &raw->record);
}

struct scan *raw_enter(struct raw *raw, uint64_t offset)
{
	source_seek(raw->object.scan.source, offset);
	scan_expect(&raw->object.scan, '[');
	return &raw->object.scan;
}

uint32_t raw_next_id(const struct raw *raw, const char *what, uint32_t count)
{
	if (count == RECORD_ID_LIMIT)
		scan_fail(&raw->object.scan, "more than %d %s", RECORD_ID_LIMIT, what);
	return count;
}

static void read_profile(struct raw *raw)
{
	object_read(&raw->object, &top_form, raw);
	scan_end(&raw->object.scan);
	if (!raw->profile.rate_hz)
		scan_fail(&raw->object.scan, "a rate_hz of 0");
	if (raw->profile.end_unix_ns < raw->profile.start_unix_ns)
		scan_fail(&raw->object.scan, "the profile ends before it starts");
	raw->record.profile = raw->profile;
	raw_emit(raw, RECORD_PROFILE);
}

static void read_images(struct raw *raw)
{
	struct scan *scan = raw_enter(raw, raw->images);
	struct image *image = &raw->record.image;

	for (uint32_t count = 0; scan_more(scan, ']', !count); count++) {
		*image = (struct image){.id = raw_next_id(raw, "images", count)};
		arena_reset(&raw->object.texts);
		object_read(&raw->object, &image_form, image);
		raw_emit(raw, RECORD_IMAGE);
	}
}

static void read_threads(struct raw *raw)
{
	struct scan *scan = raw_enter(raw, raw->threads);
	struct thread *thread = &raw->record.thread;

	for (; scan_more(scan, ']', !raw->thread_count); raw->thread_count++) {
		*thread = (struct thread){.id = raw_next_id(raw, "threads", raw->thread_count)};
		arena_reset(&raw->object.texts);
		object_read(&raw->object, &thread_form, thread);
		raw_emit(raw, RECORD_THREAD);
	}
}

static void read_samples(struct raw *raw)
{
	struct scan *scan = raw_enter(raw, raw->samples);
	struct sample *sample = &raw->record.sample;

	for (bool first = true; scan_more(scan, ']', first); first = false) {
		sample_scan(scan, sample);
		if (sample->thread >= raw->thread_count)
			scan_fail(scan, "thread %lu is not defined", (unsigned long)sample->thread);
		if (sample->stack >= raw->stack_count)
			scan_fail(scan, "stack %lu is not defined", (unsigned long)sample->stack);
		sample_add(scan, sample, &raw->sample_sum);
		raw_emit(raw, RECORD_SAMPLE);
	}
}
static void put_end(struct raw *raw)
{
	raw->record.end = (struct end){raw->lines, raw->sample_sum};
	raw_emit(raw, RECORD_END);
}

void raw_read(struct source *source, void (*emit)(void *state, struct record *record), void *state)
{
	struct raw raw = {.emit = emit, .state = state};

	source_make_seekable(source);
	scan_open(&raw.object.scan, source);
	read_profile(&raw);
	read_images(&raw);
	read_threads(&raw);
	raw_read_stacks(&raw);
	read_samples(&raw);
	put_end(&raw);
}
