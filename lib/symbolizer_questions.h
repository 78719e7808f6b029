/* Questions in the form that llvm-symbolizer reads: `CODE "PATH" 0xADDR`, one a line. */
#ifndef OSPREY_SYMBOLIZER_QUESTIONS_H
#define OSPREY_SYMBOLIZER_QUESTIONS_H

#include "symbolizer.h"

/* An unlinked temporary file with all questions, ready to be read; the caller closes it. Dies when it can't be written.
 */
int questions_file(const struct question *questions, size_t count);

#endif
