/* Turns the raw file of a run, osprey-prof-raw(5), into the records that the filters know.
 *
 * Keys may come in any order: a first pass notes where each section begins, a second reads them in the order of the
 * records: profile, images, threads, then each stack with the frames that it is the first to use, then samples. A (pc,
 * call) pair is one frame; the leaf is no call. A stack's label ([truncated] …) becomes a named frame at its root. */
#ifndef OSPREY_RAW_H
#define OSPREY_RAW_H

#include "record.h"
#include "source.h"

/* Whether the input is a raw file rather than records: its first line is not a whole object with a key "type". Takes
 * nothing. Dies when it can be neither: empty, compressed, not UTF-8, not JSON. */
bool raw_is(struct source *source);

/* Hands each record to `emit`; dies on whatever is wrong. `emit` gets an end record last, and what it gets dies when it
 * returns. */
void raw_read(struct source *source, void (*emit)(void *state, struct record *record), void *state);

#endif
