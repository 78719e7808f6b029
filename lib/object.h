/* Reads a JSON object into a struct by a table of its keys: the definition lines of the records, and the parts of a raw
 * file.
 *
 * Keys come in any order; those that the table lacks are skipped. A key that comes twice, a required one that is
 * missing, and a value of another type die with their place. */
#ifndef OSPREY_OBJECT_H
#define OSPREY_OBJECT_H

#include "mem.h"
#include "scan.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum field_type {
	FIELD_U64,
	FIELD_I64,
	FIELD_U32,
	FIELD_ID,      /* uint32_t below RECORD_ID_LIMIT */
	FIELD_IDS,     /* an array of such: struct id_list */
	FIELD_BOOL,    /* bool */
	FIELD_DOUBLE,  /* double */
	FIELD_TEXT,    /* const char *; "" when it doesn't come */
	FIELD_HEX,     /* uint64_t from "0x1f" */
	FIELD_DECIMAL, /* uint64_t from "31" */
	FIELD_KIND,    /* enum frame_kind from "user" or "runtime" */
	FIELD_VERSION, /* nothing is stored; any number but RECORD_VERSION dies */
	FIELD_SECTION, /* uint64_t: the offset in the source where the value begins; the caller reads it there */
	FIELD_IGNORED, /* skipped, but it may come only once */
	FIELD_REFUSED  /* dies with the form's `refusal` */
};

struct field {
	const char *name;
	enum field_type type;
	bool required;
	size_t offset; /* in the struct */
};

struct object_form {
	const char *what;	    /* "an image record" */
	const struct field *fields; /* 32 at most */
	size_t count;
	const char *refusal;
};

/* Laid out as the members of struct stack. */
struct id_list {
	const uint32_t *ids; /* until the next list is read */
	uint32_t count;
};

/* Zero-initialise it, then scan_open() its scan. */
struct object_reader {
	struct scan scan;
	struct arena texts; /* the caller may reset it when the structs are gone */
	uint32_t *ids;
	size_t id_capacity;
};

/* Reads the object that comes next. Returns which fields came: bit i is fields[i]. */
uint32_t object_read(struct object_reader *reader, const struct object_form *form, void *object);

#endif
