/* As much of Mach's interface as the runtime uses, for tests that stand in for its kernel. Names as in macOS; what they
 * are worth is no matter here. */
#ifndef FAKE_MACH_H
#define FAKE_MACH_H

#include <stdbool.h>
#include <stdint.h>

typedef int kern_return_t;
typedef unsigned mach_port_t, thread_act_t, mach_msg_type_number_t, task_t;
typedef uintptr_t vm_address_t, vm_size_t;
typedef int *thread_info_t, *task_info_t, *vm_region_info_t;
typedef unsigned *thread_state_t;
typedef thread_act_t *thread_act_array_t;

enum { KERN_SUCCESS, KERN_FAILURE = 5, KERN_OPERATION_TIMED_OUT = 49 };

#define mach_task_self() ((task_t)1)

/* Threads. */
typedef struct {
	int seconds, microseconds;
} time_value_t;

typedef struct {
	time_value_t user_time, system_time;
	int run_state;
} thread_basic_info_data_t;

enum { THREAD_BASIC_INFO = 3, THREAD_BASIC_INFO_COUNT = sizeof(thread_basic_info_data_t) / sizeof(int) };
enum { TH_STATE_RUNNING = 1, TH_STATE_STOPPED, TH_STATE_WAITING };

typedef struct {
	uint64_t __x[29], __fp, __lr, __sp, __pc;
} arm_thread_state64_t;

typedef struct {
	uint64_t __rax, __rbp, __rsp, __rip;
} x86_thread_state64_t;

enum {
	x86_THREAD_STATE64 = 4,
	ARM_THREAD_STATE64 = 6,
	x86_THREAD_STATE64_COUNT = sizeof(x86_thread_state64_t) / sizeof(int),
	ARM_THREAD_STATE64_COUNT = sizeof(arm_thread_state64_t) / sizeof(int),
};

#define arm_thread_state64_get_pc(state) ((state).__pc)
#define arm_thread_state64_get_sp(state) ((state).__sp)
#define arm_thread_state64_get_fp(state) ((state).__fp)
#define arm_thread_state64_get_lr(state) ((state).__lr)

kern_return_t thread_info(thread_act_t thread, int flavor, thread_info_t info, mach_msg_type_number_t *count);
kern_return_t thread_suspend(thread_act_t thread);
kern_return_t thread_resume(thread_act_t thread);
kern_return_t thread_get_state(thread_act_t thread, int flavor, thread_state_t state, mach_msg_type_number_t *count);

/* Tasks and memory. */
struct task_dyld_info {
	uint64_t all_image_info_addr;
};

enum { TASK_DYLD_INFO = 17, TASK_DYLD_INFO_COUNT = sizeof(struct task_dyld_info) / sizeof(int) };

kern_return_t task_info(task_t task, int flavor, task_info_t info, mach_msg_type_number_t *count);
kern_return_t task_threads(task_t task, thread_act_array_t *threads, mach_msg_type_number_t *count);
kern_return_t mach_port_deallocate(task_t task, mach_port_t port);
kern_return_t vm_deallocate(task_t task, vm_address_t address, vm_size_t size);
kern_return_t vm_read_overwrite(task_t task, vm_address_t address, vm_size_t size, vm_address_t to, vm_size_t *copied);

typedef struct {
	int protection;
} vm_region_basic_info_data_64_t;

enum { VM_REGION_BASIC_INFO_64 = 9, VM_REGION_BASIC_INFO_COUNT_64 = 1, VM_PROT_EXECUTE = 4 };

kern_return_t vm_region_64(task_t task, vm_address_t *address, vm_size_t *size, int flavor, vm_region_info_t info,
			   mach_msg_type_number_t *count, mach_port_t *object);

#endif
