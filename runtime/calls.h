/* What system calls are for. */
#ifndef OSPREY_CALLS_H
#define OSPREY_CALLS_H

#include <stdbool.h>

/* Whether the call does nothing but wait: sleeping, locks, waiting for descriptors, signals or children. */
bool call_only_waits(long number);

/* Whether a signal would change what the call gives even when it is run again: it waits for any signal, or has sent a
 * part. */
bool call_bears_no_signal(long number);

#endif
