/* Compilers split and copy functions: fib.cold, fib.part.0, fib.constprop.0.isra.0, fib.lto_priv.0, fib.llvm.123.
 * Linkers add versions: read@@GLIBC_2.2.5. For who reads a profile these are the function. */
#ifndef OSPREY_NAME_SUFFIX_H
#define OSPREY_NAME_SUFFIX_H

#include <stddef.h>

/* The length of the name without such suffixes and without a version, whether it is as linkers know it or as demanglers
 * write it, "fib(int) (.cold)". */
size_t name_length_unsuffixed(const char *name);

/* The length of the name without the version of its symbol: clock_nanosleep@@GLIBC_2.17. A stub, strcmp@plt, is another
 * thing, and Windows compilers begin with "?" what has "@" in it for other reasons. */
size_t name_length_unversioned(const char *name);

/* The name without what glibc puts before that by which it calls a function of its own: __GI___libc_read. */
const char *name_without_internal_prefix(const char *name);

#endif
