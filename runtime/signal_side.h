/* The signal side: everything that runs in a profiled thread's handler. */
#ifndef OSPREY_SIGNAL_SIDE_H
#define OSPREY_SIGNAL_SIDE_H

#include "registry.h"

#include <stdbool.h>

/* Installs the handler of SIGPROF. False when the system refuses. */
bool signal_side_start(void);

/* Whether the handler in place is still ours. */
bool signal_side_holds(void);

/* From now on SIGPROF is ignored, never default: a late signal would kill the program. A handler
 * that the program has put in place of ours stays. */
void signal_side_stop(void);

/* In a child of fork(): the program's own action is back. No signal of ours can come: pending ones are not inherited.
 */
void signal_side_forget(void);

/* Asks a live thread for a capture: the registry's mutex is held, the thread has no open request. `call` is what it is
 * blocked in (pc 0: nothing, it runs); that call is made to go on as if no signal had come. Returns false when the
 * signal can't be sent. */
bool signal_side_request(struct slot *slot, const struct blocked_call *call);

/* Captures that found their ring full. */
uint64_t signal_side_dropped(void);

#endif
