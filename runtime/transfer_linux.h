/* System calls that move bytes, and end early when any signal comes: a blocking write() of a megabyte into a pipe
 * returns what went before the signal, where it would have returned all (signal(7); pipe(7); getrandom(2)). Not among
 * them: sendmsg(), recvmsg(), and those that return early of themselves. Async-signal-safe. */
#ifndef OSPREY_TRANSFER_LINUX_H
#define OSPREY_TRANSFER_LINUX_H

#include "machine.h"

#include <stdbool.h>

/* Whether the call has come back with less than it was asked for, where nothing but a signal, an error or the end of
 * the other side makes it do so. */
bool transfer_is_cut(const struct returned_call *call);

/* Does the rest of such a call, and returns what the whole gives. May block, as the call would have. */
long transfer_finish(const struct returned_call *call);

#endif
