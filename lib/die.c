#include "die.h"

#include "text.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MESSAGE_SIZE = 2048 };

static const char *name = "prof";

void program_name_set(const char *new_name)
{
	name = new_name;
}

const char *program_name(void)
{
	return name;
}

/* Where nobody reads messages, the status still says how it went. */
static void print_line(const char *line)
{
	void (*before)(int) = signal(SIGPIPE, SIG_IGN);

	fprintf(stderr, "%s: %s\n", name, line);
	signal(SIGPIPE, before);
}

/* Messages quote input: a name with a line feed or an escape sequence in it must not become a second line or reach the
 * terminal. */
static void print_safe(const char *message)
{
	char line[MESSAGE_SIZE * 3 + 2]; /* an ill-formed byte becomes three */
	size_t length = 0;
	uint32_t code_point;

	while ((code_point = text_next(&message)))
		length += text_encode(text_is_unsafe(code_point) ? '?' : code_point, line + length);
	line[length] = '\0';
	print_line(line);
}

static void message(const char *format, va_list arguments, const char *suffix)
{
	int error = errno;
	size_t format_length = strlen(format);
	char text[MESSAGE_SIZE];
	int length = vsnprintf(text, sizeof(text), format, arguments);

	if (length < 0)
		length = 0;
	if ((size_t)length >= sizeof(text))
		length = (int)sizeof(text) - 1;
	if (format_length && format[format_length - 1] == ':')
		snprintf(text + length, sizeof(text) - (size_t)length, " %s", strerror(error));
	else
		snprintf(text + length, sizeof(text) - (size_t)length, "%s", suffix);
	print_safe(text);
}

void warn(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	message(format, arguments, "");
	va_end(arguments);
}

void die(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	message(format, arguments, "");
	va_end(arguments);
	exit(STATUS_FAILED);
}

void die_usage(const char *format, ...)
{
	char hint[256];
	va_list arguments;

	snprintf(hint, sizeof(hint), "; try '%s --help'", name);
	va_start(arguments, format);
	message(format, arguments, hint);
	va_end(arguments);
	exit(STATUS_USAGE);
}
