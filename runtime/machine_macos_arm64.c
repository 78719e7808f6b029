#include "machine_macos.h"

#ifdef __aarch64__

#include "arm64.h"

const char machine_platform[] = "macos-arm64";
const unsigned machine_dwarf_sp = 31, machine_dwarf_fp = 29;
const bool machine_record_is_last = false;

enum { SYSCALL_SIZE = 4, PAGE = 4096, REGISTER_NUMBER = 16 };

/* `svc #0x80`. The look at the code stays within the page that is being executed. */
static bool behind_syscall(uintptr_t pc)
{
	return pc % PAGE >= SYSCALL_SIZE && *(const uint32_t *)(pc - SYSCALL_SIZE) == 0xd4001001u;
}

bool machine_read(thread_act_t thread, struct registers *registers, long *call)
{
	arm_thread_state64_t state;
	mach_msg_type_number_t count = ARM_THREAD_STATE64_COUNT;

	if (thread_get_state(thread, ARM_THREAD_STATE64, (thread_state_t)&state, &count) != KERN_SUCCESS)
		return false;
	registers->pc = machine_strip((uintptr_t)arm_thread_state64_get_pc(state));
	registers->sp = (uintptr_t)arm_thread_state64_get_sp(state);
	registers->fp = (uintptr_t)arm_thread_state64_get_fp(state);
	registers->lr = (uintptr_t)arm_thread_state64_get_lr(state);
	*call = behind_syscall(registers->pc) ? (int32_t)state.__x[REGISTER_NUMBER] : MACHINE_NO_CALL;
	return true;
}

/* XPACLRI. Programs sign nothing, but the system's libraries do. */
uintptr_t machine_strip(uintptr_t address)
{
	register uintptr_t x30 __asm__("x30") = address;

	__asm__("hint #7" : "+r"(x30));
	return x30;
}

bool machine_lr_is_caller(uintptr_t pc, uintptr_t lr)
{
	return arm64_lr_is_caller(pc, lr);
}

#endif
