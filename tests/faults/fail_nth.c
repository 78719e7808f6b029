/* A library to preload (ld.so(8)): the FAIL_NTH-th call of FAIL_FUNCTION in the program FAIL_IN fails, as for want of
 * memory, room, descriptors or threads; with FAIL_BY=kill the program is killed by SIGKILL there instead. When
 * FAIL_FUNCTION is time, it is killed after FAIL_NTH microseconds. Then the file FAIL_TOLD comes to be: a sweep is over
 * when it doesn't.
 *
 *     FAIL_IN=prof-fold FAIL_FUNCTION=malloc FAIL_NTH=3 FAIL_TOLD=told LD_PRELOAD=./fail_nth.so prof-fold raw.json
 *
 * FAIL_FUNCTION is malloc (which stands for calloc and realloc too), write, open, mmap, clock_gettime or
 * pthread_create. What libc calls in itself is not seen, so that a message on stderr always arrives. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* glibc's own names of what stands behind ours. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

static const char *function = ""; /* that fails; "" in other programs */
static bool kills;
static _Atomic long left; /* calls until then */

static void tell(void)
{
	const char *told = getenv("FAIL_TOLD");
	long fd = told ? syscall(SYS_openat, AT_FDCWD, told, O_WRONLY | O_CREAT, 0600) : -1;

	if (fd >= 0)
		syscall(SYS_close, fd);
}

static void on_time(int number)
{
	(void)number;
	tell();
	kill(getpid(), SIGKILL);
}

/* A timer of its own: neither a child nor what the program becomes has it. */
static void kill_at(long microseconds)
{
	struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGRTMAX};
	struct itimerspec when = {.it_value = {microseconds / 1000000, microseconds % 1000000 * 1000 + 1}};
	timer_t timer;

	signal(SIGRTMAX, on_time);
	if (timer_create(CLOCK_MONOTONIC, &event, &timer) == 0)
		timer_settime(timer, 0, &when, NULL);
}

__attribute__((constructor)) static void read_environment(void)
{
	const char *name = getenv("FAIL_FUNCTION"), *program = getenv("FAIL_IN"), *nth = getenv("FAIL_NTH");

	if (!name || !program || !nth || strcmp(program, program_invocation_short_name) != 0)
		return;
	kills = getenv("FAIL_BY") != NULL;
	left = atol(nth);
	function = name;
	if (strcmp(name, "time") == 0)
		kill_at(atol(nth));
}

static bool fails(const char *name, int error)
{
	if (strcmp(name, function) != 0 || atomic_fetch_sub(&left, 1) != 1)
		return false;
	tell();
	if (kills)
		kill(getpid(), SIGKILL);
	errno = error;
	return true;
}

void *malloc(size_t size)
{
	return fails("malloc", ENOMEM) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
	return fails("malloc", ENOMEM) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
	return fails("malloc", ENOMEM) ? NULL : __libc_realloc(old, size);
}

ssize_t write(int fd, const void *bytes, size_t length)
{
	return fails("write", ENOSPC) ? -1 : syscall(SYS_write, fd, bytes, length);
}

int open(const char *path, int flags, ...)
{
	va_list arguments;
	mode_t mode;

	va_start(arguments, flags);
	mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
	va_end(arguments);
	return fails("open", EMFILE) ? -1 : (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

void *mmap(void *where, size_t length, int protection, int flags, int fd, off_t offset)
{
	if (fails("mmap", ENOMEM))
		return MAP_FAILED;
	return (void *)syscall(SYS_mmap, where, length, protection, flags, fd, offset);
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
	return fails("clock_gettime", EINVAL) ? -1 : (int)syscall(SYS_clock_gettime, clock, now);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*routine)(void *), void *argument)
{
	int (*next)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

	*(void **)&next = dlsym(RTLD_NEXT, "pthread_create");
	return fails("pthread_create", EAGAIN) ? EAGAIN : next(thread, attributes, routine, argument);
}
