/* Whether memory may be looked at. One file a platform. */
#ifndef OSPREY_READABLE_H
#define OSPREY_READABLE_H

#include <stdbool.h>
#include <stdint.h>

/* Whether the page of the address can be read without a fault. Async-signal-safe; errno is lost. */
bool readable(uintptr_t address);

#endif
