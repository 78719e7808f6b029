#include "record.h"

#include "die.h"
#include "id_set.h"
#include "raw.h"
#include "record_parse.h"
#include "sample.h"

#include <stdio.h>
#include <string.h>

struct reader {
	const struct record_handlers *handlers;
	void *state;
	struct source source;
	struct object_reader object;
	struct record record;
	struct id_set defined[RECORD_TYPES];
	bool begun, ended, raw;
	uint64_t lines, samples; /* before the end record */
	struct end end;
};

/* The input that record_place() names: a program reads one. */
static const struct reader *current;

const char *record_place(void)
{
	static char place[4096 + 32];
	const struct source *source = &current->source;

	if (current->raw)
		snprintf(place, sizeof(place), "%s: byte %llu", source->name, (unsigned long long)source_tell(source));
	else
		snprintf(place, sizeof(place), "%s:%llu", source->name, (unsigned long long)source->line);
	return place;
}

static void define(struct reader *reader, uint32_t id, const char *what)
{
	struct id_set *set = &reader->defined[reader->record.type];

	if (id_set_has(set, id))
		die("%s: %s %lu is defined already", record_place(), what, (unsigned long)id);
	id_set_add(set, id);
}

static void require(const struct reader *reader, enum record_type type, uint32_t id, const char *what)
{
	if (!id_set_has(&reader->defined[type], id))
		die("%s: %s %lu is not defined", record_place(), what, (unsigned long)id);
}

static void check_profile(struct reader *reader)
{
	const struct profile *profile = &reader->record.profile;

	if (reader->begun)
		die("%s: a second profile record: one profile at a time", record_place());
	if (!profile->rate_hz)
		die("%s: a rate_hz of 0", record_place());
	if (profile->end_unix_ns < profile->start_unix_ns)
		die("%s: the profile ends before it starts", record_place());
	reader->begun = true;
}

static void check_stack(struct reader *reader)
{
	const struct stack *stack = &reader->record.stack;

	define(reader, stack->id, "stack");
	for (uint32_t i = 0; i < stack->count; i++)
		require(reader, RECORD_FRAME, stack->frames[i], "frame");
}

static void check_sample(struct reader *reader)
{
	const struct sample *sample = &reader->record.sample;

	require(reader, RECORD_THREAD, sample->thread, "thread");
	require(reader, RECORD_STACK, sample->stack, "stack");
	if (sample->count > INT64_MAX - reader->samples)
		die("%s: the counts of the samples add up to more than 2^63 - 1", record_place());
	reader->samples += sample->count;
}

static void check_frame(struct reader *reader)
{
	const struct frame *frame = &reader->record.frame;

	define(reader, frame->id, "frame");
	if (frame->mapped)
		require(reader, RECORD_IMAGE, frame->image, "image");
}

/* What a line has to do with the lines before it. */
static void check(struct reader *reader)
{
	const struct record *record = &reader->record;

	switch (record->type) {
	case RECORD_PROFILE:
		check_profile(reader);
		break;
	case RECORD_IMAGE:
		define(reader, record->image.id, "image");
		break;
	case RECORD_THREAD:
		define(reader, record->thread.id, "thread");
		break;
	case RECORD_FRAME:
		check_frame(reader);
		break;
	case RECORD_STACK:
		check_stack(reader);
		break;
	case RECORD_SAMPLE:
		check_sample(reader);
		break;
	case RECORD_FIBER:
		define(reader, record->fiber.id, "fiber");
		break;
	case RECORD_FUNCTION:
		define(reader, record->function.id, "function");
		break;
	default:
		break;
	}
}

static void hand_out(void *state, struct record *record)
{
	const struct reader *reader = state;

	if (reader->handlers->on[record->type])
		reader->handlers->on[record->type](reader->state, record);
}

static void parse(struct reader *reader)
{
	struct record *record = &reader->record;
	const char *end = sample_parse(record->text, &record->sample);

	if (end && end == record->text + record->length) {
		record->type = RECORD_SAMPLE;
		return;
	}
	if (!record->length)
		die("%s: an empty line", record_place());
	if (record->text[record->length - 1] == '\r')
		die("%s: the line ends in CR LF, pipe it through tr -d '\\r'", record_place());
	record_parse(&reader->object, record, reader->source.name, reader->source.line);
}

static void take_line(struct reader *reader)
{
	struct record *record = &reader->record;

	if (reader->ended)
		die("%s: a line behind the end record", record_place());
	if (!reader->begun && record->text[0] == '[')
		die("%s: the first record is not a profile", record_place());
	parse(reader);
	if (!reader->begun && record->type != RECORD_PROFILE)
		die("%s: the first record is not a profile", record_place());
	check(reader);
	if (record->type == RECORD_END) {
		reader->ended = true;
		reader->end = record->end;
		return;
	}
	reader->lines++;
	hand_out(reader, record);
}

/* Lines that were taken out on purpose, by grep or jq, are no failure. */
static void compare_with_end(const struct reader *reader)
{
	const struct end *end = &reader->end;

	if (end->lines != reader->lines)
		warn("%s: the end record counts %llu lines, %llu came: some were filtered out", record_place(),
		     (unsigned long long)end->lines, (unsigned long long)reader->lines);
	else if (end->samples != reader->samples)
		warn("%s: the end record counts %llu samples, %llu came", record_place(),
		     (unsigned long long)end->samples, (unsigned long long)reader->samples);
}

static void read_lines(struct reader *reader)
{
	struct record *record = &reader->record;

	while ((record->text = source_line(&reader->source, &record->length)))
		take_line(reader);
	reader->source.line--; /* back to the last line */
	if (!reader->ended)
		die("%s: cut off: the end record is missing", record_place());
	compare_with_end(reader);
	record->type = RECORD_END;
	record->end = reader->end;
	hand_out(reader, record);
}

void records_read(const char *path, const struct record_handlers *handlers, void *state)
{
	static struct reader reader;

	reader = (struct reader){.handlers = handlers, .state = state};
	current = &reader;
	source_open(&reader.source, path);
	reader.raw = raw_is(&reader.source);
	if (reader.raw)
		raw_read(&reader.source, hand_out, &reader);
	else
		read_lines(&reader);
	source_close(&reader.source);
}
