/* Bytes of binary files: read by position, numbers of either byte order. Nothing here trusts a file. */
#ifndef OSPREY_BINARY_H
#define OSPREY_BINARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct binary {
	int fd;
	uint64_t size;
	uint64_t mtime_ns; /* since 1970 */
};

/* Opens a regular file; anything else is refused, and nothing waits. Returns NULL, or why it can't: a text that lives
 * until the next call. */
const char *binary_open(struct binary *binary, const char *path);
void binary_close(const struct binary *binary);

/* How many of `count` bytes at `offset` could be read. */
size_t binary_read(const struct binary *binary, uint64_t offset, void *bytes, size_t count);

/* The bytes as a number of `count` bytes, 8 at most. */
uint64_t little_endian(const unsigned char *bytes, size_t count);
uint64_t big_endian(const unsigned char *bytes, size_t count);

/* Lower-case hex with a NUL: room for 2 * count + 1 characters. */
void put_hex(char *text, const unsigned char *bytes, size_t count);

#endif
