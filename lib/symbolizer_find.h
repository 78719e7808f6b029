/* Which programs to run. */
#ifndef OSPREY_SYMBOLIZER_FIND_H
#define OSPREY_SYMBOLIZER_FIND_H

/* `$LLVM_SYMBOLIZER` as it stands, then `llvm-symbolizer`, then the `llvm-symbolizer-NN` of the highest NN on PATH.
 * NULL when there is none. The text lives to the end. */
const char *symbolizer_find(void);

/* The first program of that name on PATH, or NULL. */
const char *find_on_path(const char *name);

#endif
