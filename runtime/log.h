/* The part file while it is written: part.h, in a mapped piece of memory that grows. In a file it is there for others
 * to see, whatever becomes of this process; else, and when the file can't grow, in memory alone.
 *
 * Zero-initialise it: it is in memory then. The owner serialises all calls. The place of a record in memory changes
 * when others are added; its offset doesn't. */
#ifndef OSPREY_LOG_H
#define OSPREY_LOG_H

#include "part.h"
#include "region.h"

#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { LOG_SUFFIX_SIZE = 24 };

/* The file. Its blocks are allocated before they are touched, so that a full disk is an error and no SIGBUS. */
struct log_file {
	char path[PATH_MAX + LOG_SUFFIX_SIZE]; /* at first the output's, then its own; "" when there is none */
	bool awaited;			       /* log_keep_room() is to make it */
	bool mapped;			       /* the log is in it */
	int descriptor;			       /* of the owner, which alone can make the file larger; -1: nobody can */
	pthread_t owner;		       /* has a descriptor table of its own */
	dev_t device;
	ino_t inode;
	int error; /* why the log is in memory, an errno; 0 when nothing failed */
};

struct log {
	struct region region;
	struct log_file file;
};

/* The log is to go on in a file beside `path`: "PATH.part", or when there is such a file, left by a process that died,
 * "PATH.part-2" and so on. Where that can't be, it stays in memory, and file.error tells why. Call it where no other
 * thread can take notice of a descriptor that is opened and closed again. */
void log_want_file(struct log *log, const char *path);

/* For one and the same thread, which becomes the owner: makes the file at the first call, and sees that the next
 * records have room in it. */
void log_keep_room(struct log *log);

/* `words` zeroed words behind the last record. NULL when there is no memory. */
uint64_t *log_add(struct log *log, uint64_t words);

/* The record that log_add() gave is complete. */
void log_commit(struct log *log);

/* The header; NULL when there is no memory. */
struct part_header *log_header(struct log *log);

static inline uint64_t log_offset(const struct log *log, const uint64_t *record)
{
	return (uint64_t)((const char *)record - (const char *)log->region.base);
}

static inline void *log_at(const struct log *log, uint64_t offset)
{
	return (char *)log->region.base + offset;
}

/* Gives the memory back; the file stays. */
void log_free(struct log *log);

/* Removes the file, unless another has its name by now. */
void log_remove(const struct log *log);

/* One file a platform. */

/* Whether log_file_alone() is likely to succeed. */
bool log_file_may_be_alone(void);

/* Gives the calling thread a descriptor table of its own, so that the rest of the program sees none of its descriptors
 * and closes none. False, with errno set, when that can't be. */
bool log_file_alone(void);

/* Makes the file `size` bytes long, all of them allocated; false with errno set, EOPNOTSUPP where the system has no way
 * but to write them. */
bool log_file_allocate(int descriptor, size_t old_size, size_t size);

/* Makes the mapping longer, to `size` bytes of a file that has as many; it may move. */
bool log_file_remap(struct region *region, size_t size);

#endif
