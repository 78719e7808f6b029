#include "perf_map.h"

#include "binary.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BYTES_LIMIT = 32 << 20 };

/* Images may be recorded above all addresses of programs, see osprey-prof-raw(5). */
static const uint64_t address_mask = ((uint64_t)1 << 48) - 1;

static bool is_ours(const struct binary *file, const struct profile *profile)
{
	struct stat status;

	return !fstat(file->fd, &status) && status.st_uid == geteuid() && file->mtime_ns >= profile->start_unix_ns;
}

static void add_line(struct perf_map *map, const char *line)
{
	char *rest;
	struct image region = {.id = (uint32_t)map->regions.count, .arch = "", .build_id = ""};

	region.text = strtoull(line, &rest, 16);
	if (*rest != ' ')
		return;
	region.text_size = strtoull(rest + 1, &rest, 16);
	if (*rest != ' ' || !rest[1] || !region.text_size)
		return;
	region.path = rest + 1;
	image_map_add(&map->regions, &region);
}

static void read_lines(struct perf_map *map, const struct binary *file)
{
	size_t size = file->size < BYTES_LIMIT ? (size_t)file->size : BYTES_LIMIT;
	char *text = mem_new(size + 1, 1), *line = text, *end;

	binary_read(file, 0, text, size);
	for (; (end = strchr(line, '\n')); line = end + 1) {
		*end = '\0';
		add_line(map, line);
	}
	free(text);
}

static void read_map(struct perf_map *map, const struct profile *profile)
{
	char path[64];
	struct binary file;

	snprintf(path, sizeof(path), "/tmp/perf-%" PRIu64 ".map", profile->pid);
	if (binary_open(&file, path))
		return;
	if (is_ours(&file, profile))
		read_lines(map, &file);
	binary_close(&file);
}

const char *perf_map_find(struct perf_map *map, const struct profile *profile, uint64_t pc)
{
	struct frame frame = {.pc = pc & address_mask};

	if (!map->looked)
		read_map(map, profile);
	map->looked = true;
	image_map_frame(&map->regions, &frame);
	return frame.mapped ? image_map_get(&map->regions, frame.image)->path : NULL;
}
