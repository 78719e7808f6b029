/* What the place that a report goes to can show. */
#ifndef OSPREY_TERMINAL_H
#define OSPREY_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

enum color_choice { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

struct terminal {
	bool color;
	size_t width; /* columns; 0: not a terminal, nothing is shortened */
};

/* COLOR_AUTO is colour on a terminal, unless NO_COLOR is set and not empty (https://no-color.org) or TERM is dumb or
 * unset. The width is what the terminal says, else $COLUMNS, else 80. */
struct terminal terminal_of(int fd, enum color_choice choice);

#endif
