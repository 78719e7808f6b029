#include "image_map.h"

#include <stdlib.h>
#include <string.h>

struct image_place {
	uint64_t start;
	uint64_t reach;	 /* the last address that this image or any before it holds */
	uint32_t number; /* in the order of adding */
};

static const char *copy(struct arena *arena, const char *text)
{
	return arena_copy(arena, text, strlen(text));
}

void image_map_add(struct image_map *map, const struct image *image)
{
	struct image *own;

	map->images = mem_grow(map->images, &map->capacity, map->count + 1, sizeof(*map->images));
	own = &map->images[map->count++];
	*own = *image;
	own->path = copy(&map->texts, image->path);
	own->arch = copy(&map->texts, image->arch);
	own->build_id = copy(&map->texts, image->build_id);
	map->sorted = false;
}

static int compare_places(const void *left, const void *right)
{
	const struct image_place *a = left, *b = right;

	if (a->start != b->start)
		return a->start < b->start ? -1 : 1;
	return a->number < b->number ? -1 : a->number > b->number;
}

/* The last place that starts at or below `start`; -1 when there is none. */
static ptrdiff_t last_at_or_below(const struct image_place *places, size_t count, uint64_t start)
{
	size_t low = 0, high = count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (places[middle].start <= start)
			low = middle + 1;
		else
			high = middle;
	}
	return (ptrdiff_t)low - 1;
}

/* A range may wrap when a file lies: it then ends with the address space. */
static uint64_t last_address(const struct image *image)
{
	uint64_t last = image->text + (image->text_size - 1);

	return last < image->text ? UINT64_MAX : last;
}

static void set_reaches(struct image_map *map)
{
	uint64_t reach = 0;

	for (size_t i = 0; i < map->text_count; i++) {
		uint64_t last = last_address(&map->images[map->by_text[i].number]);

		reach = last > reach ? last : reach;
		map->by_text[i].reach = reach;
	}
}

static struct image_place *new_places(struct image_place *old, size_t count)
{
	free(old);
	return mem_new(count, sizeof(*old));
}

static void sort(struct image_map *map)
{
	if (map->sorted)
		return;
	map->by_text = new_places(map->by_text, map->count);
	map->by_base = new_places(map->by_base, map->count);
	map->by_id = new_places(map->by_id, map->count);
	map->text_count = map->base_count = 0;
	for (uint32_t i = 0; i < map->count; i++) {
		const struct image *image = &map->images[i];

		map->by_id[i] = (struct image_place){.start = image->id, .number = i};
		if (image->text_size)
			map->by_text[map->text_count++] = (struct image_place){.start = image->text, .number = i};
		else
			map->by_base[map->base_count++] = (struct image_place){.start = image->base, .number = i};
	}
	qsort(map->by_text, map->text_count, sizeof(*map->by_text), compare_places);
	qsort(map->by_base, map->base_count, sizeof(*map->by_base), compare_places);
	qsort(map->by_id, map->count, sizeof(*map->by_id), compare_places);
	set_reaches(map);
	map->sorted = true;
}

const struct image *image_map_get(struct image_map *map, uint32_t id)
{
	ptrdiff_t place;

	sort(map);
	place = last_at_or_below(map->by_id, map->count, id);
	if (place < 0 || map->by_id[place].start != id)
		return NULL;
	return &map->images[map->by_id[place].number];
}

static const struct image *find(const struct image_map *map, uint64_t pc)
{
	ptrdiff_t place = last_at_or_below(map->by_text, map->text_count, pc);

	/* Ranges don't overlap in an honest file, so this looks at one or two places. */
	for (; place >= 0 && map->by_text[place].reach >= pc; place--) {
		const struct image *image = &map->images[map->by_text[place].number];

		if (pc - image->text < image->text_size)
			return image;
	}
	place = last_at_or_below(map->by_base, map->base_count, pc);
	return place < 0 ? NULL : &map->images[map->by_base[place].number];
}

void image_map_frame(struct image_map *map, struct frame *frame)
{
	/* A return address is that of the next instruction, which may be another line, another function when the call
	 * never returns, or another image: it is the byte before that lies in the call. */
	uint64_t pc = frame->call ? frame->pc - 1 : frame->pc;
	const struct image *image;

	if (frame->named || frame->mapped || !frame->pc)
		return;
	sort(map);
	image = find(map, pc);
	if (!image)
		return;
	frame->mapped = true;
	frame->image = image->id;
	frame->addr = pc - image->slide;
}
