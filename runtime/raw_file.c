#include "raw_file.h"

#include "json.h"
#include "machine.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const labels[] = {
	[LABEL_TRUNCATED] = "[truncated]", [LABEL_WAITING] = "[waiting]",     [LABEL_RUNNABLE] = "[runnable]",
	[LABEL_UNKNOWN] = "[unknown]",	   [LABEL_UNSAMPLED] = "[unsampled]",
};

static void key_u64(struct json *json, const char *key, uint64_t value)
{
	json_text(json, key);
	json_u64(json, value);
}

static void write_header(struct json *json, const struct raw_profile *profile)
{
	char program[PATH_MAX];

	images_program(program, sizeof(program));
	json_text(json, "{\"version\":1");
	key_u64(json, ",\"pid\":", (uint64_t)getpid());
	json_text(json, ",\"exe\":");
	json_string(json, program);
	key_u64(json, ",\"rate_hz\":", profile->rate_hz);
	json_text(json, ",\"platform\":");
	json_string(json, machine_platform);
	key_u64(json, ",\n\"start_unix_ns\":", profile->start_unix_ns);
	key_u64(json, ",\"end_unix_ns\":", profile->end_unix_ns);
	key_u64(json, ",\"ticks\":", profile->ticks);
	key_u64(json, ",\"paused_ns\":", profile->paused_ns);
	key_u64(json, ",\"dropped\":", profile->dropped);
}

static void write_build_id(struct json *json, const struct image *image)
{
	static const char hex[] = "0123456789abcdef";
	char text[2 * BUILD_ID_MAX + 1];
	size_t at = 0;

	for (size_t i = 0; i < image->build_id_size; i++) {
		text[at++] = hex[image->build_id[i] >> 4];
		text[at++] = hex[image->build_id[i] & 15];
	}
	text[at] = '\0';
	json_string(json, text);
}

static void write_images(struct json *json, const struct images *images)
{
	size_t count;
	const struct image *image = images_entries(images, &count);

	json_text(json, ",\n\"images\":[");
	for (size_t i = 0; i < count; i++, image++) {
		json_text(json, i ? ",\n{\"path\":" : "{\"path\":");
		json_string(json, images_text(images, image->path));
		key_u64(json, ",\"base\":", image->base + image->shift);
		key_u64(json, ",\"slide\":", image->slide + image->shift);
		key_u64(json, ",\"text\":", image->text + image->shift);
		key_u64(json, ",\"text_size\":", image->text_size);
		json_text(json, ",\"arch\":");
		json_string(json, image->arch);
		json_text(json, ",\"build_id\":");
		write_build_id(json, image);
		json_text(json, "}");
	}
}

static void write_threads(struct json *json, const struct store *store)
{
	const struct stored_thread *thread = store_threads(store);
	size_t count = store_thread_count(store);

	json_text(json, "],\n\"threads\":[");
	for (size_t i = 0; i < count; i++, thread++) {
		json_text(json, i ? ",\n{\"fiber\":" : "{\"fiber\":");
		json_i64(json, thread->fiber);
		json_text(json, ",\"label\":");
		json_string(json, thread->label);
		key_u64(json, ",\"tid\":", (uint64_t)thread->tid);
		json_text(json, ",\"name\":");
		json_string(json, thread->name);
		json_text(json, "}");
	}
}

static void write_labels(struct json *json, const struct store *store)
{
	const struct stored_stack *stack = store->stacks.base;
	size_t count = store->stacks.used / sizeof(*stack);
	const char *separator = "],\n\"labels\":[[";

	for (size_t i = 0; i < count; i++, stack++) {
		if (stack->label == LABEL_NONE)
			continue;
		key_u64(json, separator, i);
		json_text(json, ",");
		json_string(json, labels[stack->label]);
		separator = "],[";
	}
	json_text(json, strcmp(separator, "],[") == 0 ? "]" : "],\n\"labels\":[");
}

static void write_stacks(struct json *json, const struct store *store)
{
	const struct stored_stack *stack = store->stacks.base;
	const uint64_t *frames = store->frames.base;
	size_t count = store->stacks.used / sizeof(*stack);

	json_text(json, "],\n\"stacks\":[");
	for (size_t i = 0; i < count; i++, stack++) {
		json_text(json, i ? ",\n[" : "[");
		for (size_t f = 0; f < stack->count; f++) {
			if (f)
				json_text(json, ",");
			json_u64(json, frames[stack->first + f]);
		}
		json_text(json, "]");
	}
}

static void write_samples(struct json *json, const struct store *store)
{
	const struct stored_sample *sample = store->samples.base;
	size_t count = store->samples.used / sizeof(*sample);

	json_text(json, "],\n\"samples\":[");
	for (size_t i = 0; i < count; i++, sample++) {
		key_u64(json, i ? ",\n[" : "[", sample->t_ns);
		key_u64(json, ",", sample->thread);
		key_u64(json, ",", sample->stack);
		key_u64(json, ",", sample->state);
		if (sample->count != 1)
			key_u64(json, ",", sample->count);
		json_text(json, "]");
	}
	json_text(json, "]}\n");
}

static bool write_profile(int fd, const struct raw_profile *profile)
{
	struct json json = {.fd = fd};

	json.buffer = mmap(NULL, JSON_BUFFER, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (json.buffer == MAP_FAILED)
		return false;
	write_header(&json, profile);
	write_images(&json, profile->images);
	write_threads(&json, profile->store);
	write_labels(&json, profile->store);
	write_stacks(&json, profile->store);
	write_samples(&json, profile->store);
	json_flush(&json);
	munmap(json.buffer, JSON_BUFFER);
	errno = json.error;
	return !json.error;
}

static bool write_and_rename(int fd, const char *temporary, const char *path, const struct raw_profile *profile)
{
	bool written = write_profile(fd, profile);
	int error = errno;

	if (close(fd) != 0 && written) {
		written = false;
		error = errno;
	}
	if (written && rename(temporary, path) == 0)
		return true;
	if (written)
		error = errno;
	unlink(temporary);
	errno = error;
	return false;
}

/* A file size limit must give an error, not the signal that would kill the program. */
bool raw_file_write(const char *path, const struct raw_profile *profile)
{
	struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
	char temporary[PATH_MAX + 32];
	bool written = false;
	struct stat there;
	int fd;

	/* What is no file must not become one: a device, a pipe, somebody's link. */
	if (lstat(path, &there) == 0 && !S_ISREG(there.st_mode)) {
		errno = S_ISDIR(there.st_mode) ? EISDIR : EINVAL;
		return false;
	}

	/* The name may be as long as names can be. */
	snprintf(temporary, sizeof(temporary), "%.*s%.200s.tmp-%ld", (int)(name - path), path, name, (long)getpid());
	fd = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
	if (fd < 0)
		return false;
	sigaction(SIGXFSZ, &ignore, &before);
	written = write_and_rename(fd, temporary, path, profile);
	sigaction(SIGXFSZ, &before, NULL);
	return written;
}
