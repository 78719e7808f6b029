/* A JSON file, written through one buffer without stdio or malloc. A failed write is remembered and told at the end. */
#ifndef OSPREY_JSON_H
#define OSPREY_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { JSON_BUFFER = 1 << 18, JSON_ROW_MAX = 4096 };

/* Zero-initialise it, then set fd and buffer (JSON_BUFFER bytes). */
struct json {
	int fd;
	int error; /* errno of the first failed write */
	char *buffer;
	size_t used;
};

void json_text(struct json *json, const char *text);
void json_u64(struct json *json, uint64_t value);
void json_i64(struct json *json, int64_t value);

/* An array of numbers; at most JSON_ROW_MAX. */
void json_row(struct json *json, const uint64_t *values, size_t count);

/* With quotes; control characters escaped, ill-formed UTF-8 replaced by U+FFFD. */
void json_string(struct json *json, const char *text);

/* Hands everything to the kernel; false when that or an earlier write failed, with errno set. */
bool json_flush(struct json *json);

#endif
