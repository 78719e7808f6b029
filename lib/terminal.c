#include "terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { DEFAULT_WIDTH = 80, MOST_WIDTH = 10000 };

static bool wants_color(void)
{
	const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");

	return !(no_color && *no_color) && term && *term && strcmp(term, "dumb") != 0;
}

static size_t width_of(int fd)
{
	struct winsize size;
	const char *columns = getenv("COLUMNS");
	long width = columns ? strtol(columns, NULL, 10) : 0;

	if (ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
		return size.ws_col;
	return width > 0 && width <= MOST_WIDTH ? (size_t)width : DEFAULT_WIDTH;
}

struct terminal terminal_of(int fd, enum color_choice choice)
{
	bool terminal = isatty(fd);

	return (struct terminal){
		.color = choice == COLOR_ALWAYS || (choice == COLOR_AUTO && terminal && wants_color()),
		.width = terminal ? width_of(fd) : 0,
	};
}
