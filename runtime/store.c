#include "store_internal.h"

#include "machine.h"

#include <string.h>
#include <unistd.h>

/* What ends sooner, such as a child between fork() and exec(), leaves no part file. */
enum { SECOND = 1000000000, FILE_AFTER_NS = SECOND / 10 };

uint32_t store_thread(struct store *store, int64_t fiber, const char *label, pid_t tid)
{
	size_t index = store->threads.used / sizeof(struct thread_place);
	struct thread_place *place;
	struct part_thread *record;

	if (index > PART_THREAD_MAX)
		return STORE_NONE;
	place = region_add(&store->threads, sizeof(*place));
	if (!place)
		return STORE_NONE;
	record = (struct part_thread *)log_add(&store->log, sizeof(*record) / PART_WORD);
	if (!record) {
		store->threads.used -= sizeof(*place);
		return STORE_NONE;
	}
	*record = (struct part_thread){.head = part_head(PART_THREAD, 0), .fiber = fiber, .tid = (uint64_t)tid};
	strncpy(record->label, label, LABEL_SIZE - 1);
	log_commit(&store->log);
	*place = (struct thread_place){.offset = log_offset(&store->log, &record->head)};
	return (uint32_t)index;
}

static struct part_thread *thread_record(struct store *store, uint32_t thread)
{
	return log_at(&store->log, thread_place(store, thread)->offset);
}

void store_thread_rename(struct store *store, uint32_t thread, int64_t fiber, const char *label)
{
	struct part_thread *record = thread_record(store, thread);

	record->fiber = fiber;
	strncpy(record->label, label, LABEL_SIZE - 1);
}

char *store_thread_name(struct store *store, uint32_t thread)
{
	return thread_record(store, thread)->name;
}

bool store_open(struct store *store, const char *path)
{
	struct part_header *header = log_header(&store->log);

	if (!header)
		return false;
	header->pid = (uint64_t)getpid();
	strncpy(header->platform, machine_platform, sizeof(header->platform) - 1);
	images_program(header->exe, sizeof(header->exe));
	if (path)
		log_want_file(&store->log, path);
	return true;
}

void store_begin(struct store *store, uint64_t rate_hz, uint64_t start_unix_ns)
{
	struct part_header *header = log_header(&store->log);

	store->period_ns = SECOND / rate_hz;
	header->start_unix_ns = start_unix_ns;
	header->rate_hz = rate_hz;
}

void store_time(struct store *store, uint64_t t_ns, uint64_t paused_ns)
{
	struct part_header *header = log_header(&store->log);

	if (!header)
		return;
	atomic_store_explicit(&header->paused_ns, paused_ns, memory_order_relaxed);
	atomic_store_explicit(&header->end_ns, t_ns, memory_order_relaxed);
}

void store_unregistered(struct store *store, uint64_t cpu_ns)
{
	struct part_header *header = log_header(&store->log);

	if (header)
		atomic_store_explicit(&header->unregistered_cpu_ns, cpu_ns, memory_order_relaxed);
}

void store_tick(struct store *store, uint64_t t_ns)
{
	struct part_header *header;

	if (t_ns >= FILE_AFTER_NS)
		log_keep_room(&store->log);
	header = log_header(&store->log);
	if (!header)
		return;
	store_add(&header->ticks, 1);
	atomic_store_explicit(&header->end_ns, t_ns, memory_order_relaxed);
}

static void add_image(struct store *store, const struct image *image, const char *path)
{
	uint64_t words = sizeof(struct part_image) / PART_WORD + strlen(path) / PART_WORD + 1;
	struct part_image *record = (struct part_image *)log_add(&store->log, words);

	if (!record)
		return;
	*record = (struct part_image){
		.head = part_head(PART_IMAGE, words),
		.base = image->base + image->shift,
		.slide = image->slide + image->shift,
		.text = image->text + image->shift,
		.text_size = image->text_size,
		.build_id_size = image->build_id_size,
		.file_size = image->file_size,
		.file_mtime_ns = image->file_mtime_ns,
	};
	memcpy(record->arch, image->arch, sizeof(record->arch));
	memcpy(record->build_id, image->build_id, image->build_id_size);
	memcpy(record->path, path, strlen(path));
	log_commit(&store->log);
}

void store_images(struct store *store, const struct images *images)
{
	size_t count;
	const struct image *image = images_entries(images, &count);

	for (; store->images < count; store->images++)
		add_image(store, &image[store->images], images_text(images, image[store->images].path));
}

void store_free(struct store *store)
{
	region_free(&store->threads);
	region_free(&store->stacks);
	region_free(&store->buckets);
	log_free(&store->log);
	store->images = 0;
	store->rows = store->thinning = 0;
}
