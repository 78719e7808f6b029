/* A flame graph of characters: a row for each depth, roots at the top, the largest call first. */
#ifndef OSPREY_FLAME_PICTURE_H
#define OSPREY_FLAME_PICTURE_H

#include "call_shares.h"
#include "view.h"

enum { FLAME_PICTURE_WIDTH = 80 }; /* where there is no terminal */

/* As wide as the terminal, all of which is `whole` samples. Calls that are narrower than a column are left out, and the
 * line at the end tells their share. */
void flame_picture(struct view *view, const struct call_shares *shares, uint64_t whole);

#endif
