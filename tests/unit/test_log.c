/* The part file: it holds what memory holds, grows for its owner, and where it can't grow nothing is lost. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "log.h"

enum { WORDS = 128 };

static char folder[] = "/tmp/osprey-test-log-XXXXXX";
static char path[PATH_MAX], part[PATH_MAX + sizeof(".part")];

static int make_folder(void **state)
{
	(void)state;
	if (!mkdtemp(folder))
		return -1;
	snprintf(path, sizeof(path), "%s/raw.json", folder);
	snprintf(part, sizeof(part), "%s.part", path);
	return 0;
}

static int remove_folder(void **state)
{
	(void)state;
	return rmdir(folder);
}

static void add_one(struct log *log)
{
	uint64_t *record = log_add(log, WORDS);

	assert_non_null(record);
	record[0] = part_head(PART_IMAGE, WORDS);
	record[WORDS - 1] = log->region.used;
	log_commit(log);
}

static void fill(struct log *log, size_t bytes)
{
	while (log->region.used < bytes)
		add_one(log);
}

static void assert_all_there(const struct log *log, const struct part_header *header)
{
	const uint64_t *record = part_first(header);

	for (; record < part_end(header); record += part_words(record))
		assert_int_equal(record[WORDS - 1], (uintptr_t)(record + WORDS) - (uintptr_t)header);
	assert_ptr_equal(record, part_end(header));
	assert_true(header->committed <= log->region.used);
}

static struct part_header *read_part(void)
{
	int descriptor = open(part, O_RDONLY);
	struct stat status;
	char *bytes;

	assert_int_equal(fstat(descriptor, &status), 0);
	bytes = malloc((size_t)status.st_size);
	assert_int_equal(read(descriptor, bytes, (size_t)status.st_size), status.st_size);
	close(descriptor);
	return (void *)bytes;
}

static void end(struct log *log)
{
	log_remove(log);
	log_free(log);
	assert_int_equal(access(part, F_OK), -1);
}

/* What was added before there is a file, and far more than fits at first. */
static void the_file_holds_what_memory_holds(void **state)
{
	struct log log = {0};
	struct part_header *header;

	(void)state;
	fill(&log, 100000);
	log_want_file(&log, path);
	log_keep_room(&log);
	fill(&log, 20 << 20);
	header = read_part();
	assert_int_equal(header->committed, log.region.used);
	assert_int_equal(header->abandoned, 0);
	assert_all_there(&log, header);
	assert_memory_equal(header, log.region.base, log.region.used);
	free(header);
	end(&log);
}

static void where_the_file_cannot_grow_the_log_goes_on_in_memory(void **state)
{
	struct rlimit before, limit;
	struct log log = {0};
	struct part_header *header;

	(void)state;
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
	limit = before;
	limit.rlim_cur = 3 << 20;
	log_want_file(&log, path);
	fill(&log, 5000);
	log_keep_room(&log);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
	fill(&log, 10 << 20);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
	assert_int_equal(log.file.error, EFBIG);
	assert_all_there(&log, log_header(&log));
	header = read_part();
	assert_int_equal(header->abandoned, 1);
	assert_true(header->committed > 2 << 20);
	assert_all_there(&log, header);
	free(header);
	end(&log);
}

static void *fill_as_another(void *log)
{
	fill(log, 10 << 20);
	return NULL;
}

/* The owner's descriptor is another file's, or nobody's, in the rest of the program. */
static void only_the_owner_makes_the_file_larger(void **state)
{
	struct log log = {0};
	struct stat before, after;
	pthread_t thread;

	(void)state;
	log_want_file(&log, path);
	fill(&log, 5000);
	log_keep_room(&log);
	assert_int_equal(stat(part, &before), 0);
	assert_int_equal(pthread_create(&thread, NULL, fill_as_another, &log), 0);
	pthread_join(thread, NULL);
	assert_int_equal(stat(part, &after), 0);
	assert_int_equal(before.st_size, after.st_size);
	assert_all_there(&log, log_header(&log));
	end(&log);
}

static void another_file_of_the_name_is_not_removed(void **state)
{
	struct log log = {0};
	int descriptor;

	(void)state;
	log_want_file(&log, path);
	fill(&log, 5000);
	log_keep_room(&log);
	assert_int_equal(unlink(part), 0);
	descriptor = open(part, O_WRONLY | O_CREAT, 0600);
	log_remove(&log);
	assert_int_equal(access(part, F_OK), 0);
	close(descriptor);
	unlink(part);
	log_free(&log);
}

static void without_a_place_the_log_is_in_memory(void **state)
{
	struct log log = {0};

	(void)state;
	log_want_file(&log, "/nonexistent/raw.json");
	fill(&log, 5000);
	log_keep_room(&log);
	fill(&log, 3 << 20);
	assert_int_equal(log.file.error, ENOENT);
	assert_all_there(&log, log_header(&log));
	log_remove(&log);
	log_free(&log);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_file_holds_what_memory_holds),
		cmocka_unit_test(where_the_file_cannot_grow_the_log_goes_on_in_memory),
		cmocka_unit_test(only_the_owner_makes_the_file_larger),
		cmocka_unit_test(another_file_of_the_name_is_not_removed),
		cmocka_unit_test(without_a_place_the_log_is_in_memory),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
