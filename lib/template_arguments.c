#include "template_arguments.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const char mark[] = "<…>";

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

/* Bytes of `operator<<` and its like, which stand at `text`, a part of `name`; 0: something else does. */
static size_t operator_length(const char *name, const char *text)
{
	static const char word[] = "operator";
	static const char *const signs[] = {"<=>", "<<=", ">>=", "->*", "<<", ">>", "<=", ">=", "->", "<", ">"};
	const char *sign = text + sizeof(word) - 1;

	if (strncmp(text, word, sizeof(word) - 1) != 0 || (text > name && is_word(text[-1])))
		return 0;
	for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]); i++)
		if (strncmp(sign, signs[i], strlen(signs[i])) == 0)
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

/* A list follows a name: `<T as Trait>::f` and the one in `operator<< <char>` are none. An empty one is short enough.
 */
static bool begins_list(const char *name, const char *text)
{
	return *text == '<' && text[1] != '>' && text > name && !strchr(" (,<&*", text[-1]);
}

const char *template_arguments_left_out(struct arena *arena, const char *name)
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
