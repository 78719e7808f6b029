/* llvm-symbolizer (or atos) as a process: questions in bulk, answers as named frames.
 *
 * Questions go to an unlinked file that becomes the process's stdin, so that neither side can wait for the other. Format: JSON records
 * of `llvm-symbolizer --output-style=JSON` (LLVM 14 to 19). One thread only. */
#ifndef OSPREY_SYMBOLIZER_H
#define OSPREY_SYMBOLIZER_H

#include "record.h"

struct question {
	const char *path; /* the file to look in */
	uint64_t addr;
};

/* One answer: the inline chain of question `index`, innermost first; count 0 when it is unknown. The frames' strings die with the call. */
typedef void on_answer(void *state, size_t index, const struct frame *frames, size_t count);

/* Asks all questions and calls `answer` once for each, in order. Without a symbolizer, or when it fails half-way, the rest is answered
 * as unknown and one warning says why. `$LLVM_SYMBOLIZER`, then `llvm-symbolizer`, then `llvm-symbolizer-NN` (highest first) on PATH. */
void symbolizer_ask(const struct question *questions, size_t count, on_answer *answer, void *state);

#endif
