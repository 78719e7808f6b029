/* Source: atos(1). A line an address, in the order of asking:
 *
 *     fib (in app) (fib.c:12)        -[NSObject init] (in Foundation) + 24        0x00000001000      (unknown) */
#include "atos.h"

#include "inquiry.h"
#include "symbolizer_find.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *atos_find(void)
{
	static bool looked;
	static const char *found;

	if (!looked)
		found = find_on_path("atos");
	looked = true;
	return found;
}

static void put_question(struct out *out, const struct question *question)
{
	out_hex(out, question->addr);
	out_char(out, '\n');
}

/* "(FILE:LINE)" at the end of the line. */
static void take_source(struct frame *frame, char *rest)
{
	char *open = strrchr(rest, '('), *colon = open ? strrchr(open, ':') : NULL, *end;
	unsigned long line = colon ? strtoul(colon + 1, &end, 10) : 0;

	if (!line || line > INT32_MAX || strcmp(end, ")") != 0)
		return;
	*colon = '\0';
	frame->file = open + 1;
	frame->line = (uint32_t)line;
}

/* What is no name is an address; without " (in IMAGE)" it is neither. */
static bool read_line(struct answer *answer, char *line, size_t length, const struct question *question)
{
	char *in = strstr(line, " (in ");
	struct frame *frame;

	(void)question;
	answer->count = 0;
	if (strlen(line) != length || !length)
		return false;
	if (!in)
		return !strncmp(line, "0x", 2);
	if (!strncmp(line, "0x", 2))
		return true;
	frame = answer_add(answer);
	*frame = (struct frame){.named = true, .name = line, .file = ""};
	*in = '\0';
	take_source(frame, in + 1);
	return true;
}

void atos_ask(const struct question *questions, size_t count, uint64_t load, on_answer *answer, void *state)
{
	static bool failed;
	char load_text[32], name[] = "atos", o[] = "-o", arch[] = "-arch", l[] = "-l";
	char *const argv[] = {
		name,	   o,	(char *)(uintptr_t)questions->path, arch, (char *)(uintptr_t)questions->arch, l,
		load_text, NULL};
	struct inquiry inquiry = {.program = atos_find(),
				  .argv = argv,
				  .questions = questions,
				  .count = count,
				  .put = put_question,
				  .read = read_line,
				  .answer = answer,
				  .state = state};

	snprintf(load_text, sizeof(load_text), "0x%" PRIx64, load);
	for (size_t i = 0; failed && i < count; i++)
		answer(state, i, NULL, 0);
	if (!failed)
		failed = !inquire(&inquiry);
}
