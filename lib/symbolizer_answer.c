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

static void add_frame(struct answer *answer, const cJSON *symbol)
{
	struct frame *frame;

	answer->frames = mem_grow(answer->frames, &answer->capacity, answer->count + 1, sizeof(*answer->frames));
	frame = &answer->frames[answer->count++];
	*frame = (struct frame){
		.named = true,
		.name = text_of(symbol, "FunctionName"),
		.file = known_file(text_of(symbol, "FileName")),
		.line = number_of(symbol, "Line"),
		.column = number_of(symbol, "Column"),
		.start_line = number_of(symbol, "StartLine"),
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

bool answer_read(struct answer *answer, const char *line, size_t length, const struct question *question)
{
	const cJSON *symbols, *error;

	answer_clear(answer);
	answer->document = cJSON_ParseWithLengthOpts(line, length + 1, NULL, true);
	if (strcmp(text_of(answer->document, "ModuleName"), question->path) != 0 ||
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
