/* atos(1) of macOS: the one that can read the libraries of the shared cache, which have no file. */
#ifndef OSPREY_ATOS_H
#define OSPREY_ATOS_H

#include "symbolizer.h"

/* The atos to run: the first on PATH; NULL when there is none. */
const char *atos_find(void);

/* Asks for addresses of one image, as symbolizer_ask() does: those of the run, for an image that was mapped at `load`.
 * All questions have its path, unchanged, and its architecture. A failure is told once; nothing is asked after it. */
void atos_ask(const struct question *questions, size_t count, uint64_t load, on_answer *answer, void *state);

#endif
