#include "places.h"

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
	const struct asked *asked;
	on_answer *answer;
	void *state;
};

static void on_sorted_answer(void *state, size_t index, const struct frame *frames, size_t count)
{
	const struct relay *relay = state;

	relay->answer(relay->state, relay->asked[index].number, frames, count);
}

void places_ask(struct places *places, struct image_files *files, on_answer *answer, void *state)
{
	size_t count = places->keys.count - places->asked;
	struct asked *asked = mem_new(count, sizeof(*asked));
	struct question *questions = mem_new(count, sizeof(*questions));
	struct relay relay = {.asked = asked, .answer = answer, .state = state};

	for (size_t i = 0; i < count; i++) {
		asked[i].number = (uint32_t)(places->asked + i);
		asked[i].place = places_get(places, asked[i].number);
	}
	qsort(asked, count, sizeof(*asked), compare_asked);
	for (size_t i = 0; i < count; i++) {
		questions[i].path = image_files_get(files, (uint32_t)asked[i].place.image)->path;
		questions[i].addr = asked[i].place.addr;
	}
	symbolizer_ask(questions, count, on_sorted_answer, &relay);
	places->asked = places->keys.count;
	free(questions);
	free(asked);
}
