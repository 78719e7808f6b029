/* Asking processes: questions on their stdin, an answer a line on their stdout.
 *
 * A process that dies, hangs, or answers something else costs the answers that have not come, and one warning. One
 * thread only. */
#ifndef OSPREY_INQUIRY_H
#define OSPREY_INQUIRY_H

#include "out.h"
#include "symbolizer_answer.h"

enum { INQUIRY_PARTS_LIMIT = 64 };

struct inquiry {
	const char *program; /* path, or a name to be looked for on PATH */
	char *const *argv;
	const struct question *questions; /* those of one file together */
	size_t count;
	size_t parts; /* processes that may work side by side, never two on one file; 0 is 1 */
	/* Appends a question to a process's input. */
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
