#include "images.h"

#include <string.h>

static bool add_text(struct images *images, const char *text, uint32_t *offset)
{
	size_t length = strlen(text) + 1;
	char *place = region_add(&images->texts, length);

	if (!place)
		return false;
	memcpy(place, text, length);
	*offset = (uint32_t)(place - (char *)images->texts.base);
	return true;
}

void images_add(struct images *images, const struct image *image, const char *name, const char *path)
{
	struct image copy = *image, *place;

	if (!add_text(images, name, &copy.name) || !add_text(images, path, &copy.path))
		return;
	copy.loaded = true;
	place = region_add(&images->entries, sizeof(copy));
	if (place)
		*place = copy;
}

void images_add_region(struct images *images, uint64_t start, uint64_t end, const char *name)
{
	struct image region = {.base = start, .slide = start, .text = start, .text_size = end - start};

	images_add(images, &region, name, name);
}

static bool meet(const struct image *image, uint64_t start, uint64_t end)
{
	return image->text < end && start < image->text + image->text_size;
}

bool images_cover(const struct images *images, uint64_t start, uint64_t end)
{
	size_t count;
	const struct image *image = images_entries(images, &count);

	for (; count; count--, image++)
		if (image->loaded && meet(image, start, end))
			return true;
	return false;
}

/* The file of an image that stays loaded may be replaced, and what is loaded is still the old one. */
static bool same_file(const struct image *known, const struct image *image)
{
	return known->was_loaded ||
	       (known->file_size == image->file_size && known->file_mtime_ns == image->file_mtime_ns);
}

static bool same(const struct images *a_texts, const struct image *a, const struct images *b_texts,
		 const struct image *b)
{
	return a->slide == b->slide && a->text == b->text && a->text_size == b->text_size &&
	       a->build_id_size == b->build_id_size && memcmp(a->build_id, b->build_id, a->build_id_size) == 0 &&
	       strcmp(images_text(a_texts, a->name), images_text(b_texts, b->name)) == 0 && same_file(a, b);
}

/* The loader lists its images in the order of loading, so the next one mostly stands behind the last one found:
 * `*hint`. */
static struct image *find(const struct images *all, const struct images *now, const struct image *wanted, size_t *hint)
{
	size_t count;
	struct image *entries = images_entries(all, &count);

	for (size_t i = 0; i < count; i++) {
		struct image *entry = &entries[(*hint + i) % count];

		if (same(all, entry, now, wanted)) {
			*hint = (size_t)(entry - entries) + 1;
			return entry;
		}
	}
	return NULL;
}

static bool place_was_used(const struct images *all, const struct image *wanted)
{
	size_t count;
	const struct image *entry = images_entries(all, &count);

	for (; count; count--, entry++)
		if (meet(entry, wanted->text, wanted->text + wanted->text_size))
			return true;
	return false;
}

void images_merge(struct images *all, struct images *now)
{
	size_t count, known, hint = 0;
	struct image *image = images_entries(now, &count), *entry = images_entries(all, &known);

	for (size_t i = 0; i < known; i++) {
		entry[i].was_loaded = entry[i].loaded;
		entry[i].loaded = false;
	}
	for (; count; count--, image++) {
		entry = find(all, now, image, &hint);
		if (entry) {
			entry->loaded = true;
			continue;
		}
		if (place_was_used(all, image))
			image->shift = ++all->shifts << IMAGES_SHIFT_BITS;
		images_add(all, image, images_text(now, image->name), images_text(now, image->path));
	}
	all->changes = now->changes;
	images_free(now);
}

void images_shift(const struct images *images, uint64_t *frames, uint32_t count)
{
	size_t entries;
	const struct image *image = images_entries(images, &entries);

	if (!images->shifts)
		return;
	for (; entries; entries--, image++) {
		if (!image->loaded || !image->shift)
			continue;
		for (uint32_t i = 0; i < count; i++)
			if (frames[i] - image->text < image->text_size)
				frames[i] += image->shift;
	}
}

void images_free(struct images *images)
{
	region_free(&images->entries);
	region_free(&images->texts);
	images->changes = images->shifts = 0;
}
