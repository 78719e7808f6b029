/* Captures by suspending [PROF-COLLECT-SAMPLER]: what a thread's own signal handler does on Linux, the sampler does
 * here from outside. A request of signal_side.h stays open until the sampler answers it, at the next tick. */
#ifndef OSPREY_SUSPEND_MACOS_H
#define OSPREY_SUSPEND_MACOS_H

#include "registry.h"

/* Answers the slot's open request, if there is one, with a capture in its ring. It stays open while the thread waits
 * for a processor. The registry's mutex is held. While the thread is suspended nothing is allocated and no lock is
 * taken: it may hold any. */
void suspend_answer(struct slot *slot);

#endif
