/* The profiler's hooks in a program: osprey-prof(7).
 *
 * Off by default. It is on when OSPREY_PROFILE=<path> stands in the environment at the start of the process
 * [PROF-ACTIVATE-ENV]; the raw profile, osprey-prof-raw(5), is written to <path> at normal exit, and when
 * SIGINT, SIGTERM or SIGHUP ends a program that doesn't catch them. "%p" in the path is the process's id.
 * OSPREY_PROFILE_HZ=<n> sets the sampling rate (10 to 10000, default 997). When it is off every hook is a test of one
 * variable: no thread, no handler, no file, nothing allocated. */
#ifndef OSPREY_PROF_H
#define OSPREY_PROF_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Starts the profiler if the environment asks for it, and registers the calling thread as label "main", fiber 0.
 * Compilers call it at the top of main; a constructor of the archive does too. The first call counts, all others do
 * nothing. */
void osp_prof_boot(void);

/* Registers the calling thread: it is sampled from now on. `label` is copied (31 bytes are kept). `fiber` is shown to
 * the user; negative when the thread is none. A thread that is registered already starts anew under the new name. When
 * there is no memory for it, it stays unsampled. [PROF-COLLECT-REGISTRY]
 *
 * On Linux threads that are made by pthread_create() or thrd_create() are registered as they begin, as label "thread",
 * fiber -1. To one that calls this in its first second all of its time goes under the new name. */
void osp_prof_thread_register(int64_t fiber, const char *label);

/* The calling thread is not sampled any more. A thread that ends does this by itself, but late: call it before you tell
 * another thread that this one is done, so that no sample can come after that. */
void osp_prof_thread_unregister(void);

/* Stops and resumes sampling, for all threads. Time in between stands in no sample. Any thread; calls do not nest. */
void osp_prof_pause(void);
void osp_prof_resume(void);

#ifdef __cplusplus
}
#endif

#endif
