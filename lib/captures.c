#include "captures.h"

#include "cell.h"

#include <inttypes.h>
#include <stdio.h>

enum { FAR_FEWER = 2 };

/* Waiting threads are not sampled anew, and sums of older versions don't tell. */
static bool are_known(const struct totals *totals)
{
	return totals->state == STATE_ON_CPU && totals->summary.captures;
}

uint64_t captures_worth(const struct totals *totals)
{
	return are_known(totals) ? totals->summary.effective_captures : totals_whole(totals);
}

const char *captures_text(struct view *view, const struct totals *totals)
{
	uint64_t whole = totals_whole(totals), captures = totals->summary.captures;
	const char *samples = view_samples(view, whole, totals->state);
	char text[96];

	if (!are_known(totals) || captures_worth(totals) > whole / FAR_FEWER)
		return samples;
	snprintf(text, sizeof(text), "%s in %" PRIu64 " capture%s", samples, captures, view_plural(captures));
	return cell_text(&view->texts, text, CELL_NO_LIMIT);
}
