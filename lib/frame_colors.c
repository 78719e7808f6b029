#include "frame_colors.h"

#include "mem.h"

#include <stdlib.h>
#include <string.h>

#define ON(color) "38;5;16;48;5;" #color

/* From yellow over red and violet to blue and grey, all of them light: black text keeps a contrast of 7:1 and more.
 * Neighbours differ in lightness too, for those who see fewer hues. */
static const char *const ramp[] = {
	ON(229), ON(221), ON(215), ON(223), ON(209), ON(217), ON(211), ON(225), ON(177), ON(189),
	ON(147), ON(195), ON(117), ON(159), ON(79),  ON(194), ON(150), ON(187), ON(180), ON(252),
};

enum { COLORS = sizeof(ramp) / sizeof(ramp[0]) };

int frame_colors_compare(const struct model_function *a, const struct model_function *b)
{
	int order = strcmp(a->file, b->file);

	if (!order)
		order = strcmp(a->name, b->name);
	return order ? order : (a > b) - (a < b);
}

static int compare_entries(const void *left, const void *right)
{
	return frame_colors_compare(*(const struct model_function *const *)left,
				    *(const struct model_function *const *)right);
}

const char **frame_colors(const struct model *model)
{
	size_t count = model->function_count;
	const struct model_function **ranked = mem_new(count, sizeof(*ranked));
	const char **colors = mem_new(count, sizeof(*colors));

	for (size_t i = 0; i < count; i++)
		ranked[i] = &model->functions[i];
	if (count)
		qsort(ranked, count, sizeof(*ranked), compare_entries);
	for (size_t rank = 0; rank < count; rank++)
		colors[ranked[rank] - model->functions] = ramp[rank * COLORS / count];
	free(ranked);
	return colors;
}
