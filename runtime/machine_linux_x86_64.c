#include "machine.h"

#if defined(__linux__) && defined(__x86_64__)

#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <ucontext.h>

const char machine_platform[] = "linux-x86_64";

enum { SYSCALL_SIZE = 2, PAGE = 4096 };

void machine_registers(const void *context, struct registers *registers)
{
	const greg_t *r = ((const ucontext_t *)context)->uc_mcontext.gregs;

	registers->pc = (uintptr_t)r[REG_RIP];
	registers->sp = (uintptr_t)r[REG_RSP];
	registers->fp = (uintptr_t)r[REG_RBP];
	registers->lr = 0;
}

static bool is_syscall(uintptr_t address)
{
	const unsigned char *code = (const unsigned char *)address;

	return code[0] == 0x0f && code[1] == 0x05;
}

/* The kernel leaves a call that it will restart with the pc on the instruction, any other with the pc behind it
 * (signal(7), "Interruption of system calls"). The page tests keep the look at the code within the page that is being
 * executed. */
bool machine_waited(const void *context)
{
	const greg_t *r = ((const ucontext_t *)context)->uc_mcontext.gregs;
	uintptr_t pc = (uintptr_t)r[REG_RIP];

	if (r[REG_RAX] == -EINTR && pc % PAGE >= SYSCALL_SIZE && is_syscall(pc - SYSCALL_SIZE))
		return true;
	return pc % PAGE <= PAGE - SYSCALL_SIZE && is_syscall(pc);
}

/* The number of the call whose instruction ends at `pc`, as the code just before loads it: `mov $NUMBER, %eax` (b8 and
 * 32 bits). 0, which is read() and restarts by itself, when there is no such code. */
static uint32_t call_number(uintptr_t pc)
{
	enum { LOAD_SIZE = 5, LOOK_BACK = 40, NUMBERS = 1024 };
	const unsigned char *end = (const unsigned char *)pc - SYSCALL_SIZE;
	uint32_t number;

	for (uintptr_t back = LOAD_SIZE; back <= LOOK_BACK && pc % PAGE >= back + SYSCALL_SIZE; back++) {
		memcpy(&number, end - back + 1, sizeof(number));
		if (end[-(ptrdiff_t)back] == 0xb8 && number < NUMBERS)
			return number;
	}
	return 0;
}

/* The kernel keeps all registers of a call but rax. */
void machine_restart(void *context, const struct blocked_call *call)
{
	greg_t *r = ((ucontext_t *)context)->uc_mcontext.gregs;
	uintptr_t pc = (uintptr_t)r[REG_RIP];
	uint64_t number;

	if (r[REG_RAX] != -EINTR || pc % PAGE < SYSCALL_SIZE || !is_syscall(pc - SYSCALL_SIZE))
		return;
	number = pc == call->pc && (uint64_t)r[REG_RSP] == call->sp ? call->number : call_number(pc);
	if (number == 0)
		return;
	r[REG_RAX] = (greg_t)number;
	r[REG_RIP] -= SYSCALL_SIZE;
}

uintptr_t machine_strip(uintptr_t address)
{
	return address;
}

#endif
