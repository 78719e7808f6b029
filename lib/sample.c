#include "sample.h"

#include "digits.h"

const char *sample_parse(const char *text, struct sample *sample)
{
	uint64_t columns[5] = {0, 0, 0, 0, 1};
	const char *at = text;
	size_t length = 0;
	int count = 0;

	if (*at != '[')
		return NULL;
	do {
		at++;
		length = digits_read((const unsigned char *)at, &columns[count++]);
		at += length;
	} while (length && *at == ',' && count < 5);
	if (!length || *at != ']' || count < 4 || columns[1] > UINT32_MAX || columns[2] > UINT32_MAX ||
	    columns[3] >= STATES || !columns[4])
		return NULL;
	*sample = (struct sample){columns[0], (uint32_t)columns[1], (uint32_t)columns[2], (enum state)columns[3],
				  columns[4]};
	return at + 1;
}

static void next_column(struct scan *scan, const char *name)
{
	if (!scan_more(scan, ']', false))
		scan_fail(scan, "a sample without its %s: [t_ns, thread, stack, state] expected", name);
}

static uint32_t scan_index(struct scan *scan, const char *name)
{
	uint64_t index;

	next_column(scan, name);
	index = scan_u64(scan);
	if (index > UINT32_MAX)
		scan_fail(scan, "%s %llu is not defined", name, (unsigned long long)index);
	return (uint32_t)index;
}

static void scan_columns(struct scan *scan, struct sample *sample)
{
	uint64_t state;

	scan_expect(scan, '[');
	sample->t_ns = scan_u64(scan);
	sample->thread = scan_index(scan, "thread");
	sample->stack = scan_index(scan, "stack");
	next_column(scan, "state");
	state = scan_u64(scan);
	if (state >= STATES)
		scan_fail(scan, "a state is 0 (on-CPU) or 1 (waiting), not %llu", (unsigned long long)state);
	sample->state = (enum state)state;
	sample->count = 1;
	if (!scan_more(scan, ']', false))
		return;
	sample->count = scan_u64(scan);
	if (!sample->count)
		scan_fail(scan, "a sample with a count of 0");
	while (scan_more(scan, ']', false))
		scan_skip(scan);
}

void sample_scan(struct scan *scan, struct sample *sample)
{
	struct source *source = scan->source;
	const char *text, *end;

	scan_peek(scan);
	text = (const char *)source->buffer + source->position;
	end = source->filled - source->position >= SAMPLE_LENGTH ? sample_parse(text, sample) : NULL;
	if (end)
		source->position += (size_t)(end - text);
	else
		scan_columns(scan, sample);
}

void sample_add(const struct scan *scan, const struct sample *sample, uint64_t *sum)
{
	if (sample->count > INT64_MAX - *sum)
		scan_fail(scan, "the counts of the samples add up to more than 2^63 - 1");
	*sum += sample->count;
}
