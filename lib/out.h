/* Buffered output to a descriptor, with the number and JSON forms that the formats need. No locale, no stdio.
 * A failed write dies at once (`prof-fold: stdout: No space left on device`). One thread only. */
#ifndef OSPREY_OUT_H
#define OSPREY_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct out {
	int fd;
	const char *name; /* for messages */
	char *buffer;
	size_t used;
	uint64_t written; /* bytes, those in the buffer included */
	bool in_html;	  /* out_json() escapes '<' too: no text can end a script element or begin a comment */
};

/* `name` must live as long as `out`. */
void out_open(struct out *out, int fd, const char *name);

void out_bytes(struct out *out, const void *bytes, size_t length);
void out_text(struct out *out, const char *text);
void out_char(struct out *out, char c);
void out_u64(struct out *out, uint64_t value);
void out_i64(struct out *out, int64_t value);
void out_hex(struct out *out, uint64_t value);		     /* 0x1f, no leading zeros */
void out_fixed(struct out *out, double value, int decimals); /* never an exponent, nan or inf */

/* A JSON string with its quotes: what text_is_unsafe() names is escaped, each ill-formed UTF-8 sequence becomes one
 * U+FFFD, '/' stays as it is. */
void out_json(struct out *out, const char *text);

/* Hands the buffer to the kernel. */
void out_flush(struct out *out);

/* Flushes and closes: the only way to learn that everything arrived. */
void out_close(struct out *out);

#endif
