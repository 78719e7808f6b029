#include "log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ONLY_SIZE = 8 << 20, STEP_MIN = 1 << 20, ROOM = 256 << 10, NAMES = 99 };

/* Beyond the limit there is a signal instead of an error. */
static bool is_allowed(size_t size)
{
	struct rlimit limit;

	errno = EFBIG;
	return getrlimit(RLIMIT_FSIZE, &limit) != 0 || size <= limit.rlim_cur;
}

/* Where the file system can't allocate, zeros that are written do. */
static bool write_zeros(int descriptor, size_t from, size_t to)
{
	static const char zeros[1 << 14];
	size_t length;
	ssize_t written;

	for (; from < to; from += (size_t)written) {
		length = to - from < sizeof(zeros) ? to - from : sizeof(zeros);
		written = pwrite(descriptor, zeros, length, (off_t)from);
		if (written <= 0)
			return false;
	}
	return true;
}

static bool allocate(int descriptor, size_t old_size, size_t size)
{
	if (!is_allowed(size))
		return false;
	return log_file_allocate(descriptor, old_size, size) ||
	       (errno == EOPNOTSUPP && write_zeros(descriptor, old_size, size));
}

/* The first name that is free. The descriptor is above the three that libraries write messages to. */
static int create(struct log_file *file)
{
	size_t length = strlen(file->path);
	int low = -1, descriptor;

	memcpy(file->path + length, ".part", sizeof(".part"));
	for (int i = 2; i <= NAMES + 1; i++) {
		low = open(file->path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
		if (low >= 0 || errno != EEXIST)
			break;
		snprintf(file->path + length, LOG_SUFFIX_SIZE, ".part-%d", i);
	}
	if (low < 0)
		return -1;
	descriptor = fcntl(low, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	if (descriptor < 0)
		unlink(file->path);
	close(low);
	return descriptor;
}

/* Nothing is committed while it is copied. */
static bool enter(struct log *log, int descriptor, size_t size)
{
	struct part_header *header = log_header(log);
	size_t used = log->region.used;
	struct stat status;
	void *base;

	if (!header || fstat(descriptor, &status) != 0 || !allocate(descriptor, 0, size))
		return false;
	base = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
	if (base == MAP_FAILED)
		return false;
	atomic_store_explicit(&header->committed, 0, memory_order_relaxed);
	memcpy(base, log->region.base, used);
	region_free(&log->region);
	log->region = (struct region){base, used, size};
	log_commit(log);
	log->file.device = status.st_dev;
	log->file.inode = status.st_ino;
	log->file.mapped = true;
	return true;
}

static void make_file(struct log *log, size_t size)
{
	int descriptor = create(&log->file);

	if (descriptor >= 0 && enter(log, descriptor, size)) {
		log->file.descriptor = descriptor;
		return;
	}
	log->file.error = errno;
	if (descriptor >= 0) {
		unlink(log->file.path);
		close(descriptor);
	}
	log->file.path[0] = '\0';
}

void log_want_file(struct log *log, const char *path)
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;

	/* The name may be as long as names can be. */
	snprintf(log->file.path, sizeof(log->file.path), "%.*s%.240s", (int)(name - path), path, name);
	log->file.awaited = log_file_may_be_alone();
	if (log->file.awaited || !log_header(log))
		return;
	make_file(log, ONLY_SIZE);
	if (log->file.mapped)
		close(log->file.descriptor);
	log->file.descriptor = -1;
}

static void take_over(struct log *log)
{
	log->file.awaited = false;
	if (log_file_alone()) {
		log->file.owner = pthread_self();
		make_file(log, (log->region.used / STEP_MIN + 2) * STEP_MIN);
	} else {
		log->file.error = errno;
		log->file.path[0] = '\0';
	}
}

static bool owns(const struct log *log)
{
	return log->file.descriptor >= 0 && pthread_equal(pthread_self(), log->file.owner);
}

static bool grow(struct log *log)
{
	size_t old = log->region.size, step = old / 4 > STEP_MIN ? old / 4 / STEP_MIN * STEP_MIN : STEP_MIN;

	errno = EFBIG;
	return owns(log) && allocate(log->file.descriptor, old, old + step) && log_file_remap(&log->region, old + step);
}

/* The file stays for whom it may help, as it is. */
static bool leave_file(struct log *log)
{
	struct region memory = {0};
	int error = errno;

	if (!region_add(&memory, log->region.used))
		return false;
	memcpy(memory.base, log->region.base, log->region.used);
	atomic_store_explicit(&log_header(log)->abandoned, 1, memory_order_release);
	region_free(&log->region);
	log->region = memory;
	log->file.mapped = false;
	log->file.error = error;
	return true;
}

static bool has_room(const struct log *log, size_t bytes)
{
	return !log->file.mapped || log->region.size - log->region.used >= bytes;
}

void log_keep_room(struct log *log)
{
	if (log->file.awaited)
		take_over(log);
	if (!has_room(log, ROOM) && !grow(log))
		leave_file(log);
}

static void *add(struct log *log, size_t bytes)
{
	if (!has_room(log, bytes) && !grow(log) && !leave_file(log))
		return NULL;
	return region_add(&log->region, bytes);
}

struct part_header *log_header(struct log *log)
{
	struct part_header *header = log->region.base;

	if (log->region.used)
		return header;
	header = add(log, sizeof(*header));
	if (header) {
		memcpy(header->magic, PART_MAGIC, sizeof(header->magic));
		header->version = PART_VERSION;
		header->byte_order = PART_BYTE_ORDER;
		header->header_size = sizeof(*header);
		log_commit(log);
	}
	return header;
}

uint64_t *log_add(struct log *log, uint64_t words)
{
	return log_header(log) ? add(log, words * PART_WORD) : NULL;
}

void log_commit(struct log *log)
{
	struct part_header *header = log->region.base;

	atomic_store_explicit(&header->committed, log->region.used, memory_order_release);
}

void log_free(struct log *log)
{
	region_free(&log->region);
	log->file = (struct log_file){0};
}

void log_remove(const struct log *log)
{
	struct stat status;

	if (log->file.inode && lstat(log->file.path, &status) == 0 && status.st_dev == log->file.device &&
	    status.st_ino == log->file.inode)
		unlink(log->file.path);
}
