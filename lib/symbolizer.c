#include "symbolizer.h"

#include "die.h"
#include "inquiry.h"
#include "symbolizer_find.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_LIMIT = 900 }; /* with the rest of a question within the 1023 bytes of a line */

bool symbolizer_takes_path(const char *path)
{
	const char *text = path;
	uint32_t c;

	if (strlen(path) > PATH_LIMIT || (strchr(path, '"') && strchr(path, '\'')))
		return false;
	while ((c = text_next(&text)))
		if (c < 0x20 || c == 0xfffd) /* ill-formed UTF-8 doesn't come back as it went */
			return false;
	return true;
}

static void put_question(struct out *out, const struct question *question)
{
	char quote = strchr(question->path, '"') ? '\'' : '"';

	out_text(out, "CODE ");
	out_char(out, quote);
	out_text(out, question->path);
	if (*question->arch) {
		out_char(out, ':');
		out_text(out, question->arch);
	}
	out_char(out, quote);
	out_char(out, ' ');
	out_hex(out, question->addr);
	out_char(out, '\n');
}

/* A server of debug files that doesn't answer, and is asked for each file, must hold up neither one answer longer than
 * we wait for the process, nor all of them for minutes. Without DEBUGINFOD_URLS none is asked. */
static void limit_servers(const struct inquiry *inquiry)
{
	enum { ALL_S = 60, EACH_S = 10 };
	size_t files = 1, seconds;
	char text[32];

	for (size_t i = 1; i < inquiry->count; i++)
		files += strcmp(inquiry->questions[i].path, inquiry->questions[i - 1].path) != 0;
	seconds = ALL_S * inquiry->parts / files;
	seconds = seconds > EACH_S ? EACH_S : seconds + !seconds;
	snprintf(text, sizeof(text), "%zu", seconds);
	setenv("DEBUGINFOD_TIMEOUT", text, 0);
}

static bool run(const struct symbolizer *symbolizer, struct inquiry *inquiry)
{
	char name[] = "llvm-symbolizer", style[] = "--output-style=JSON", mangled[] = "--no-demangle";
	char *const argv[] = {name, style, symbolizer->mangled ? mangled : NULL, NULL};

	inquiry->argv = argv;
	limit_servers(inquiry);
	return inquire(inquiry);
}

void symbolizer_ask(struct symbolizer *symbolizer, const struct question *questions, size_t count, on_answer *answer,
		    void *state)
{
	long cores = sysconf(_SC_NPROCESSORS_ONLN);
	struct inquiry inquiry = {.program = symbolizer_find(),
				  .questions = questions,
				  .count = count,
				  .parts = (size_t)(cores > 0 ? cores : 1),
				  .put = put_question,
				  .read = answer_read,
				  .answer = answer,
				  .state = state};

	if (!count)
		return;
	if (!symbolizer->failed && inquiry.program) {
		symbolizer->failed = !run(symbolizer, &inquiry);
		return;
	}
	if (!symbolizer->failed)
		warn("no llvm-symbolizer found: the addresses stay without names (install llvm, or set LLVM_SYMBOLIZER)");
	symbolizer->failed = true;
	for (size_t i = 0; i < count; i++)
		answer(state, i, NULL, 0);
}
