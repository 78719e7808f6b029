/* What can be told from the code of 64-bit Arm. Source of the encodings: Arm Architecture Reference Manual, C6.2. */
#ifndef OSPREY_ARM64_H
#define OSPREY_ARM64_H

#include <stdbool.h>
#include <stdint.h>

/* Whether the link register holds the return address of the function that `pc` is in. It does until the function has
 * set up its frame record, and again once that is gone; in between it holds what the function's last call left there,
 * an address in the function itself, which would show as a recursion that never was. Told by the code from one address
 * to the other; true when that can't be read or is too much. Async-signal-safe. */
bool arm64_lr_is_caller(uintptr_t pc, uintptr_t lr);

#endif
