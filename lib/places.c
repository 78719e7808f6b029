#include "places.h"

#include "atos.h"

#include <stdlib.h>

uint32_t places_add(struct places *places, uint32_t image, uint64_t addr)
{
	struct place place = {.addr = addr, .image = image};

	return intern(&places->keys, &place, sizeof(place), NULL);
}

struct place places_get(const struct places *places, uint32_t number)
{
	return *(const struct place *)intern_key(&places->keys, number);
}

struct asked {
	struct place place;
	uint32_t number;
};

/* By image and address: the symbolizer then has one file at hand at a time, and reads it forwards. */
static int compare_asked(const void *left, const void *right)
{
	const struct asked *a = left, *b = right;

	if (a->place.image != b->place.image)
		return a->place.image < b->place.image ? -1 : 1;
	return a->place.addr < b->place.addr ? -1 : a->place.addr > b->place.addr;
}

struct relay {
	struct places *places;
	struct image_files *files;
	const struct asked *asked;
	on_answer *answer;
	void *state;
};

static void on_sorted_answer(void *state, size_t index, const struct frame *frames, size_t count)
{
	const struct relay *relay = state;
	const struct asked *asked = &relay->asked[index];
	struct name_cache *cache = &relay->places->cache;

	name_cache_open(cache, image_files_get(relay->files, (uint32_t)asked->place.image),
			relay->places->symbolizer.mangled);
	if (frames)
		name_cache_add(cache, asked->place.addr, frames, count);
	relay->answer(relay->state, asked->number, frames, count);
}

/* All questions are about one image that only atos can read: it takes addresses of the run. */
static void ask_atos(const struct image *image, struct question *questions, size_t count, struct relay *relay)
{
	for (size_t i = 0; i < count; i++)
		questions[i].addr += image->slide;
	atos_ask(questions, count, image->base, on_sorted_answer, relay);
}

/* How many places from `first` on go to the same process. */
static size_t batch(struct image_files *files, const struct asked *asked, size_t count)
{
	uint64_t image = asked[0].place.image;
	bool atos = image_files_get(files, (uint32_t)image)->atos;
	size_t length = 1;

	while (length < count && (asked[length].place.image == image ||
				  (!atos && !image_files_get(files, (uint32_t)asked[length].place.image)->atos)))
		length++;
	return length;
}

static void ask(struct relay relay, size_t count)
{
	struct image_files *files = relay.files;
	struct question *questions = mem_new(count, sizeof(*questions));
	uint32_t image = (uint32_t)relay.asked[0].place.image;

	for (size_t i = 0; i < count; i++) {
		const struct image_file *file = image_files_get(files, (uint32_t)relay.asked[i].place.image);

		questions[i] = (struct question){file->path, file->arch, relay.asked[i].place.addr};
	}
	if (image_files_get(files, image)->atos)
		ask_atos(image_map_get(files->images, image), questions, count, &relay);
	else
		symbolizer_ask(&relay.places->symbolizer, questions, count, on_sorted_answer, &relay);
	free(questions);
}

/* Answers what the cache knows; the others stay, in front. Returns their number. */
static size_t take_cached(const struct relay *relay, struct asked *asked, size_t count)
{
	struct name_cache *cache = &relay->places->cache;
	size_t left = 0;

	for (size_t i = 0; i < count; i++) {
		name_cache_open(cache, image_files_get(relay->files, (uint32_t)asked[i].place.image),
				relay->places->symbolizer.mangled);
		if (name_cache_find(cache, asked[i].place.addr))
			relay->answer(relay->state, asked[i].number, cache->found.frames, cache->found.count);
		else
			asked[left++] = asked[i];
	}
	return left;
}

void places_ask(struct places *places, struct image_files *files, on_answer *answer, void *state)
{
	size_t count = places->keys.count - places->asked, length;
	struct asked *asked = mem_new(count, sizeof(*asked));
	struct relay relay = {places, files, asked, answer, state};

	for (size_t i = 0; i < count; i++) {
		asked[i].number = (uint32_t)(places->asked + i);
		asked[i].place = places_get(places, asked[i].number);
	}
	qsort(asked, count, sizeof(*asked), compare_asked);
	count = take_cached(&relay, asked, count);
	for (size_t i = 0; i < count; i += length) {
		relay.asked = asked + i;
		length = batch(files, relay.asked, count - i);
		ask(relay, length);
	}
	name_cache_end(&places->cache);
	places->asked = places->keys.count;
	free(asked);
}
