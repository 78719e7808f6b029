/* How much the samples of a profile are worth. A capture of a stack counts for all periods since the one before it, and
 * many periods of one capture tell no more than one. */
#ifndef OSPREY_CAPTURES_H
#define OSPREY_CAPTURES_H

#include "totals.h"
#include "view.h"

/* How many samples of one period each would tell as much as those of the totals' state. */
uint64_t captures_worth(const struct totals *totals);

/* "183 CPU samples", and "in 6 captures" where these are far fewer. It lives as long as the view. */
const char *captures_text(struct view *view, const struct totals *totals);

#endif
