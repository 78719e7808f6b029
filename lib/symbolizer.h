/* llvm-symbolizer as a process: questions in bulk, answers as named frames.
 *
 * Questions go to an unlinked file that becomes the process's stdin, so that neither side can wait for the other.
 * Format: JSON records of `llvm-symbolizer --output-style=JSON` (LLVM 14 to 19). One thread only.
 *
 * atos(1), for images that only macOS can read, would be a second process of this kind behind the same function. */
#ifndef OSPREY_SYMBOLIZER_H
#define OSPREY_SYMBOLIZER_H

#include "record.h"

#include <stdbool.h>

struct question {
	const char *path; /* the file to look in; symbolizer_takes_path() */
	uint64_t addr;
};

/* One answer: the inline chain of question `index`, innermost first; count 0 when it is unknown. Set are name, file,
 * line, column, start_line and inlined. The frames' strings die with the call. */
typedef void on_answer(void *state, size_t index, const struct frame *frames, size_t count);

/* Asks all questions and calls `answer` once for each, in order. Without a symbolizer, or when it fails half-way, the
 * rest is answered as unknown and one warning says why; it is not asked again then. `$LLVM_SYMBOLIZER`, then
 * `llvm-symbolizer`, then `llvm-symbolizer-NN` (highest first) on PATH. */
void symbolizer_ask(const struct question *questions, size_t count, on_answer *answer, void *state);

/* Whether the path can stand in a question: llvm-symbolizer has quotes of two kinds but no escapes, and reads 1023
 * bytes a line. */
bool symbolizer_takes_path(const char *path);

#endif
