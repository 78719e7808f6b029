/* The row of a sample, [t_ns, thread, stack, state] or [t_ns, thread, stack, state, count]: the same in the raw file
 * and in the records. Rows come by the million. */
#ifndef OSPREY_SAMPLE_H
#define OSPREY_SAMPLE_H

#include "record.h"
#include "scan.h"

enum { SAMPLE_LENGTH = 128 }; /* sample_parse() never looks further than this */

/* Reads a row in its usual form, without white space, of numbers up to DIGITS_LIMIT digits. Returns the byte behind it,
 * or NULL when it is of another form: sample_scan() then takes it or says what is wrong. `text` has SAMPLE_LENGTH
 * bytes, or SOURCE_SLACK bytes from a NUL on. */
const char *sample_parse(const char *text, struct sample *sample);

/* Reads any row; further columns are skipped. Dies on what is wrong in it. */
void sample_scan(struct scan *scan, struct sample *sample);

/* Adds the count of the sample to `*sum`; dies when it passes 2^63 - 1. */
void sample_add(const struct scan *scan, const struct sample *sample, uint64_t *sum);

#endif
