/* Asking a process: questions on its stdin, an answer a line on its stdout.
 *
 * Questions go to an unlinked file that becomes the process's stdin, so that neither side can wait for the other. A
 * process that dies, hangs, or answers something else costs the answers that have not come, and one warning. One thread
 * only. */
#ifndef OSPREY_INQUIRY_H
#define OSPREY_INQUIRY_H

#include "out.h"
#include "symbolizer_answer.h"

struct inquiry {
	const char *program; /* path, or a name to be looked for on PATH */
	char *const *argv;
	const struct question *questions;
	size_t count;
	/* Appends a question to the process's input. */
	void (*put)(struct out *out, const struct question *question);
	/* Reads a line, which it may change, that must answer `question`: answer_read() for example. */
	bool (*read)(struct answer *answer, char *line, size_t length, const struct question *question);
	on_answer *answer;
	void *state;
};

/* Calls `answer` once for each question, in order; those that were not answered are answered as unknown. Returns
 * whether all were answered. */
bool inquire(const struct inquiry *inquiry);

#endif
