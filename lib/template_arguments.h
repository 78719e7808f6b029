/* Symbol names of C++ and Rust without what makes them long. */
#ifndef OSPREY_TEMPLATE_ARGUMENTS_H
#define OSPREY_TEMPLATE_ARGUMENTS_H

#include "mem.h"

/* The name with "<…>" in place of each list of template arguments: `std::map<…>::find(std::string const&)`. Names of
 * operators keep their angle brackets, and so does what they don't fit in. Copied into the arena. */
const char *template_arguments_left_out(struct arena *arena, const char *name);

#endif
