/* How records are spelt, for record_write.c and record_write_sums.c alone. The keys of the format are literals there:
 * `,"key":`. */
#ifndef OSPREY_RECORD_PUT_H
#define OSPREY_RECORD_PUT_H

#include "out.h"
#include "record.h"

static inline void put_number(struct out *out, const char *key, uint64_t value)
{
	out_text(out, key);
	out_u64(out, value);
}

static inline void put_text(struct out *out, const char *key, const char *value)
{
	out_text(out, key);
	out_json(out, value);
}

static inline void put_hex(struct out *out, const char *key, uint64_t value)
{
	out_text(out, key);
	out_char(out, '"');
	out_hex(out, value);
	out_char(out, '"');
}

static inline void put_time(struct out *out, const char *key, uint64_t value)
{
	out_text(out, key);
	out_char(out, '"');
	out_u64(out, value);
	out_char(out, '"');
}

static inline void put_bool(struct out *out, const char *key, bool value)
{
	out_text(out, key);
	out_text(out, value ? "true" : "false");
}

static inline void put_kind(struct out *out, enum frame_kind kind)
{
	out_text(out, kind == KIND_USER ? ",\"kind\":\"user\"" : ",\"kind\":\"runtime\"");
}

/* The records of sums, without the brace that closes them. */
void put_summary(struct out *out, const struct record *record);
void put_fiber(struct out *out, const struct record *record);
void put_function(struct out *out, const struct record *record);
void put_line(struct out *out, const struct record *record);

#endif
