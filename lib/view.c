#include "view.h"

#include "cell.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void view_say(struct view *view, const char *format, ...)
{
	char text[VIEW_TEXT];
	va_list list;

	va_start(list, format);
	vsnprintf(text, sizeof(text), format, list);
	va_end(list);
	out_text(&view->out, text);
}

void view_line(struct view *view, size_t column, const char *format, ...)
{
	char text[VIEW_TEXT];
	size_t at = column;
	va_list list;

	va_start(list, format);
	vsnprintf(text, sizeof(text), format, list);
	va_end(list);
	for (char *rest = text, *word; (word = strsep(&rest, " "));) {
		size_t width = cell_width(word);

		if (at > column && view->terminal.width && at + 1 + width > view->terminal.width) {
			view_say(view, "\n%*s", (int)column, "");
			at = column;
		} else if (word != text) {
			view_say(view, " ");
			at++;
		}
		out_text(&view->out, word);
		at += width;
	}
	view_say(view, "\n");
}

const char *view_heat(double share)
{
	if (share >= 0.05)
		return VIEW_RED_BOLD;
	return share >= 0.005 ? VIEW_YELLOW : NULL;
}

void view_paint(struct view *view, const char *color)
{
	if (view->terminal.color)
		view_say(view, "\033[%sm", color ? color : "0");
}

double view_share(uint64_t part, uint64_t whole)
{
	return whole ? (double)part / (double)whole : 0;
}

bool view_reaches(uint64_t part, uint64_t whole, double percent)
{
	return (double)part * 100 >= percent * (double)whole * (1 - 1e-12);
}

void view_percent(struct view *view, double share)
{
	view_say(view, "%*.1f%%", VIEW_PERCENT - 1, share * 100);
}

void view_gap(struct view *view)
{
	view_say(view, "%*s", VIEW_GAP, "");
}

size_t view_digits(uint64_t number)
{
	return (size_t)snprintf(NULL, 0, "%" PRIu64, number);
}

const char *view_duration(struct view *view, double seconds)
{
	char text[64];

	if (seconds < 0.1)
		snprintf(text, sizeof(text), "%.1f ms", seconds * 1000);
	else
		snprintf(text, sizeof(text), "%.*f s", seconds < 100 ? 2 : 0, seconds);
	return cell_text(&view->texts, text, CELL_NO_LIMIT);
}

const char *view_samples(struct view *view, uint64_t count, enum state state)
{
	char text[64];

	snprintf(text, sizeof(text), "%" PRIu64 " %s sample%s", count, view_state(state), view_plural(count));
	return cell_text(&view->texts, text, CELL_NO_LIMIT);
}

const char *view_state(enum state state)
{
	return state == STATE_WAITING ? "waiting" : "CPU";
}

const char *view_plural(uint64_t count)
{
	return count == 1 ? "" : "s";
}
