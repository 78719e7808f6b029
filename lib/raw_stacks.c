#include "raw_internal.h"

/* What tells frames apart. A label is a frame without address. */
struct frame_key {
	uint64_t value; /* pc, or index in labels */
	uint64_t form;
};

enum { FORM_LEAF, FORM_CALL, FORM_LABEL };

static void read_label(struct raw *raw, struct scan *scan)
{
	uint64_t stack;

	scan_expect(scan, '[');
	stack = scan_u64(scan);
	if (stack >= RECORD_ID_LIMIT)
		scan_fail(scan, "stack %llu is not defined", (unsigned long long)stack);
	raw->stack_labels =
		mem_grow(raw->stack_labels, &raw->label_capacity, (size_t)stack + 1, sizeof(*raw->stack_labels));
	if (raw->stack_labels[stack])
		scan_fail(scan, "a second label for stack %llu", (unsigned long long)stack);
	scan_expect(scan, ',');
	raw->stack_labels[stack] = intern_text(&raw->label_texts, scan_string(scan)) + 1;
	scan_expect(scan, ']');
}

static void read_labels(struct raw *raw)
{
	struct scan *scan;

	if (!raw->labels)
		return;
	scan = raw_enter(raw, raw->labels);
	for (bool first = true; scan_more(scan, ']', first); first = false)
		read_label(raw, scan);
}

/* The id of the frame; emits it at its first use. */
static uint32_t frame_id(struct raw *raw, uint64_t value, uint64_t form)
{
	struct frame_key key = {value, form};
	struct frame *frame = &raw->record.frame;
	bool added;
	uint32_t id = rows_add(&raw->frame_keys, &key, sizeof(key), &added);

	if (!added)
		return id;
	*frame = (struct frame){.id = raw_next_id(raw, "frames", id), .name = "", .file = ""};
	if (form == FORM_LABEL) {
		frame->named = true;
		frame->name = intern_key(&raw->label_texts, (uint32_t)value);
	} else {
		frame->pc = value;
		frame->call = form == FORM_CALL;
	}
	raw_emit(raw, RECORD_FRAME);
	return id;
}

static void read_stack(struct raw *raw, struct scan *scan)
{
	uint32_t id = raw_next_id(raw, "stacks", raw->stack_count), label = 0, count = 0;

	if (id < raw->label_capacity)
		label = raw->stack_labels[id];
	scan_expect(scan, '[');
	while (scan_more(scan, ']', !count)) {
		/* Room for the label too. */
		raw->frames = mem_grow(raw->frames, &raw->frame_capacity, (size_t)count + 2, sizeof(*raw->frames));
		raw->frames[count] = frame_id(raw, scan_u64(scan), count ? FORM_CALL : FORM_LEAF);
		if (++count == UINT32_MAX)
			scan_fail(scan, "more than 2^32 frames in a stack");
	}
	raw->frames = mem_grow(raw->frames, &raw->frame_capacity, 1, sizeof(*raw->frames));
	if (label)
		raw->frames[count++] = frame_id(raw, label - 1, FORM_LABEL);
	raw->record.stack = (struct stack){id, raw->frames, count};
	raw_emit(raw, RECORD_STACK);
}

void raw_read_stacks(struct raw *raw)
{
	struct scan *scan;

	read_labels(raw);
	scan = raw_enter(raw, raw->stacks);
	for (; scan_more(scan, ']', !raw->stack_count); raw->stack_count++)
		read_stack(raw, scan);
	for (size_t i = raw->stack_count; i < raw->label_capacity; i++) {
		if (raw->stack_labels[i])
			scan_fail(scan, "a label for stack %zu, which is not defined", i);
	}
}
