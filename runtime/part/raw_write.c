#include "raw_write.h"

#include "json.h"
#include "raw_rows.h"

#include <errno.h>
#include <sys/mman.h>

static const char *const labels[STACK_LABELS] = {
	[LABEL_TRUNCATED] = "[truncated]", [LABEL_WAITING] = "[waiting]",     [LABEL_RUNNABLE] = "[runnable]",
	[LABEL_UNKNOWN] = "[unknown]",	   [LABEL_UNSAMPLED] = "[unsampled]",
};

static void key_u64(struct json *json, const char *key, uint64_t value)
{
	json_text(json, key);
	json_u64(json, value);
}

static void write_header(struct json *json, const struct part_header *header)
{
	uint64_t thinned = part_load(&header->thinned), unregistered = part_load(&header->unregistered_cpu_ns);

	json_text(json, "{\"version\":1");
	key_u64(json, ",\"pid\":", header->pid);
	json_text(json, ",\"exe\":");
	json_string(json, header->exe);
	key_u64(json, ",\"rate_hz\":", header->rate_hz);
	json_text(json, ",\"platform\":");
	json_string(json, header->platform);
	key_u64(json, ",\n\"start_unix_ns\":", header->start_unix_ns);
	key_u64(json, ",\"end_unix_ns\":", header->start_unix_ns + part_load(&header->end_ns));
	key_u64(json, ",\"ticks\":", part_load(&header->ticks));
	key_u64(json, ",\"paused_ns\":", part_load(&header->paused_ns));
	key_u64(json, ",\"dropped\":", part_load(&header->dropped));
	if (thinned)
		key_u64(json, ",\"thinned\":", thinned);
	if (unregistered)
		key_u64(json, ",\"unregistered_cpu_ns\":", unregistered);
}

static void write_build_id(struct json *json, const struct part_image *image)
{
	static const char hex[] = "0123456789abcdef";
	char text[2 * PART_BUILD_ID_MAX + 1];
	size_t at = 0;

	for (size_t i = 0; i < image->build_id_size; i++) {
		text[at++] = hex[image->build_id[i] >> 4];
		text[at++] = hex[image->build_id[i] & 15];
	}
	text[at] = '\0';
	json_string(json, text);
}

static void write_file(struct json *json, const struct part_image *image)
{
	if (!image->file_size)
		return;
	key_u64(json, ",\"file_size\":", image->file_size);
	key_u64(json, ",\"file_mtime_ns\":", image->file_mtime_ns);
}

static void write_images(struct json *json, const struct part_header *header)
{
	const char *separator = ",\n\"images\":[{\"path\":";
	const struct part_image *image = part_find(header, PART_IMAGE);

	if (!image)
		json_text(json, ",\n\"images\":[");
	for (; image; image = part_find_next(header, image)) {
		json_text(json, separator);
		json_string(json, image->path);
		key_u64(json, ",\"base\":", image->base);
		key_u64(json, ",\"slide\":", image->slide);
		key_u64(json, ",\"text\":", image->text);
		key_u64(json, ",\"text_size\":", image->text_size);
		json_text(json, ",\"arch\":");
		json_string(json, image->arch);
		json_text(json, ",\"build_id\":");
		write_build_id(json, image);
		write_file(json, image);
		json_text(json, "}");
		separator = ",\n{\"path\":";
	}
}

static void write_threads(struct json *json, const struct part_header *header)
{
	const char *separator = "],\n\"threads\":[{\"fiber\":";
	const struct part_thread *thread = part_find(header, PART_THREAD);

	if (!thread)
		json_text(json, "],\n\"threads\":[");
	for (; thread; thread = part_find_next(header, thread)) {
		json_text(json, separator);
		json_i64(json, thread->fiber);
		json_text(json, ",\"label\":");
		json_string(json, thread->label);
		key_u64(json, ",\"tid\":", thread->tid);
		json_text(json, ",\"name\":");
		json_string(json, thread->name);
		json_text(json, "}");
		separator = ",\n{\"fiber\":";
	}
}

static void write_labels(struct json *json, const struct part_header *header)
{
	const char *separator = "],\n\"labels\":[[";
	const uint64_t *stack = part_find(header, PART_STACK);
	bool any = false;

	for (uint64_t i = 0; stack; i++, stack = part_find_next(header, stack)) {
		if (part_stack_label(stack) == LABEL_NONE)
			continue;
		key_u64(json, separator, i);
		json_text(json, ",");
		json_string(json, labels[part_stack_label(stack)]);
		separator = "],[";
		any = true;
	}
	json_text(json, any ? "]" : "],\n\"labels\":[");
}

static void write_stacks(struct json *json, const struct part_header *header)
{
	const char *separator = "],\n\"stacks\":[";
	const struct part_stack *stack = part_find(header, PART_STACK);

	if (!stack)
		json_text(json, separator);
	for (; stack; stack = part_find_next(header, stack)) {
		json_text(json, separator);
		json_row(json, stack->frames, part_stack_count(&stack->head));
		separator = ",\n";
	}
}

bool raw_write(int fd, const struct part_header *header)
{
	struct json json = {.fd = fd};

	json.buffer = mmap(NULL, JSON_BUFFER, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (json.buffer == MAP_FAILED)
		return false;
	write_header(&json, header);
	write_images(&json, header);
	write_threads(&json, header);
	write_labels(&json, header);
	write_stacks(&json, header);
	raw_rows_write(&json, header);
	json_flush(&json);
	munmap(json.buffer, JSON_BUFFER);
	errno = json.error;
	return !json.error;
}
