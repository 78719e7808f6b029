/* Names of C++ and Rust functions, as demanglers write them, without what makes them long. */
#ifndef OSPREY_NAME_PARTS_H
#define OSPREY_NAME_PARTS_H

#include "mem.h"

/* The name with "<…>" in place of each list of template arguments: `std::map<…>::find(std::string const&)`. Names of
 * operators keep their angle brackets, and so does what they don't fit in. Copied into the arena. */
const char *name_without_arguments(struct arena *arena, const char *name);

/* The name without its type, its parameters and what is behind these: `A::f<…>` for `int A::f<…>(B) const`. Itself when
 * it has none, else copied into the arena. */
const char *name_without_parameters(struct arena *arena, const char *name);

/* The part of a name that is behind its first "::", but for one in brackets; NULL: there is none. */
const char *name_in_scope(const char *name);

#endif
