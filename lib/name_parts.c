#include "name_parts.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const char mark[] = "<…>";

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

static const char word[] = "operator";

static bool begins_operator(const char *name, const char *text)
{
	return strncmp(text, word, sizeof(word) - 1) == 0 && (text == name || !is_word(text[-1])) &&
	       !is_word(text[sizeof(word) - 1]);
}

/* LLVM writes `operator<` of <char> as `operator<<char>`. */
static bool is_less_than_list(const char *text, const char *sign)
{
	return strcmp(sign, "<<") == 0 && is_word(text[2]);
}

/* Bytes of `operator<<` and its like, which stand at `text`, a part of `name`; 0: something else does. */
static size_t operator_length(const char *name, const char *text)
{
	static const char *const signs[] = {
		"<=>", "<<=", ">>=", "->*", "<<", ">>", "<=", ">=", "->", "()", "[]", "<", ">"};
	const char *sign = text + sizeof(word) - 1;

	if (!begins_operator(name, text))
		return 0;
	for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]); i++)
		if (strncmp(sign, signs[i], strlen(signs[i])) == 0 && !is_less_than_list(sign, signs[i]))
			return sizeof(word) - 1 + strlen(signs[i]);
	return 0;
}

/* Behind the '>' that closes the '<' at `text`; NULL: none does. A lone '>' in parentheses is a comparison. */
static const char *behind_list(const char *name, const char *text)
{
	size_t depth = 0, parentheses = 0;

	for (; *text; text++) {
		text += operator_length(name, text);
		if (*text == '<')
			depth++;
		else if (*text == '(')
			parentheses++;
		else if (*text == ')' && parentheses)
			parentheses--;
		else if (*text == '>' && text[-1] != '-' && !(depth == 1 && parentheses) && --depth == 0)
			return text + 1;
		else if (!*text)
			break;
	}
	return NULL;
}

static bool follows_less_than(const char *name, const char *text)
{
	const size_t length = sizeof(word) - 1 + strlen("<");

	return text >= name + length && text[-1] == '<' && begins_operator(name, text - length);
}

/* A list follows a name: `<T as Trait>::f` and the one in `operator<< <char>` are none. An empty one is short enough.
 */
static bool begins_list(const char *name, const char *text)
{
	return *text == '<' && text[1] != '>' && text > name &&
	       (!strchr(" (,<&*", text[-1]) || follows_less_than(name, text));
}

const char *name_without_arguments(struct arena *arena, const char *name)
{
	char *buffer = mem_new(strlen(name) + 1, sizeof(mark));
	const char *text = name, *behind = name, *copy;
	size_t used = 0;

	while (*text) {
		size_t whole = operator_length(name, text);

		if (!whole && behind && begins_list(name, text) && (behind = behind_list(name, text))) {
			memcpy(buffer + used, mark, sizeof(mark) - 1);
			used += sizeof(mark) - 1;
			text = behind;
			continue;
		}
		whole = whole ? whole : 1;
		memcpy(buffer + used, text, whole);
		used += whole;
		text += whole;
	}
	copy = arena_copy(arena, buffer, used);
	free(buffer);
	return copy;
}

/* Goes over a character, or over `operator<<`. False when it closes a bracket that none opened. */
static bool step(const char *name, const char **text, size_t *depth)
{
	size_t whole = operator_length(name, *text);
	char c = **text;
	bool arrow = c == '>' && *text > name && (*text)[-1] == '-';

	*text += whole ? whole : 1;
	if (whole || arrow)
		return true;
	if (strchr("(<[{", c))
		(*depth)++;
	else if (strchr(")>]}", c))
		return (*depth)-- > 0;
	return true;
}

/* Behind the parameters stands what tells functions of one name apart, as `const`, or the function goes on. */
static bool ends_name(const char *parameters)
{
	const char *closing = strrchr(parameters, ')');

	return closing && (!closing[1] || closing[1] == ' ');
}

const char *name_without_parameters(struct arena *arena, const char *name)
{
	const char *own = name, *parameters = NULL;
	bool conversion = false; /* `operator unsigned long` has spaces of its own */
	size_t depth = 0;

	for (const char *text = name; *text;) {
		conversion |= !depth && begins_operator(name, text);
		if (!depth && *text == '(' && text > name)
			parameters = text;
		else if (!depth && *text == ' ' && !parameters && !conversion)
			own = text + 1;
		if (!step(name, &text, &depth))
			return name;
	}
	if (depth || !parameters || parameters == own || !ends_name(parameters))
		return name;
	return arena_copy(arena, own, (size_t)(parameters - own));
}

const char *name_in_scope(const char *name)
{
	size_t depth = 0;

	for (const char *text = name; *text;) {
		if (!depth && strncmp(text, "::", 2) == 0)
			return text[2] ? text + 2 : NULL;
		if (!step(name, &text, &depth))
			return NULL;
	}
	return NULL;
}
