#include "made_file.h"

#include "die.h"

#include <ctype.h>
#include <string.h>

enum { BEGINNING = 4096 }; /* the words that tell a kind stand before this */

/* `word` is none that a string can hold: its quotes would be escaped there. */
static const struct kind {
	const char *begin, *word, *what;
} kinds[] = {
	{"{", "\"$schema\":\"https://www.speedscope.app/", "a file for speedscope"},
	{"{", "\"$schema\": \"https://www.speedscope.app/", "a file for speedscope"},
	{"{\"nodes\"", "\"callFrame\":", "a .cpuprofile"},
	{"{", "\"wallSeconds\":", "a summary for editors"},
	{"<", "<html", "a page"},
};

static bool begins_with(const char *text, size_t length, const char *begin)
{
	return length >= strlen(begin) && !memcmp(text, begin, strlen(begin));
}

/* A line of folded stacks ends in a number, which stands behind a space. */
static bool is_folded(const char *text, size_t length)
{
	const char *end = memchr(text, '\n', length), *number = end;

	if (!end || strchr("{[<", *text))
		return false;
	while (number > text && isdigit((unsigned char)number[-1]))
		number--;
	return number < end && number > text + 1 && number[-1] == ' ';
}

void made_file_refuse(const struct source *source, size_t at)
{
	const char *text = (const char *)source->buffer + at, *what = NULL;
	size_t length = source->filled - at;

	if (length > BEGINNING)
		length = BEGINNING;
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]) && !what; i++)
		if (begins_with(text, length, kinds[i].begin) &&
		    memmem(text, length, kinds[i].word, strlen(kinds[i].word)))
			what = kinds[i].what;
	if (!what && length && is_folded(text, length))
		what = "folded stacks";
	if (what)
		die("%s: %s, which nothing more can be made of: take the raw profile or the records, which osprey "
		    "--profile --records keeps",
		    source->name, what);
}
