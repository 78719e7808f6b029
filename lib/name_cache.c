#include "name_cache.h"

#include "name_store_form.h"

#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DIRECTORY_BYTES_LIMIT = 256 << 20 };

static bool is_own(const char *directory)
{
	struct stat status;

	return !lstat(directory, &status) && S_ISDIR(status.st_mode) && status.st_uid == geteuid();
}

/* Makes it and those above that are missing. Under sudo it would be another user's. */
static bool make_directory(char *directory)
{
	for (char *slash = strchr(directory + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		mkdir(directory, 0700);
		*slash = '/';
	}
	mkdir(directory, 0700);
	return is_own(directory);
}

static bool find_directory(struct name_cache *cache)
{
	const char *home = getenv("HOME"), *base = getenv("XDG_CACHE_HOME");
	char *directory;

	if (cache->off || cache->directory)
		return !cache->off;
	cache->off = true;
	if (base && *base == '/')
		directory = JOIN(base, "/osprey-prof");
	else if (home && *home == '/')
		directory = JOIN(home, "/.cache/osprey-prof");
	else
		return false;
	cache->directory = directory;
	cache->off = !make_directory(directory);
	return !cache->off;
}

/* The names depend on the file that was asked, which may come or change while the build id stays: it is a debug file.
 * So may its parts. */
static char *path_of(const struct name_cache *cache, const struct image_file *image, bool mangled)
{
	uint64_t key[] = {image->is.size, image->is.mtime_ns, mangled,
			  store_checksum(0, image->lost, strlen(image->lost))};
	char sum[32];

	snprintf(sum, sizeof(sum), "-%016" PRIx64, store_checksum(0, key, sizeof(key)));
	return JOIN(cache->directory, "/", image->is.build_id, *image->arch ? "-" : "", image->arch, sum);
}

static void read_store(struct name_store *store, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	struct stat status;
	struct binary file = {.fd = fd};
	size_t size;
	char *bytes;

	if (fd < 0)
		return;
	if (!fstat(fd, &status) && S_ISREG(status.st_mode) && status.st_uid == geteuid() &&
	    status.st_size <= STORE_BYTES_LIMIT) {
		size = (size_t)status.st_size;
		bytes = mem_new(size + 1, 1);
		name_store_open(store, bytes, binary_read(&file, 0, bytes, size));
		futimens(fd, NULL);
	}
	close(fd);
}

struct cached_file {
	char *path;
	uint64_t used_ns, size;
};

static int compare_use(const void *left, const void *right)
{
	const struct cached_file *a = left, *b = right;

	return a->used_ns < b->used_ns ? -1 : a->used_ns > b->used_ns;
}

static size_t list_files(const char *directory, struct cached_file **files)
{
	DIR *entries = opendir(directory);
	size_t count = 0, capacity = 0;
	const struct dirent *entry;

	while (entries && (entry = readdir(entries))) {
		char *path = JOIN(directory, "/", entry->d_name);
		struct stat status;

		if (lstat(path, &status) < 0 || !S_ISREG(status.st_mode)) {
			free(path);
			continue;
		}
		*files = mem_grow(*files, &capacity, count + 1, sizeof(**files));
		(*files)[count++] = (struct cached_file){
			path, (uint64_t)status.st_mtim.tv_sec * 1000000000 + (uint64_t)status.st_mtim.tv_nsec,
			(uint64_t)status.st_size};
	}
	if (entries)
		closedir(entries);
	return count;
}

static void remove_oldest(const char *directory)
{
	struct cached_file *files = NULL;
	size_t count = list_files(directory, &files);
	uint64_t size = 0;

	for (size_t i = 0; i < count; i++)
		size += files[i].size;
	if (count)
		qsort(files, count, sizeof(*files), compare_use);
	for (size_t i = 0; i < count; i++) {
		if (size > DIRECTORY_BYTES_LIMIT && !unlink(files[i].path))
			size -= files[i].size;
		free(files[i].path);
	}
	free(files);
}

static void keep(struct name_cache *cache)
{
	char *path = JOIN(cache->directory, "/new-XXXXXX");
	int fd = mkostemp(path, O_CLOEXEC);
	bool done;

	if (fd >= 0) {
		done = name_batch_write(&cache->batch, fd);
		if (close(fd) < 0 || !done || rename(path, cache->path) < 0)
			unlink(path);
		cache->grown = true;
	}
	free(path);
}

static void close_image(struct name_cache *cache)
{
	if (cache->batch.place_count) {
		/* Another run may have kept some since. */
		name_store_close(&cache->store);
		read_store(&cache->store, cache->path);
		name_batch_add_store(&cache->batch, &cache->store);
		keep(cache);
	}
	name_batch_free(&cache->batch);
	name_store_close(&cache->store);
	free(cache->path);
	cache->path = NULL;
	cache->image = NULL;
}

void name_cache_open(struct name_cache *cache, const struct image_file *image, bool mangled)
{
	if (cache->image == image)
		return;
	close_image(cache);
	cache->image = image;
	if (!*image->is.build_id || image->atos || !find_directory(cache))
		return;
	cache->path = path_of(cache, image, mangled);
	read_store(&cache->store, cache->path);
}

bool name_cache_find(struct name_cache *cache, uint64_t addr)
{
	return name_store_find(&cache->store, addr, &cache->found);
}

void name_cache_add(struct name_cache *cache, uint64_t addr, const struct frame *frames, size_t count)
{
	if (cache->path)
		name_batch_add(&cache->batch, addr, frames, count);
}

void name_cache_end(struct name_cache *cache)
{
	close_image(cache);
	if (cache->grown)
		remove_oldest(cache->directory);
	cache->grown = false;
}
