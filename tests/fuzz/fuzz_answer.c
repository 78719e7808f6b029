/* Answers of llvm-symbolizer, one a line; none may be taken for another file's or another address's. */
#include "symbolizer_answer.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void look_at(const struct answer *answer)
{
	for (size_t i = 0; i < answer->count; i++)
		if (!*answer->frames[i].name || !answer->frames[i].file)
			abort();
	if (answer->error && strlen(answer->error) > SIZE_MAX / 2)
		abort();
}

static void run(const uint8_t *bytes, size_t size)
{
	struct question question = {.path = "/w/fib", .arch = "", .addr = 0x1175};
	struct answer answer = {0};
	char *line = malloc(size + 1);

	if (!line)
		return;
	memcpy(line, bytes, size);
	line[size] = '\0';
	if (answer_read(&answer, line, size, &question))
		look_at(&answer);
	else if (answer.count)
		abort();
	free(answer.frames);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	sandbox_run(run, bytes, size);
	return 0;
}
