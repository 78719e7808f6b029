/* Puts right what our signal did to the system call that it took a thread out of: the program must not see that it
 * came. Async-signal-safe; the caller's handler blocks all signals. */
#ifndef OSPREY_MEND_LINUX_H
#define OSPREY_MEND_LINUX_H

#include "machine.h"

#include <stdbool.h>
#include <stdint.h>

/* When the call is about to return EINTR, it will run again instead; when it is `cut`, as transfer_is_cut() tells, the
 * rest is moved here, which may take as long as the call. `sent_ns`: when the signal was sent, CLOCK_MONOTONIC. */
void mend_call(void *context, const struct returned_call *call, bool cut, uint64_t sent_ns);

/* A handler of the program is done, with `context`: the call that it has ended must stay ended. Our signal can come
 * right behind such a handler, and nothing in the registers tells then which of the two ended the call. */
void mend_not(void *context);

#endif
