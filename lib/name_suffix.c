#include "name_suffix.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

static const struct suffix {
	const char *word;
	bool numbered; /* always: a name may well end in ".part" */
} suffixes[] = {{".cold", false}, {".part", true},     {".constprop", true},
		{".isra", true},  {".lto_priv", true}, {".llvm", true}};

/* The length without the last suffix; `length` itself when there is none. */
static size_t without_last(const char *name, size_t length)
{
	size_t word_end = length;
	bool numbered;

	while (word_end && isdigit((unsigned char)name[word_end - 1]))
		word_end--;
	numbered = word_end < length && word_end && name[word_end - 1] == '.';
	word_end = numbered ? word_end - 1 : length;
	for (size_t i = 0; i < sizeof(suffixes) / sizeof(suffixes[0]); i++) {
		size_t word = strlen(suffixes[i].word);

		if (numbered >= suffixes[i].numbered && word_end > word &&
		    !strncmp(name + word_end - word, suffixes[i].word, word))
			return word_end - word;
	}
	return length;
}

static size_t without_all(const char *name, size_t length)
{
	size_t shorter;

	while ((shorter = without_last(name, length)) < length)
		length = shorter;
	return length;
}

/* Without a last "(.cold.0)"; `length` itself when there is none. */
static size_t without_parenthesis(const char *name, size_t length)
{
	size_t open = length;

	if (length < 4 || name[length - 1] != ')')
		return length;
	while (open && name[open - 1] != '(')
		open--;
	if (open < 3 || name[open - 2] != ' ' || without_all(name, length - 1) != open)
		return length;
	return open - 2;
}

/* Up to a symbol version, nanosleep@@GLIBC_2.17; "strcmp@plt" has none. */
static size_t without_version(const char *name)
{
	const char *at = strchr(name, '@');

	if (at && at > name && (at[1] == '@' || isupper((unsigned char)at[1])))
		return (size_t)(at - name);
	return strlen(name);
}

size_t name_length_unsuffixed(const char *name)
{
	size_t length = without_version(name), shorter;

	while ((shorter = without_parenthesis(name, length)) < length)
		length = shorter;
	return without_all(name, length);
}

size_t name_length_unversioned(const char *name)
{
	const char *at = *name == '?' ? NULL : strchr(name, '@');

	if (!at || at == name || !at[1] || !strcmp(at, "@plt"))
		return strlen(name);
	return (size_t)(at - name);
}

const char *name_without_internal_prefix(const char *name)
{
	static const char prefix[] = "__GI_";
	enum { LENGTH = sizeof(prefix) - 1 };

	return !strncmp(name, prefix, LENGTH) && name[LENGTH] ? name + LENGTH : name;
}
