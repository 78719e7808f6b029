/* The signal side: everything that runs in a profiled thread's handler. */
#ifndef OSPREY_SIGNAL_SIDE_H
#define OSPREY_SIGNAL_SIDE_H

#include "registry.h"

#include <signal.h>
#include <stdbool.h>

/* Installs the handler of SIGPROF. False when the system refuses. */
bool signal_side_start(uint64_t rate_hz);

/* While paused no captures are made. */
void signal_side_pause(bool paused);

/* Whether a SIGPROF is ours. Async-signal-safe. */
bool signal_side_sent(const siginfo_t *info);

/* The program's own action for SIGPROF, whose signals are passed on to it, and another one. */
const struct sigaction *signal_side_program(void);
void signal_side_set_program(const struct sigaction *action);

/* Whether the handler in place is still ours. */
bool signal_side_holds(void);

/* No more captures are made, and SIGPROF is ignored, never default: a late signal would kill the program. (While the
 * program has a handler, ours stays before it.) */
void signal_side_stop(void);

/* In a child of fork(): the program's own action is back. No signal of ours can come: pending ones are not inherited.
 */
void signal_side_forget(void);

/* Asks a live thread for captures: the registry's mutex is held, the thread has no open request. `call` is what it is
 * blocked in: one capture, and that call is made to go on as if no signal had come. pc 0: it runs; captures come, a
 * jittered period apart where the system permits, until it is met waiting, or the ring is full. Returns false when the
 * signal can't be sent. */
bool signal_side_request(struct slot *slot, const struct blocked_call *call);

/* Asks for a capture as soon as the thread has run again for a moment. It may have been met elsewhere by then. */
void signal_side_meet(struct slot *slot);

/* Their addresses mark our signals, and those of timers of CPU time. */
extern const char signal_side_cookie, signal_side_work_cookie;

/* Threads may use timers of their own. */
extern bool signal_side_timers;

/* The slot's thread leaves: gives back what its requests needed. */
void signal_side_release(struct slot *slot);

#endif
