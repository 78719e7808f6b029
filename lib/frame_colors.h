/* Colours of functions that depend on the profile alone [PROF-VSCODE-FLAME]: functions are ranked by their file, then
 * their name, then their index, and the ranks go evenly over a fixed ramp. */
#ifndef OSPREY_FRAME_COLORS_H
#define OSPREY_FRAME_COLORS_H

#include "model.h"

/* Bytes, no locale. 0 only for a function and itself: the order is total. Both are of one array. */
int frame_colors_compare(const struct model_function *a, const struct model_function *b);

/* For each function of the model the parameters of ECMA-48's "select graphic rendition": black text on its colour, of
 * the 256 that xterm has. The texts are static; the caller frees the array. */
const char **frame_colors(const struct model *model);

#endif
