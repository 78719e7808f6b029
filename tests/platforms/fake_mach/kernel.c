/* A stand-in for Mach's kernel over real threads: a thread is suspended by a signal whose handler waits, and its
 * registers are those that the handler was given. With it the runtime for macOS profiles a program here. A program in
 * which something is allocated by a thread that holds another one suspended, or that ends with one suspended, aborts.
 */
#include "darwin.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <mach-o/dyld.h>
#include <mach/mach.h>
#include <mach/semaphore.h>
#include <pthread/qos.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

enum { THREADS = 64, FIRST_PORT = 1000, STOP = SIGUSR2 };

struct thread {
	pthread_t thread;
	pid_t tid;
	clockid_t clock;
	sem_t stopped, go;
	const ucontext_t *context;
	bool suspended;
	uint64_t frozen_ns; /* its CPU time while it is suspended */
};

static struct thread threads[THREADS];
static _Atomic unsigned thread_count;
static _Thread_local struct thread *self;
static _Thread_local int holds; /* threads that this one has suspended */
static sem_t stop_semaphore;

static uint64_t clock_ns(clockid_t clock)
{
	struct timespec t = {0};

	clock_gettime(clock, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void wait_for(sem_t *semaphore)
{
	while (sem_wait(semaphore) != 0 && errno == EINTR)
		;
}

static void on_stop(int number, siginfo_t *info, void *context)
{
	int saved = errno;

	(void)number;
	(void)info;
	self->context = context;
	sem_post(&self->stopped);
	wait_for(&self->go);
	errno = saved;
}

static void check_end(void)
{
	for (unsigned i = 0; i < thread_count; i++)
		if (threads[i].suspended)
			abort();
}

unsigned pthread_mach_thread_np(pthread_t thread)
{
	struct sigaction action = {.sa_sigaction = on_stop, .sa_flags = SA_SIGINFO | SA_RESTART};

	if (self)
		return FIRST_PORT + (unsigned)(self - threads);
	if (thread_count == 0)
		atexit(check_end);
	self = &threads[thread_count++];
	self->thread = thread;
	self->tid = (pid_t)syscall(SYS_gettid);
	pthread_getcpuclockid(thread, &self->clock);
	sem_init(&self->stopped, 0, 0);
	sem_init(&self->go, 0, 0);
	sigaction(STOP, &action, NULL);
	return FIRST_PORT + (unsigned)(self - threads);
}

static struct thread *by_port(thread_act_t port)
{
	return &threads[port - FIRST_PORT];
}

static bool runs(const struct thread *thread)
{
	char path[64], answer[256] = "", *state;
	int fd;

	snprintf(path, sizeof(path), "/proc/self/task/%d/stat", (int)thread->tid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0 || read(fd, answer, sizeof(answer) - 1) <= 0)
		abort();
	close(fd);
	state = strrchr(answer, ')');
	return state && state[2] == 'R';
}

kern_return_t thread_info(thread_act_t port, int flavor, thread_info_t info, mach_msg_type_number_t *count)
{
	const struct thread *thread = by_port(port);
	uint64_t us = (thread->suspended ? thread->frozen_ns : clock_ns(thread->clock)) / 1000;
	thread_basic_info_data_t *basic = (void *)info;

	(void)flavor;
	(void)count;
	*basic = (thread_basic_info_data_t){.run_state = runs(thread) ? TH_STATE_RUNNING : TH_STATE_WAITING};
	basic->user_time.seconds = (int)(us / 1000000);
	basic->user_time.microseconds = (int)(us % 1000000);
	return KERN_SUCCESS;
}

/* A real kernel does not run a waiting thread to suspend it, so the time of the handler does not count. */
kern_return_t thread_suspend(thread_act_t port)
{
	struct thread *thread = by_port(port);
	bool ran = runs(thread);
	uint64_t before = clock_ns(thread->clock);

	if (pthread_kill(thread->thread, STOP) != 0)
		return KERN_FAILURE;
	wait_for(&thread->stopped);
	thread->frozen_ns = ran ? clock_ns(thread->clock) : before;
	thread->suspended = true;
	holds++;
	return KERN_SUCCESS;
}

kern_return_t thread_resume(thread_act_t port)
{
	struct thread *thread = by_port(port);

	thread->suspended = false;
	holds--;
	sem_post(&thread->go);
	return KERN_SUCCESS;
}

kern_return_t thread_get_state(thread_act_t port, int flavor, thread_state_t state, mach_msg_type_number_t *count)
{
	const mcontext_t *m = &by_port(port)->context->uc_mcontext;

	(void)flavor;
	(void)count;
	if (!by_port(port)->suspended)
		return KERN_FAILURE;
#ifdef __aarch64__
	*(arm_thread_state64_t *)(void *)state =
		(arm_thread_state64_t){.__pc = m->pc, .__sp = m->sp, .__fp = m->regs[29], .__lr = m->regs[30]};
#else
	*(x86_thread_state64_t *)(void *)state = (x86_thread_state64_t){.__rip = (uint64_t)m->gregs[REG_RIP],
									.__rsp = (uint64_t)m->gregs[REG_RSP],
									.__rbp = (uint64_t)m->gregs[REG_RBP]};
#endif
	return KERN_SUCCESS;
}

/* Mach suspends a thread whatever signals it blocks (the linker's --wrap). */
int __real_pthread_sigmask(int how, const sigset_t *wanted, sigset_t *before);
int __wrap_pthread_sigmask(int how, const sigset_t *wanted, sigset_t *before);

int __wrap_pthread_sigmask(int how, const sigset_t *wanted, sigset_t *before)
{
	sigset_t set;

	if (!wanted || how == SIG_UNBLOCK)
		return __real_pthread_sigmask(how, wanted, before);
	set = *wanted;
	sigdelset(&set, STOP);
	return __real_pthread_sigmask(how, &set, before);
}

/* Nothing may be allocated while a thread is suspended (the linker's --wrap). */
void *__real_mmap(void *address, size_t size, int protection, int flags, int fd, off_t offset);
void *__wrap_mmap(void *address, size_t size, int protection, int flags, int fd, off_t offset);
void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);

void *__wrap_mmap(void *address, size_t size, int protection, int flags, int fd, off_t offset)
{
	if (holds)
		abort();
	return __real_mmap(address, size, protection, flags, fd, offset);
}

void *__wrap_malloc(size_t size)
{
	if (holds)
		abort();
	return __real_malloc(size);
}

/* One semaphore, the sampler's. */
kern_return_t semaphore_create(task_t task, semaphore_t *semaphore, int policy, int value)
{
	(void)task;
	(void)policy;
	*semaphore = 1;
	return sem_init(&stop_semaphore, 0, (unsigned)value) == 0 ? KERN_SUCCESS : KERN_FAILURE;
}

kern_return_t semaphore_signal(semaphore_t semaphore)
{
	(void)semaphore;
	return sem_post(&stop_semaphore) == 0 ? KERN_SUCCESS : KERN_FAILURE;
}

kern_return_t semaphore_timedwait(semaphore_t semaphore, mach_timespec_t time)
{
	uint64_t end = clock_ns(CLOCK_MONOTONIC) + (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
	struct timespec t = {.tv_sec = (time_t)(end / 1000000000u), .tv_nsec = (long)(end % 1000000000u)};

	(void)semaphore;
	return sem_clockwait(&stop_semaphore, CLOCK_MONOTONIC, &t) == 0 ? KERN_SUCCESS : KERN_OPERATION_TIMED_OUT;
}

/* No images, no regions, no other tasks. */
kern_return_t task_info(task_t task, int flavor, task_info_t info, mach_msg_type_number_t *count)
{
	(void)task, (void)flavor, (void)info, (void)count;
	return KERN_FAILURE;
}

kern_return_t task_threads(task_t task, thread_act_array_t *list, mach_msg_type_number_t *count)
{
	(void)task, (void)list, (void)count;
	return KERN_FAILURE;
}

kern_return_t mach_port_deallocate(task_t task, mach_port_t port)
{
	(void)task, (void)port;
	return KERN_SUCCESS;
}

kern_return_t vm_deallocate(task_t task, vm_address_t address, vm_size_t size)
{
	(void)task, (void)address, (void)size;
	return KERN_SUCCESS;
}

kern_return_t vm_read_overwrite(task_t task, vm_address_t address, vm_size_t size, vm_address_t to, vm_size_t *copied)
{
	(void)task;
	if (syscall(SYS_rt_sigprocmask, -1, address & ~(vm_address_t)7, NULL, 8) == -1 && errno == EFAULT)
		return KERN_FAILURE;
	memcpy((void *)to, (const void *)address, size);
	*copied = size;
	return KERN_SUCCESS;
}

kern_return_t vm_region_64(task_t task, vm_address_t *address, vm_size_t *size, int flavor, vm_region_info_t info,
			   mach_msg_type_number_t *count, mach_port_t *object)
{
	(void)task, (void)address, (void)size, (void)flavor, (void)info, (void)count, (void)object;
	return KERN_FAILURE;
}

uint32_t _dyld_image_count(void)
{
	return 0;
}

const struct mach_header *_dyld_get_image_header(uint32_t index)
{
	(void)index;
	return NULL;
}

const char *_dyld_get_image_name(uint32_t index)
{
	(void)index;
	return NULL;
}

intptr_t _dyld_get_image_vmaddr_slide(uint32_t index)
{
	(void)index;
	return 0;
}

void _dyld_register_func_for_add_image(void (*call)(const struct mach_header *header, intptr_t slide))
{
	(void)call;
}

void _dyld_register_func_for_remove_image(void (*call)(const struct mach_header *header, intptr_t slide))
{
	(void)call;
}

int _NSGetExecutablePath(char *path, uint32_t *size)
{
	ssize_t length = readlink("/proc/self/exe", path, *size - 1);

	path[length > 0 ? length : 0] = '\0';
	return length > 0 ? 0 : -1;
}

/* libc. */
size_t strlcpy(char *to, const char *from, size_t size)
{
	snprintf(to, size, "%s", from);
	return strlen(from);
}

int pthread_threadid_np(pthread_t thread, uint64_t *id)
{
	(void)thread;
	*id = (uint64_t)syscall(SYS_gettid);
	return 0;
}

static void stack(pthread_t thread, void **low, size_t *size)
{
	pthread_attr_t attributes;

	pthread_getattr_np(thread, &attributes);
	pthread_attr_getstack(&attributes, low, size);
	pthread_attr_destroy(&attributes);
}

void *pthread_get_stackaddr_np(pthread_t thread)
{
	void *low;
	size_t size;

	stack(thread, &low, &size);
	return (char *)low + size;
}

size_t pthread_get_stacksize_np(pthread_t thread)
{
	void *low;
	size_t size;

	stack(thread, &low, &size);
	return size;
}

int pthread_main_np(void)
{
	return syscall(SYS_gettid) == getpid();
}

int pthread_set_qos_class_self_np(unsigned qos_class, int priority)
{
	(void)qos_class, (void)priority;
	return 0;
}

int issetugid(void)
{
	return 0;
}

int __ulock_wait(uint32_t operation, void *address, uint64_t value, uint32_t timeout_us);
int __ulock_wake(uint32_t operation, void *address, uint64_t wake_value);

int __ulock_wait(uint32_t operation, void *address, uint64_t value, uint32_t timeout_us)
{
	(void)operation, (void)timeout_us;
	return (int)syscall(SYS_futex, address, FUTEX_WAIT_PRIVATE, (uint32_t)value, NULL, NULL, 0);
}

int __ulock_wake(uint32_t operation, void *address, uint64_t wake_value)
{
	enum { ALL = 0x100 };

	(void)wake_value;
	return (int)syscall(SYS_futex, address, FUTEX_WAKE_PRIVATE, operation & ALL ? THREADS : 1, NULL, NULL, 0);
}
