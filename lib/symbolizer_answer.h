/* One line of `llvm-symbolizer --output-style=JSON` (LLVM 14 to 19; llvm/docs/CommandGuide/llvm-symbolizer.rst):
 *
 *     {"Address":"0x1175","ModuleName":"/w/fib","Symbol":[{"FunctionName":"leaf","FileName":"/w/fib.c","Line":4,"Column":13,
 *      "StartLine":3,…},…]}
 *
 * or with an "Error" member in place of "Symbol". */
#ifndef OSPREY_SYMBOLIZER_ANSWER_H
#define OSPREY_SYMBOLIZER_ANSWER_H

#include "symbolizer.h"

/* Zero-initialise it; it is used again for each line. */
struct answer {
	struct frame *frames; /* innermost first; their strings are in the line. The caller frees it in the end. */
	size_t count, capacity;
	const char *error; /* in the symbolizer's words, why there are none; NULL when it gave no reason */
};

/* Reads a line, which is changed, that must answer `question`. An address that has no name gives no frames. Returns
 * false when the line is no answer to that question; there are no frames then. */
bool answer_read(struct answer *answer, char *line, size_t length, const struct question *question);

/* Room for one more frame. */
struct frame *answer_add(struct answer *answer);

#endif
