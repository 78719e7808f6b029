/* What the two halves of the scanner share. */
#ifndef OSPREY_SCAN_INTERNAL_H
#define OSPREY_SCAN_INTERNAL_H

#include "scan.h"

/* Dies saying what stands where `wanted` should. */
void scan_fail_expected(const struct scan *scan, const char *wanted) __attribute__((noreturn));

/* The next string, unescaped into scan->text, without a NUL behind it, when it is `kept`. */
void scan_take_string(struct scan *scan, bool kept);

#endif
