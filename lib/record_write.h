/* Writes records: osprey-prof-records(5). Counts its lines and samples, so that the end record is right. */
#ifndef OSPREY_RECORD_WRITE_H
#define OSPREY_RECORD_WRITE_H

#include "out.h"
#include "record.h"

struct record_writer {
	struct out out;
	uint64_t lines, samples;
};

/* To stdout. */
void record_writer_open(struct record_writer *writer);

/* Any record but an end: byte for byte as it came, or in its canonical form when it has no text. */
void record_write(struct record_writer *writer, const struct record *record);

/* The handler that passes a record on: `state` must begin with a struct record_writer. */
void record_pass(void *state, const struct record *record);

/* The end record, then flushes and closes. */
void record_write_end(struct record_writer *writer);

#endif
