#include "folded.h"

#include "text.h"

#include <stdlib.h>
#include <string.h>

/* A stack on its way through qsort(). */
struct chain {
	const struct folded *folded;
	const uint32_t *frames; /* leaf first */
	uint32_t count, stack;
};

/* White space is what Unicode 15 and ECMAScript call so: speedscope reads lines by regular expressions of JavaScript.
 */
static bool separates(uint32_t c)
{
	return c == ';' || c == ' ' || c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) || c == 0x202f ||
	       c == 0x205f || c == 0x3000 || c == 0xfeff || text_is_unsafe(c);
}

uint32_t folded_name(struct intern *names, const char *name)
{
	size_t used = 0;
	char *safe = mem_new(strlen(name), 3); /* U+FFFD takes three bytes for one */
	uint32_t c, index;

	while ((c = text_next(&name)))
		used += text_encode(separates(c) ? '_' : c, safe + used);
	index = used ? intern(names, safe, used, NULL) : intern_text(names, "_");
	free(safe);
	return index;
}

static void make_names(struct folded *folded)
{
	const struct model *model = folded->model;
	uint32_t *functions = mem_new(model->function_count, sizeof(*functions));

	for (size_t i = 0; i < model->function_count; i++)
		functions[i] = folded_name(&folded->names, model->functions[i].name);
	folded->frame_names = mem_new(model->frame_count, sizeof(*folded->frame_names));
	for (size_t i = 0; i < model->frame_count; i++)
		folded->frame_names[i] = functions[model->frames[i].function];
	free(functions);
	folded->fibers = mem_new(model->fiber_count, sizeof(*folded->fibers));
	for (size_t i = 0; i < model->fiber_count; i++)
		folded->fibers[i] = intern_key(&folded->names, folded_name(&folded->names, model->fibers[i].name));
}

/* The safe name that is `depth` frames above the root. */
static uint32_t name_at(const struct chain *chain, uint32_t depth)
{
	return chain->folded->frame_names[chain->frames[chain->count - 1 - depth]];
}

static int next_byte(const struct chain *chain, uint32_t depth, const char *rest)
{
	if (*rest)
		return (unsigned char)*rest;
	return depth + 1 == chain->count ? ' ' : ';';
}

/* Orders two lines by their bytes without building them. Names hold neither ' ' nor ';', so the first names that differ
 * decide, by what follows the shorter one if need be. */
static int compare_chains(const void *first, const void *second)
{
	const struct chain *a = first, *b = second;
	const char *left, *right;
	uint32_t depth = 0;

	while (depth < a->count && depth < b->count && name_at(a, depth) == name_at(b, depth))
		depth++;
	if (depth == a->count || depth == b->count)
		return (a->count > b->count) - (a->count < b->count);
	left = intern_key(&a->folded->names, name_at(a, depth));
	right = intern_key(&b->folded->names, name_at(b, depth));
	while (*left && *left == *right) {
		left++;
		right++;
	}
	return next_byte(a, depth, left) - next_byte(b, depth, right);
}

static struct chain *sorted_chains(const struct folded *folded, size_t count)
{
	struct chain *chains = mem_new(count, sizeof(*chains));

	for (size_t i = 0; i < count; i++) {
		struct model_stack stack = model_stack(folded->model, (uint32_t)i);

		chains[i] = (struct chain){folded, stack.frames, stack.count, (uint32_t)i};
	}
	qsort(chains, count, sizeof(*chains), compare_chains);
	return chains;
}

void folded_make(struct folded *folded, const struct model *model)
{
	size_t count = model->stack_count;
	struct chain *chains;
	uint32_t rank = 0;

	folded->model = model;
	make_names(folded);
	folded->ranks = mem_new(count, sizeof(*folded->ranks));
	chains = sorted_chains(folded, count);
	for (size_t i = 0; i < count; i++) {
		if (i && compare_chains(&chains[i - 1], &chains[i]) != 0)
			rank++;
		folded->ranks[chains[i].stack] = rank;
	}
	free(chains);
}

void folded_write(const struct folded *folded, struct out *out, uint32_t stack)
{
	struct model_stack frames = model_stack(folded->model, stack);

	for (uint32_t i = frames.count; i-- > 0;) {
		out_text(out, intern_key(&folded->names, folded->frame_names[frames.frames[i]]));
		if (i)
			out_char(out, ';');
	}
}
