#include "machine_macos.h"

#ifdef __x86_64__

const char machine_platform[] = "macos-x86_64";
const unsigned machine_dwarf_sp = 7, machine_dwarf_fp = 6;
const bool machine_record_is_last = true;

enum { SYSCALL_SIZE = 2, PAGE = 4096 };

/* `syscall` (0f 05). The look at the code stays within the page that is being executed. */
static bool behind_syscall(uintptr_t pc)
{
	const unsigned char *code = (const unsigned char *)pc - SYSCALL_SIZE;

	return pc % PAGE >= SYSCALL_SIZE && code[0] == 0x0f && code[1] == 0x05;
}

/* The top byte tells the kind: 1 is Mach's, 2 is BSD's (mach/i386/syscall_sw.h). */
static long call_number(uint64_t rax)
{
	enum { KIND_SHIFT = 24, MACH = 1, BSD = 2, NUMBER = 0xffffff };
	long number = (long)(rax & NUMBER);

	return rax >> KIND_SHIFT == BSD ? number : rax >> KIND_SHIFT == MACH ? -number : MACHINE_NO_CALL;
}

bool machine_read(thread_act_t thread, struct registers *registers, long *call)
{
	x86_thread_state64_t state;
	mach_msg_type_number_t count = x86_THREAD_STATE64_COUNT;

	if (thread_get_state(thread, x86_THREAD_STATE64, (thread_state_t)&state, &count) != KERN_SUCCESS)
		return false;
	registers->pc = state.__rip;
	registers->sp = state.__rsp;
	registers->fp = state.__rbp;
	registers->lr = 0;
	*call = behind_syscall(registers->pc) ? call_number(state.__rax) : MACHINE_NO_CALL;
	return true;
}

uintptr_t machine_strip(uintptr_t address)
{
	return address;
}

bool machine_lr_is_caller(uintptr_t pc, uintptr_t lr)
{
	(void)pc;
	(void)lr;
	return true;
}

#endif
