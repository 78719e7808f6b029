#include "machine.h"

#if defined(__linux__) && defined(__aarch64__)

#include "arm64.h"

#include <errno.h>
#include <ucontext.h>

const char machine_platform[] = "linux-arm64";
const unsigned machine_dwarf_sp = 31, machine_dwarf_fp = 29;
const bool machine_record_is_last = false;

enum { SYSCALL_SIZE = 4, PAGE = 4096, REGISTER_NUMBER = 8, REGISTER_FP = 29, REGISTER_LR = 30 };

void machine_registers(const void *context, struct registers *registers)
{
	const mcontext_t *m = &((const ucontext_t *)context)->uc_mcontext;

	registers->pc = m->pc;
	registers->sp = m->sp;
	registers->fp = m->regs[REGISTER_FP];
	registers->lr = m->regs[REGISTER_LR];
}

/* `svc #0` (Arm Architecture Reference Manual, C6.2). */
static bool is_syscall(uintptr_t address)
{
	return *(const uint32_t *)address == 0xd4000001u;
}

bool machine_call_ended(const void *context)
{
	const mcontext_t *m = &((const ucontext_t *)context)->uc_mcontext;

	return (int64_t)m->regs[0] == -EINTR && m->pc % PAGE >= SYSCALL_SIZE && is_syscall(m->pc - SYSCALL_SIZE);
}

bool machine_waited(const void *context)
{
	return machine_call_ended(context) || is_syscall(((const ucontext_t *)context)->uc_mcontext.pc);
}

long machine_call_left(const void *context)
{
	const mcontext_t *m = &((const ucontext_t *)context)->uc_mcontext;

	for (uintptr_t back = SYSCALL_SIZE; back <= SYSCALL_SIZE + MACHINE_CALL_TAIL && back <= m->pc % PAGE;
	     back += SYSCALL_SIZE)
		if (is_syscall(m->pc - back))
			return (long)m->regs[REGISTER_NUMBER];
	return MACHINE_NO_CALL;
}

bool machine_tells_calls(void)
{
	return false;
}

/* The first argument is gone with the result's register, so only a call that was seen blocked is known. */
bool machine_returned(const void *context, const struct blocked_call *told, struct returned_call *call)
{
	const mcontext_t *m = &((const ucontext_t *)context)->uc_mcontext;

	if (m->pc != told->pc || m->sp != told->sp)
		return false;
	*call = (struct returned_call){.number = (long)told->number, .result = (long)m->regs[0], .told = true};
	call->arguments[0] = told->first_argument;
	for (int i = 1; i < MACHINE_ARGUMENTS; i++)
		call->arguments[i] = m->regs[i];
	return true;
}

void machine_call_again(void *context, const struct returned_call *call)
{
	mcontext_t *m = &((ucontext_t *)context)->uc_mcontext;

	m->regs[0] = call->arguments[0];
	m->regs[REGISTER_NUMBER] = (uint64_t)call->number;
	m->pc -= SYSCALL_SIZE;
}

void machine_give(void *context, long result)
{
	((ucontext_t *)context)->uc_mcontext.regs[0] = (uint64_t)result;
}

/* XPACLRI, which is a hint and so does nothing on processors without pointer authentication. */
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
