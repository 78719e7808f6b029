/* What macOS's libc has and this one has not; compiled in before each file of the runtime. */
#ifndef FAKE_DARWIN_H
#define FAKE_DARWIN_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

int pthread_threadid_np(pthread_t thread, uint64_t *id);
unsigned pthread_mach_thread_np(pthread_t thread);
void *pthread_get_stackaddr_np(pthread_t thread);
size_t pthread_get_stacksize_np(pthread_t thread);
int pthread_main_np(void);
int issetugid(void);

#define pthread_setname_np(name) pthread_setname_np(pthread_self(), name)

#endif
