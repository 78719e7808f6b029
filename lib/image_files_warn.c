#include "die.h"
#include "image_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILES_SHOWN = 3, NUMBERS_SIZE = 160, SHARE = 100 /* a hundredth of the samples is worth telling */ };

/* 1204567 as 1,204,567. */
static const char *grouped(uint64_t number, char text[32])
{
	char digits[24];
	size_t count = (size_t)snprintf(digits, sizeof(digits), "%llu", (unsigned long long)number), used = 0;

	for (size_t i = 0; i < count; i++) {
		if (i && (count - i) % 3 == 0)
			text[used++] = ',';
		text[used++] = digits[i];
	}
	text[used] = '\0';
	return text;
}

static bool is_worth_it(uint64_t hurt, uint64_t samples)
{
	return hurt && hurt >= samples / SHARE;
}

static bool is_told(const struct image_file *file, uint64_t samples)
{
	if (!file->looked)
		return false;
	if (*file->why)
		return file->unnamed != 0;
	if (*file->lost ? file->is.zstd && file->lines : file->unanswered || file->atos)
		return false;
	return is_worth_it(*file->lost && file->is.symbols ? file->samples : file->unnamed_samples, samples);
}

static int compare_cost(const void *left, const void *right)
{
	const struct image_file *a = *(const struct image_file *const *)left;
	const struct image_file *b = *(const struct image_file *const *)right;

	if (a->unnamed != b->unnamed)
		return a->unnamed > b->unnamed ? -1 : 1;
	return a < b ? -1 : a > b;
}

static void stay_unnamed(char *text, size_t size, uint64_t frames)
{
	char number[32];

	snprintf(text, size, frames == 1 ? "%s frame stays unnamed" : "%s frames stay unnamed",
		 grouped(frames, number));
}

static size_t append(char *text, size_t used, size_t size, const struct image_file *file)
{
	const char *reason = *file->why ? file->why : file->lost;
	char cost[NUMBERS_SIZE / 2] = ": ";

	if (file->unnamed && !(*file->lost && file->is.symbols))
		stay_unnamed(cost + 2, sizeof(cost) - 2, file->unnamed);
	else
		cost[0] = '\0';
	used += (size_t)snprintf(text + used, size - used, "%s%s", used ? "; " : "", file->path);
	if (*reason)
		used += (size_t)snprintf(text + used, size - used, file->changed || !*file->why ? " %s" : " (%s)",
					 reason);
	return used + (size_t)snprintf(text + used, size - used, "%s", cost);
}

static size_t append_others(char *text, size_t used, size_t size, const struct image_file *const *others, size_t count)
{
	char cost[NUMBERS_SIZE / 2];
	uint64_t frames = 0;

	for (size_t i = 0; i < count; i++)
		frames += others[i]->unnamed;
	stay_unnamed(cost, sizeof(cost), frames);
	return used + (size_t)snprintf(text + used, size - used, "; in %zu other files %s", count, cost);
}

/* `outside`: addresses in no image, 0 when they are not told. */
static void warn_of(const struct image_file *const *told, size_t count, uint64_t outside)
{
	size_t size = 2 * NUMBERS_SIZE, used = 0;
	char *text, number[32];

	for (size_t i = 0; i < count; i++)
		size += strlen(told[i]->path) + strlen(told[i]->why) + strlen(told[i]->lost) + NUMBERS_SIZE;
	text = mem_new(size, 1);
	for (size_t i = 0; i < count && i < FILES_SHOWN; i++)
		used = append(text, used, size, told[i]);
	if (count > FILES_SHOWN)
		used = append_others(text, used, size, told + FILES_SHOWN, count - FILES_SHOWN);
	if (outside)
		snprintf(text + used, size - used,
			 outside == 1 ? "%s%s address is in no image" : "%s%s addresses are in no image",
			 used ? "; " : "", grouped(outside, number));
	warn("%s", text);
	free(text);
}

void image_files_warn(const struct image_files *files, uint64_t samples)
{
	const struct image_file **told = mem_new(files->capacity, sizeof(const struct image_file *));
	uint64_t outside = is_worth_it(files->outside_samples, samples) ? files->outside : 0;
	size_t count = 0;

	for (size_t i = 0; i < files->capacity; i++)
		if (is_told(&files->files[i], samples))
			told[count++] = &files->files[i];
	qsort(told, count, sizeof(*told), compare_cost);
	if (count || outside)
		warn_of(told, count, outside);
	free(told);
}
