/* Output that may fail brings signals too: SIGPIPE of a pipe that nobody reads, SIGXFSZ of a file at its size limit.
 * The system sends them to the thread that writes. Between these two calls they do it no harm, and the program's other
 * threads have theirs as before. pthread_sigmask(3), setrlimit(2). */
#ifndef OSPREY_HUSH_H
#define OSPREY_HUSH_H

#include <signal.h>

struct hush {
	sigset_t mask, pending; /* of the thread, from before */
};

void hush_begin(struct hush *hush);

/* Leaves errno as it is. */
void hush_end(const struct hush *hush);

/* A line on stderr, printf(3). It may not arrive. */
void hush_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
