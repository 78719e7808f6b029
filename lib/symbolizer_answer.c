#include "symbolizer_answer.h"

#include "mem.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const cJSON *member(const cJSON *object, const char *key)
{
	return cJSON_GetObjectItemCaseSensitive(object, key);
}

static const char *text_of(const cJSON *object, const char *key)
{
	const char *text = cJSON_GetStringValue(member(object, key));

	return text ? text : "";
}

static uint32_t number_of(const cJSON *object, const char *key)
{
	const cJSON *item = member(object, key);

	if (!cJSON_IsNumber(item) || !(item->valuedouble >= 0 && item->valuedouble <= INT32_MAX))
		return 0;
	return (uint32_t)item->valuedouble;
}

static const char *known_file(const char *file)
{
	return strcmp(file, "??") ? file : "";
}

struct frame *answer_add(struct answer *answer)
{
	answer->frames = mem_grow(answer->frames, &answer->capacity, answer->count + 1, sizeof(*answer->frames));
	return &answer->frames[answer->count++];
}

static void add_frame(struct answer *answer, const cJSON *symbol)
{
	uint32_t line = number_of(symbol, "Line"), start_line = number_of(symbol, "StartLine");

	/* From the symbol table there is a file for some functions only: its name, without a path. With debug
	 * information code that the compiler moved has no line, but a file. */
	*answer_add(answer) = (struct frame){
		.named = true,
		.name = text_of(symbol, "FunctionName"),
		.file = line || start_line ? known_file(text_of(symbol, "FileName")) : "",
		.line = line,
		.column = number_of(symbol, "Column"),
		.start_line = start_line,
		.addr = strtoull(text_of(symbol, "StartAddress"), NULL, 16),
		.inlined = symbol->next != NULL,
	};
}

/* A chain in which a name is missing is told as unknown: half a chain would be put together with the wrong callers. */
static void take_symbols(struct answer *answer, const cJSON *symbols)
{
	const cJSON *symbol;

	cJSON_ArrayForEach(symbol, symbols)
	{
		add_frame(answer, symbol);
		if (!*answer->frames[answer->count - 1].name) {
			answer->count = 0;
			return;
		}
	}
}

static bool same_address(const char *text, uint64_t addr)
{
	char *end;

	errno = 0;
	return *text && strtoull(text, &end, 16) == addr && !*end && !errno;
}

/* "PATH" or "PATH:ARCH". */
static bool same_module(const char *text, const struct question *question)
{
	size_t length = strlen(question->path);

	if (strncmp(text, question->path, length) != 0)
		return false;
	return *question->arch ? text[length] == ':' && !strcmp(text + length + 1, question->arch) : !text[length];
}

bool answer_read(struct answer *answer, char *line, size_t length, const struct question *question)
{
	const cJSON *symbols, *error;

	answer_clear(answer);
	answer->document = cJSON_ParseWithLengthOpts(line, length + 1, NULL, true);
	if (!same_module(text_of(answer->document, "ModuleName"), question) ||
	    !same_address(text_of(answer->document, "Address"), question->addr))
		return false;
	symbols = member(answer->document, "Symbol");
	error = member(answer->document, "Error");
	if (error)
		answer->error = text_of(error, "Message");
	else
		take_symbols(answer, symbols);
	return error || cJSON_IsArray(symbols);
}

void answer_clear(struct answer *answer)
{
	cJSON_Delete(answer->document);
	answer->document = NULL;
	answer->error = NULL;
	answer->count = 0;
}
