#include "record_parse.h"

#include "sample.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define REQUIRED     true
#define OPTIONAL     false
#define TYPE                                                                                                           \
	{                                                                                                              \
		"type", FIELD_IGNORED, REQUIRED, 0                                                                     \
	}

static const struct field profile_fields[] = {
	TYPE,
	{"version", FIELD_VERSION, REQUIRED, 0},
	{"pid", FIELD_U64, REQUIRED, offsetof(struct profile, pid)},
	{"exe", FIELD_TEXT, REQUIRED, offsetof(struct profile, exe)},
	{"rate_hz", FIELD_U64, REQUIRED, offsetof(struct profile, rate_hz)},
	{"platform", FIELD_TEXT, REQUIRED, offsetof(struct profile, platform)},
	{"start_unix_ns", FIELD_DECIMAL, REQUIRED, offsetof(struct profile, start_unix_ns)},
	{"end_unix_ns", FIELD_DECIMAL, REQUIRED, offsetof(struct profile, end_unix_ns)},
	{"dropped", FIELD_U64, REQUIRED, offsetof(struct profile, dropped)},
	{"ticks", FIELD_U64, OPTIONAL, offsetof(struct profile, ticks)},
	{"paused_ns", FIELD_DECIMAL, OPTIONAL, offsetof(struct profile, paused_ns)},
	{"thinned", FIELD_U64, OPTIONAL, offsetof(struct profile, thinned)},
	{"unregistered_cpu_ns", FIELD_DECIMAL, OPTIONAL, offsetof(struct profile, unregistered_cpu_ns)},
};

static const struct field image_fields[] = {
	TYPE,
	{"id", FIELD_ID, REQUIRED, offsetof(struct image, id)},
	{"path", FIELD_TEXT, REQUIRED, offsetof(struct image, path)},
	{"base", FIELD_HEX, REQUIRED, offsetof(struct image, base)},
	{"slide", FIELD_HEX, REQUIRED, offsetof(struct image, slide)},
	{"text", FIELD_HEX, REQUIRED, offsetof(struct image, text)},
	{"text_size", FIELD_HEX, REQUIRED, offsetof(struct image, text_size)},
	{"arch", FIELD_TEXT, OPTIONAL, offsetof(struct image, arch)},
	{"build_id", FIELD_TEXT, OPTIONAL, offsetof(struct image, build_id)},
	{"file_size", FIELD_U64, OPTIONAL, offsetof(struct image, file_size)},
	{"file_mtime_ns", FIELD_DECIMAL, OPTIONAL, offsetof(struct image, file_mtime_ns)},
};

static const struct field thread_fields[] = {
	TYPE,
	{"id", FIELD_ID, REQUIRED, offsetof(struct thread, id)},
	{"fiber", FIELD_I64, REQUIRED, offsetof(struct thread, fiber)},
	{"label", FIELD_TEXT, REQUIRED, offsetof(struct thread, label)},
	{"name", FIELD_TEXT, OPTIONAL, offsetof(struct thread, name)},
	{"tid", FIELD_U64, OPTIONAL, offsetof(struct thread, tid)},
};

/* A frame has a pc or a name; which keys it must have beside them is looked at by check_frame(). */
enum { FRAME_TYPE, FRAME_ID, FRAME_PC, FRAME_CALL, FRAME_IMAGE, FRAME_ADDR, FRAME_NAME };

static const struct field frame_fields[] = {
	[FRAME_TYPE] = TYPE,
	[FRAME_ID] = {"id", FIELD_ID, REQUIRED, offsetof(struct frame, id)},
	[FRAME_PC] = {"pc", FIELD_HEX, OPTIONAL, offsetof(struct frame, pc)},
	[FRAME_CALL] = {"call", FIELD_BOOL, OPTIONAL, offsetof(struct frame, call)},
	[FRAME_IMAGE] = {"image", FIELD_ID, OPTIONAL, offsetof(struct frame, image)},
	[FRAME_ADDR] = {"addr", FIELD_HEX, OPTIONAL, offsetof(struct frame, addr)},
	[FRAME_NAME] = {"name", FIELD_TEXT, OPTIONAL, offsetof(struct frame, name)},
	{"file", FIELD_TEXT, OPTIONAL, offsetof(struct frame, file)},
	{"linkage", FIELD_TEXT, OPTIONAL, offsetof(struct frame, linkage)},
	{"line", FIELD_U32, OPTIONAL, offsetof(struct frame, line)},
	{"column", FIELD_U32, OPTIONAL, offsetof(struct frame, column)},
	{"start_line", FIELD_U32, OPTIONAL, offsetof(struct frame, start_line)},
	{"kind", FIELD_KIND, OPTIONAL, offsetof(struct frame, kind)},
	{"inlined", FIELD_BOOL, OPTIONAL, offsetof(struct frame, inlined)},
};

static const struct field stack_fields[] = {
	TYPE,
	{"id", FIELD_ID, REQUIRED, offsetof(struct stack, id)},
	{"frames", FIELD_IDS, REQUIRED, offsetof(struct stack, frames)},
};

static const struct field summary_fields[] = {
	TYPE,
	{"samples", FIELD_U64, REQUIRED, offsetof(struct summary, samples)},
	{"oncpu", FIELD_U64, REQUIRED, offsetof(struct summary, oncpu)},
	{"waiting", FIELD_U64, REQUIRED, offsetof(struct summary, waiting)},
	{"truncated", FIELD_U64, REQUIRED, offsetof(struct summary, truncated)},
	{"unresolved", FIELD_U64, REQUIRED, offsetof(struct summary, unresolved)},
	{"unsampled", FIELD_U64, OPTIONAL, offsetof(struct summary, unsampled)},
	{"runnable", FIELD_U64, OPTIONAL, offsetof(struct summary, runnable)},
	{"incomplete", FIELD_U64, OPTIONAL, offsetof(struct summary, incomplete)},
	{"incomplete_image", FIELD_TEXT, OPTIONAL, offsetof(struct summary, incomplete_image)},
	{"leaf_callers_unsure", FIELD_U64, OPTIONAL, offsetof(struct summary, leaf_callers_unsure)},
	{"leaf_callers_unsure_image", FIELD_TEXT, OPTIONAL, offsetof(struct summary, leaf_callers_unsure_image)},
	{"captures", FIELD_U64, OPTIONAL, offsetof(struct summary, captures)},
	{"effective_captures", FIELD_U64, OPTIONAL, offsetof(struct summary, effective_captures)},
	{"fibers", FIELD_U64, REQUIRED, offsetof(struct summary, fibers)},
	{"wall_seconds", FIELD_DOUBLE, REQUIRED, offsetof(struct summary, wall_seconds)},
	{"cpu_seconds", FIELD_DOUBLE, REQUIRED, offsetof(struct summary, cpu_seconds)},
};

static const struct field fiber_fields[] = {
	TYPE,
	{"id", FIELD_ID, REQUIRED, offsetof(struct fiber, id)},
	{"fiber", FIELD_I64, REQUIRED, offsetof(struct fiber, fiber)},
	{"label", FIELD_TEXT, REQUIRED, offsetof(struct fiber, label)},
	{"name", FIELD_TEXT, REQUIRED, offsetof(struct fiber, name)},
	{"samples", FIELD_U64, REQUIRED, offsetof(struct fiber, samples)},
	{"oncpu", FIELD_U64, REQUIRED, offsetof(struct fiber, oncpu)},
	{"waiting", FIELD_U64, REQUIRED, offsetof(struct fiber, waiting)},
	{"unsampled", FIELD_U64, OPTIONAL, offsetof(struct fiber, unsampled)},
	{"unsampled_since_ns", FIELD_DECIMAL, OPTIONAL, offsetof(struct fiber, unsampled_since_ns)},
};

static const struct field function_fields[] = {
	TYPE,
	{"id", FIELD_ID, REQUIRED, offsetof(struct function, id)},
	{"name", FIELD_TEXT, REQUIRED, offsetof(struct function, name)},
	{"file", FIELD_TEXT, REQUIRED, offsetof(struct function, file)},
	{"line", FIELD_U32, REQUIRED, offsetof(struct function, line)},
	{"kind", FIELD_KIND, REQUIRED, offsetof(struct function, kind)},
	{"self", FIELD_U64, REQUIRED, offsetof(struct function, self)},
	{"total", FIELD_U64, REQUIRED, offsetof(struct function, total)},
};

static const struct field line_fields[] = {
	TYPE,
	{"file", FIELD_TEXT, REQUIRED, offsetof(struct line, file)},
	{"line", FIELD_U32, REQUIRED, offsetof(struct line, line)},
	{"kind", FIELD_KIND, REQUIRED, offsetof(struct line, kind)},
	{"self", FIELD_U64, REQUIRED, offsetof(struct line, self)},
	{"total", FIELD_U64, REQUIRED, offsetof(struct line, total)},
};

static const struct field end_fields[] = {
	TYPE,
	{"lines", FIELD_U64, REQUIRED, offsetof(struct end, lines)},
	{"samples", FIELD_U64, REQUIRED, offsetof(struct end, samples)},
};

static const struct record_form {
	const char *type;
	struct object_form form;
} forms[RECORD_OTHER] = {
	[RECORD_PROFILE] = {"profile", {"a profile record", profile_fields, COUNT(profile_fields), NULL}},
	[RECORD_IMAGE] = {"image", {"an image record", image_fields, COUNT(image_fields), NULL}},
	[RECORD_THREAD] = {"thread", {"a thread record", thread_fields, COUNT(thread_fields), NULL}},
	[RECORD_FRAME] = {"frame", {"a frame record", frame_fields, COUNT(frame_fields), NULL}},
	[RECORD_STACK] = {"stack", {"a stack record", stack_fields, COUNT(stack_fields), NULL}},
	[RECORD_SAMPLE] = {"", {"a sample", NULL, 0, NULL}}, /* an array, not an object */
	[RECORD_SUMMARY] = {"summary", {"a summary record", summary_fields, COUNT(summary_fields), NULL}},
	[RECORD_FIBER] = {"fiber", {"a fiber record", fiber_fields, COUNT(fiber_fields), NULL}},
	[RECORD_FUNCTION] = {"function", {"a function record", function_fields, COUNT(function_fields), NULL}},
	[RECORD_LINE] = {"line", {"a line record", line_fields, COUNT(line_fields), NULL}},
	[RECORD_END] = {"end", {"an end record", end_fields, COUNT(end_fields), NULL}},
};

/* The type that the object names, taken up to there. */
static enum record_type scan_type(struct scan *scan)
{
	int type = 0;

	scan_expect(scan, '{');
	for (bool first = true; scan_more(scan, '}', first); first = false) {
		if (strcmp(scan_key(scan), "type") != 0) {
			scan_skip(scan);
			continue;
		}
		scan_string(scan);
		while (type < RECORD_OTHER && strcmp(forms[type].type, scan->text) != 0)
			type++;
		return (enum record_type)type;
	}
	scan_fail(scan, "a record without \"type\"");
}

static void check_frame(const struct scan *scan, struct frame *frame, uint32_t came)
{
	frame->named = came >> FRAME_NAME & 1;
	frame->mapped = came >> FRAME_IMAGE & 1;
	if (frame->named)
		return;
	if (!(came >> FRAME_PC & 1))
		scan_fail(scan, "a frame record with neither \"pc\" nor \"name\"");
	if (!(came >> FRAME_CALL & 1))
		scan_fail(scan, "a frame record without \"call\"");
	if (frame->mapped && !(came >> FRAME_ADDR & 1))
		scan_fail(scan, "a frame record with \"image\" but without \"addr\"");
}

static void parse_object(struct object_reader *reader, struct record *record)
{
	struct scan *scan = &reader->scan;
	uint32_t came;

	record->type = scan_type(scan);
	scan->source->position = 0;
	if (record->type == RECORD_OTHER) {
		scan_skip(scan);
		return;
	}
	came = object_read(reader, &forms[record->type].form, &record->profile);
	if (record->type == RECORD_FRAME)
		check_frame(scan, &record->frame, came);
}

void record_parse(struct object_reader *reader, struct record *record, const char *name, uint64_t line)
{
	struct source source;

	source_of_line(&source, name, line, record->text, record->length);
	scan_open(&reader->scan, &source);
	arena_reset(&reader->texts);
	memset(&record->profile, 0, sizeof(*record) - offsetof(struct record, profile));
	if (record->text[0] == '[') {
		record->type = RECORD_SAMPLE;
		sample_scan(&reader->scan, &record->sample);
	} else {
		parse_object(reader, record);
	}
	scan_end(&reader->scan);
}
