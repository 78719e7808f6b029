/* Which llvm-symbolizer to run. */
#ifndef OSPREY_SYMBOLIZER_FIND_H
#define OSPREY_SYMBOLIZER_FIND_H

/* `$LLVM_SYMBOLIZER` as it stands, then `llvm-symbolizer`, then the `llvm-symbolizer-NN` of the highest NN on PATH.
 * NULL when there is none. The text lives to the end. */
const char *symbolizer_find(void);

#endif
