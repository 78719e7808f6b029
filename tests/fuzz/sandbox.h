/* What makes the filters' library fit for being run again and again in one process: `-include` it in front of each of
 * its files. What is allocated is gone with the run, an exit ends the run, and what is written goes nowhere. */
#ifndef OSPREY_SANDBOX_H
#define OSPREY_SANDBOX_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

/* Calls `run` with the input; returns when it does, or exits. The input stands in standard input too, as a file. */
void sandbox_run(void (*run)(const uint8_t *bytes, size_t size), const uint8_t *bytes, size_t size);

/* As malloc(3) and so on; NULL beyond 64 MB together. */
void *sandbox_malloc(size_t size);
void *sandbox_calloc(size_t count, size_t size);
void *sandbox_realloc(void *old, size_t size);
void sandbox_free(void *memory);

_Noreturn void sandbox_exit(int status);
ssize_t sandbox_write(int fd, const void *bytes, size_t size);

/* Leaves the standard descriptors open. */
int sandbox_close(int fd);

#ifndef SANDBOX_ITSELF
#define malloc	sandbox_malloc
#define calloc	sandbox_calloc
#define realloc sandbox_realloc
#define free	sandbox_free
#define exit	sandbox_exit
#define write	sandbox_write
#define close	sandbox_close
#endif

#endif
