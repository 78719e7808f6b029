#include "record_put.h"

void put_summary(struct out *out, const struct record *record)
{
	const struct summary *summary = &record->summary;

	put_number(out, "{\"type\":\"summary\",\"samples\":", summary->samples);
	put_number(out, ",\"oncpu\":", summary->oncpu);
	put_number(out, ",\"waiting\":", summary->waiting);
	put_number(out, ",\"truncated\":", summary->truncated);
	put_number(out, ",\"unresolved\":", summary->unresolved);
	put_number(out, ",\"unsampled\":", summary->unsampled);
	put_number(out, ",\"runnable\":", summary->runnable);
	put_number(out, ",\"incomplete\":", summary->incomplete);
	put_text(out, ",\"incomplete_image\":", summary->incomplete_image);
	put_number(out, ",\"leaf_callers_unsure\":", summary->leaf_callers_unsure);
	put_text(out, ",\"leaf_callers_unsure_image\":", summary->leaf_callers_unsure_image);
	put_number(out, ",\"captures\":", summary->captures);
	put_number(out, ",\"effective_captures\":", summary->effective_captures);
	put_number(out, ",\"fibers\":", summary->fibers);
	out_text(out, ",\"wall_seconds\":");
	out_fixed(out, summary->wall_seconds, 6);
	out_text(out, ",\"cpu_seconds\":");
	out_fixed(out, summary->cpu_seconds, 6);
}

void put_fiber(struct out *out, const struct record *record)
{
	const struct fiber *fiber = &record->fiber;

	put_number(out, "{\"type\":\"fiber\",\"id\":", fiber->id);
	out_text(out, ",\"fiber\":");
	out_i64(out, fiber->fiber);
	put_text(out, ",\"label\":", fiber->label);
	put_text(out, ",\"name\":", fiber->name);
	put_number(out, ",\"samples\":", fiber->samples);
	put_number(out, ",\"oncpu\":", fiber->oncpu);
	put_number(out, ",\"waiting\":", fiber->waiting);
	if (!fiber->unsampled)
		return;
	put_number(out, ",\"unsampled\":", fiber->unsampled);
	put_time(out, ",\"unsampled_since_ns\":", fiber->unsampled_since_ns);
}

void put_function(struct out *out, const struct record *record)
{
	const struct function *function = &record->function;

	put_number(out, "{\"type\":\"function\",\"id\":", function->id);
	put_text(out, ",\"name\":", function->name);
	put_text(out, ",\"file\":", function->file);
	put_number(out, ",\"line\":", function->line);
	put_kind(out, function->kind);
	put_number(out, ",\"self\":", function->self);
	put_number(out, ",\"total\":", function->total);
}

void put_line(struct out *out, const struct record *record)
{
	const struct line *line = &record->line;

	put_text(out, "{\"type\":\"line\",\"file\":", line->file);
	put_number(out, ",\"line\":", line->line);
	put_kind(out, line->kind);
	put_number(out, ",\"self\":", line->self);
	put_number(out, ",\"total\":", line->total);
}
