/* llvm-symbolizer: questions in bulk, answers as named frames. Format: JSON records of
 * `llvm-symbolizer --output-style=JSON` (LLVM 14 to 19). One thread only. */
#ifndef OSPREY_SYMBOLIZER_H
#define OSPREY_SYMBOLIZER_H

#include "record.h"

struct question {
	const char *path; /* the file to look in; symbolizer_takes_path() */
	const char *arch; /* of a Mach-O file, or "" */
	uint64_t addr;
};

/* One answer: the inline chain of question `index`, innermost first; count 0 when it is unknown, and frames NULL when
 * no answer came. Set are name, file,
 * line, column, start_line, inlined, and as addr where the function begins in the file, 0 when that was not told. The
 * frames' strings die with the call. */
typedef void on_answer(void *state, size_t index, const struct frame *frames, size_t count);

/* Zero-initialise it. */
struct symbolizer {
	bool mangled; /* names as linkers know them */
	bool failed;  /* set when it failed: asking on would fail, and warn, once a batch */
};

/* Asks all questions and calls `answer` once for each, in order. Without a symbolizer, or when it fails half-way, the
 * rest is answered as unknown and one warning says why; it is not asked again then. */
void symbolizer_ask(struct symbolizer *symbolizer, const struct question *questions, size_t count, on_answer *answer,
		    void *state);

/* Whether the path can stand in a question: llvm-symbolizer has quotes of two kinds but no escapes, and reads 1023
 * bytes a line. */
bool symbolizer_takes_path(const char *path);

#endif
