/* Messages and exits that all filters share.
 *
 * A message is one line on stderr, `PROGRAM: MESSAGE`. A format that ends in ':' gets the text of errno appended.
 * Nothing here touches stdout: what a filter has buffered is dropped by an exit, so that no half result looks whole.
 * One thread only. */
#ifndef OSPREY_DIE_H
#define OSPREY_DIE_H

enum status { STATUS_DONE = 0, STATUS_FAILED = 1, STATUS_USAGE = 2 };

/* The name in front of each message; `name` must live to the end. */
void program_name_set(const char *name);
const char *program_name(void);

void warn(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* warn() and exit with STATUS_FAILED. */
void die(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));

/* warn(), point to --help, and exit with STATUS_USAGE. */
void die_usage(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));

#endif
