#include "id_lists.h"

#include "die.h"
#include "mem.h"

#include <string.h>

void id_lists_begin(struct id_lists *lists, uint32_t number)
{
	lists->lists = mem_grow(lists->lists, &lists->list_capacity, (size_t)number + 1, sizeof(*lists->lists));
	lists->lists[number] = (struct id_list){.first = (uint32_t)lists->id_count};
}

void id_lists_add(struct id_lists *lists, uint32_t number, uint32_t id)
{
	if (lists->id_count == UINT32_MAX)
		die("more than 2^32 frames in stacks");
	lists->ids = mem_grow(lists->ids, &lists->id_capacity, lists->id_count + 1, sizeof(*lists->ids));
	lists->ids[lists->id_count++] = id;
	lists->lists[number].count++;
}

const uint32_t *id_lists_get(const struct id_lists *lists, uint32_t number, uint32_t *count)
{
	*count = number < lists->list_capacity ? lists->lists[number].count : 0;
	return *count ? lists->ids + lists->lists[number].first : NULL;
}

void id_lists_clear(struct id_lists *lists)
{
	if (lists->list_capacity)
		memset(lists->lists, 0, lists->list_capacity * sizeof(*lists->lists));
	lists->id_count = 0;
}
