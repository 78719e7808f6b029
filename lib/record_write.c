#include "record_write.h"

#include "record_put.h"

#include <unistd.h>

void record_writer_open(struct record_writer *writer)
{
	*writer = (struct record_writer){.lines = 0};
	out_open(&writer->out, STDOUT_FILENO, "stdout");
}

static void put_profile(struct out *out, const struct record *record)
{
	const struct profile *profile = &record->profile;

	put_number(out, "{\"type\":\"profile\",\"version\":", RECORD_VERSION);
	put_number(out, ",\"pid\":", profile->pid);
	put_text(out, ",\"exe\":", profile->exe);
	put_number(out, ",\"rate_hz\":", profile->rate_hz);
	put_text(out, ",\"platform\":", profile->platform);
	put_time(out, ",\"start_unix_ns\":", profile->start_unix_ns);
	put_time(out, ",\"end_unix_ns\":", profile->end_unix_ns);
	put_number(out, ",\"dropped\":", profile->dropped);
	if (profile->thinned)
		put_number(out, ",\"thinned\":", profile->thinned);
	if (profile->unregistered_cpu_ns)
		put_time(out, ",\"unregistered_cpu_ns\":", profile->unregistered_cpu_ns);
	if (!profile->ticks)
		return;
	put_number(out, ",\"ticks\":", profile->ticks);
	put_time(out, ",\"paused_ns\":", profile->paused_ns);
}

static void put_image(struct out *out, const struct record *record)
{
	const struct image *image = &record->image;

	put_number(out, "{\"type\":\"image\",\"id\":", image->id);
	put_text(out, ",\"path\":", image->path);
	put_hex(out, ",\"base\":", image->base);
	put_hex(out, ",\"slide\":", image->slide);
	put_hex(out, ",\"text\":", image->text);
	put_hex(out, ",\"text_size\":", image->text_size);
	put_text(out, ",\"arch\":", image->arch);
	put_text(out, ",\"build_id\":", image->build_id);
	if (!image->file_size)
		return;
	put_number(out, ",\"file_size\":", image->file_size);
	put_time(out, ",\"file_mtime_ns\":", image->file_mtime_ns);
}

static void put_thread(struct out *out, const struct record *record)
{
	const struct thread *thread = &record->thread;

	put_number(out, "{\"type\":\"thread\",\"id\":", thread->id);
	out_text(out, ",\"fiber\":");
	out_i64(out, thread->fiber);
	put_text(out, ",\"label\":", thread->label);
	put_text(out, ",\"name\":", thread->name);
	if (thread->tid)
		put_number(out, ",\"tid\":", thread->tid);
}

static void put_named_frame(struct out *out, const struct frame *frame)
{
	put_text(out, ",\"name\":", frame->name);
	if (frame->linkage && *frame->linkage)
		put_text(out, ",\"linkage\":", frame->linkage);
	put_text(out, ",\"file\":", frame->file);
	put_number(out, ",\"line\":", frame->line);
	put_number(out, ",\"column\":", frame->column);
	put_number(out, ",\"start_line\":", frame->start_line);
	put_kind(out, frame->kind);
	put_bool(out, ",\"inlined\":", frame->inlined);
	if (frame->mapped)
		put_number(out, ",\"image\":", frame->image);
}

static void put_frame(struct out *out, const struct record *record)
{
	const struct frame *frame = &record->frame;

	put_number(out, "{\"type\":\"frame\",\"id\":", frame->id);
	if (frame->named) {
		put_named_frame(out, frame);
		return;
	}
	put_hex(out, ",\"pc\":", frame->pc);
	put_bool(out, ",\"call\":", frame->call);
	if (!frame->mapped)
		return;
	put_number(out, ",\"image\":", frame->image);
	put_hex(out, ",\"addr\":", frame->addr);
}

static void put_stack(struct out *out, const struct record *record)
{
	put_number(out, "{\"type\":\"stack\",\"id\":", record->stack.id);
	out_text(out, ",\"frames\":[");
	for (uint32_t i = 0; i < record->stack.count; i++) {
		if (i)
			out_char(out, ',');
		out_u64(out, record->stack.frames[i]);
	}
	out_char(out, ']');
}

static void put_sample(struct out *out, const struct record *record)
{
	const struct sample *sample = &record->sample;

	out_char(out, '[');
	out_u64(out, sample->t_ns);
	out_char(out, ',');
	out_u64(out, sample->thread);
	out_char(out, ',');
	out_u64(out, sample->stack);
	out_char(out, ',');
	out_u64(out, sample->state);
	if (sample->count != 1)
		put_number(out, ",", sample->count);
	out_char(out, ']');
}

static void (*const puts_of[RECORD_TYPES])(struct out *out, const struct record *record) = {
	[RECORD_PROFILE] = put_profile, [RECORD_IMAGE] = put_image, [RECORD_THREAD] = put_thread,
	[RECORD_FRAME] = put_frame,	[RECORD_STACK] = put_stack, [RECORD_SAMPLE] = put_sample,
	[RECORD_SUMMARY] = put_summary, [RECORD_FIBER] = put_fiber, [RECORD_FUNCTION] = put_function,
	[RECORD_LINE] = put_line,
};

void record_write(struct record_writer *writer, const struct record *record)
{
	struct out *out = &writer->out;

	if (record->text) {
		out_bytes(out, record->text, record->length);
	} else {
		puts_of[record->type](out, record);
		if (record->type != RECORD_SAMPLE)
			out_char(out, '}');
	}
	out_char(out, '\n');
	writer->lines++;
	if (record->type == RECORD_SAMPLE)
		writer->samples += record->sample.count;
}

void record_pass(void *state, const struct record *record)
{
	record_write(state, record);
}

void record_write_end(struct record_writer *writer)
{
	struct out *out = &writer->out;

	put_number(out, "{\"type\":\"end\",\"lines\":", writer->lines);
	put_number(out, ",\"samples\":", writer->samples);
	out_text(out, "}\n");
	out_close(out);
}
