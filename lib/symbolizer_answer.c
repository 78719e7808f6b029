#include "symbolizer_answer.h"

#include "line_json.h"
#include "mem.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* What is told of a frame; a key that is missing, or of another type, leaves what was there. */
struct symbol {
	const char *name, *file, *start;
	uint32_t line, column, start_line;
};

struct reply {
	const char *module, *address, *error;
	bool symbols;
};

static const char *known_file(const char *file)
{
	return strcmp(file, "??") ? file : "";
}

struct frame *answer_add(struct answer *answer)
{
	answer->frames = mem_grow(answer->frames, &answer->capacity, answer->count + 1, sizeof(*answer->frames));
	return &answer->frames[answer->count++];
}

static void add_frame(struct answer *answer, const struct symbol *symbol)
{
	/* From the symbol table there is a file for some functions only: its name, without a path. With debug
	 * information code that the compiler moved has no line, but a file. */
	*answer_add(answer) = (struct frame){
		.named = true,
		.name = symbol->name,
		.file = symbol->line || symbol->start_line ? known_file(symbol->file) : "",
		.line = symbol->line,
		.column = symbol->column,
		.start_line = symbol->start_line,
		.addr = strtoull(symbol->start, NULL, 16),
	};
}

static bool take_text(char **at, const char **text)
{
	if (line_json_peek(at) != '"')
		return line_json_skip(at);
	return (*text = line_json_text(at)) != NULL;
}

static bool take_member(char **at, const char *key, struct symbol *symbol)
{
	if (!strcmp(key, "FunctionName"))
		return take_text(at, &symbol->name);
	if (!strcmp(key, "FileName"))
		return take_text(at, &symbol->file);
	if (!strcmp(key, "StartAddress"))
		return take_text(at, &symbol->start);
	if (!strcmp(key, "Line"))
		return line_json_number(at, &symbol->line);
	if (!strcmp(key, "Column"))
		return line_json_number(at, &symbol->column);
	if (!strcmp(key, "StartLine"))
		return line_json_number(at, &symbol->start_line);
	return line_json_skip(at);
}

/* An item of the array of symbols: an object, or it has no name. */
static bool take_symbol(char **at, struct symbol *symbol)
{
	bool first = true, closed = false;

	if (!line_json_take(at, '{'))
		return line_json_skip(at);
	while (line_json_more(at, '}', &first, &closed)) {
		const char *key = line_json_key(at);

		if (!key || !take_member(at, key, symbol))
			return false;
	}
	return closed;
}

/* A chain in which a name is missing is told as unknown: half a chain would be put together with the wrong callers. */
static bool take_symbols(struct answer *answer, char **at, bool *are_symbols)
{
	bool first = true, closed = false, nameless = false;

	*are_symbols = line_json_take(at, '[');
	if (!*are_symbols)
		return line_json_skip(at);
	while (line_json_more(at, ']', &first, &closed)) {
		struct symbol symbol = {.name = "", .file = "", .start = ""};

		if (!take_symbol(at, &symbol))
			return false;
		add_frame(answer, &symbol);
		nameless = nameless || !*symbol.name;
	}
	if (nameless)
		answer->count = 0;
	for (size_t i = 0; i + 1 < answer->count; i++)
		answer->frames[i].inlined = true;
	return closed;
}

static bool take_error(char **at, const char **error)
{
	bool first = true, closed = false;

	*error = "";
	if (!line_json_take(at, '{'))
		return line_json_skip(at);
	while (line_json_more(at, '}', &first, &closed)) {
		const char *key = line_json_key(at);

		if (!key || !(strcmp(key, "Message") ? line_json_skip(at) : take_text(at, error)))
			return false;
	}
	return closed;
}

static bool take_reply_member(struct answer *answer, char **at, const char *key, struct reply *reply)
{
	if (!strcmp(key, "Symbol") && !answer->count)
		return take_symbols(answer, at, &reply->symbols);
	if (!strcmp(key, "Error"))
		return take_error(at, &reply->error);
	if (!strcmp(key, "ModuleName"))
		return take_text(at, &reply->module);
	if (!strcmp(key, "Address"))
		return take_text(at, &reply->address);
	return line_json_skip(at);
}

static bool take_reply(struct answer *answer, char **at, struct reply *reply)
{
	bool first = true, closed = false;

	if (!line_json_take(at, '{'))
		return false;
	while (line_json_more(at, '}', &first, &closed)) {
		const char *key = line_json_key(at);

		if (!key || !take_reply_member(answer, at, key, reply))
			return false;
	}
	return closed && !line_json_peek(at);
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
	struct reply reply = {.module = "", .address = ""};
	char *at = line;
	bool whole;

	answer->count = 0;
	whole = take_reply(answer, &at, &reply) && at == line + length;
	answer->error = whole ? reply.error : NULL;
	if (answer->error)
		answer->count = 0;
	if (whole && (reply.symbols || reply.error) && same_module(reply.module, question) &&
	    same_address(reply.address, question->addr))
		return true;
	answer->count = 0;
	return false;
}
