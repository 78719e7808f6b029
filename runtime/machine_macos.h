/* What differs between the processors of macOS: the registers of a suspended thread. One file a processor, which also
 * has what machine.h says of addresses. */
#ifndef OSPREY_MACHINE_MACOS_H
#define OSPREY_MACHINE_MACOS_H

#include "machine.h"

#include <mach/mach.h>

/* Reads the registers, and which system call the thread has just come back from or is in, as call_only_waits() knows
 * it: MACHINE_NO_CALL when none. False when the kernel refuses. Allocates nothing. */
bool machine_read(thread_act_t thread, struct registers *registers, long *call);

#endif
