#include "machine.h"

#if defined(__linux__) && defined(__x86_64__)

#include "readable.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>
#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif

const char machine_platform[] = "linux-x86_64";
const unsigned machine_dwarf_sp = 7, machine_dwarf_fp = 6;
const bool machine_record_is_last = true;

enum { SYSCALL_SIZE = 2, PAGE = 4096 };

void machine_registers(const void *context, struct registers *registers)
{
	const greg_t *r = ((const ucontext_t *)context)->uc_mcontext.gregs;

	registers->pc = (uintptr_t)r[REG_RIP];
	registers->sp = (uintptr_t)r[REG_RSP];
	registers->fp = (uintptr_t)r[REG_RBP];
	registers->lr = 0;
}

/* ThreadSanitizer holds signals back: what one met may have been unloaded by now. */
static bool is_there(uintptr_t code)
{
#ifdef __SANITIZE_THREAD__
	return readable(code);
#else
	return code != 0;
#endif
}

static bool is_syscall(uintptr_t address)
{
	const unsigned char *code = (const unsigned char *)address;

	return is_there(address) && code[0] == 0x0f && code[1] == 0x05;
}

static bool behind_syscall(uintptr_t pc)
{
	return pc % PAGE >= SYSCALL_SIZE && is_syscall(pc - SYSCALL_SIZE);
}

bool machine_call_ended(const void *context)
{
	const greg_t *r = ((const ucontext_t *)context)->uc_mcontext.gregs;

	return r[REG_RAX] == -EINTR && behind_syscall((uintptr_t)r[REG_RIP]);
}

/* The kernel leaves a call that it will restart with the pc on the instruction, any other with the pc behind it
 * (signal(7), "Interruption of system calls"). The page tests keep the look at the code within the page that is being
 * executed. */
bool machine_waited(const void *context)
{
	uintptr_t pc = (uintptr_t)((const ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];

	if (machine_call_ended(context))
		return true;
	return pc % PAGE <= PAGE - SYSCALL_SIZE && is_syscall(pc);
}

/* As the code just before the instruction loads it: `mov $NUMBER, %eax` (b8 and 32 bits), or `xor %eax, %eax` (31 c0)
 * for read(), which is 0. */
static long number_in_code(uintptr_t pc)
{
	enum { LOAD_SIZE = 5, LOOK_BACK = 40, NUMBERS = 1024 };
	const unsigned char *end = (const unsigned char *)pc - SYSCALL_SIZE;
	uint32_t number;

	if (pc % PAGE >= 2 * SYSCALL_SIZE && end[-2] == 0x31 && end[-1] == 0xc0)
		return SYS_read;
	for (uintptr_t back = LOAD_SIZE; back <= LOOK_BACK && pc % PAGE >= back + SYSCALL_SIZE; back++) {
		memcpy(&number, end - back + 1, sizeof(number));
		if (end[-(ptrdiff_t)back] == 0xb8 && number < NUMBERS)
			return (long)number;
	}
	return MACHINE_NO_CALL;
}

long machine_call_left(const void *context)
{
	uintptr_t pc = (uintptr_t)((const ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];

	for (uintptr_t passed = 0; passed <= MACHINE_CALL_TAIL && passed <= pc % PAGE; passed++)
		if (behind_syscall(pc - passed))
			return number_in_code(pc - passed);
	return MACHINE_NO_CALL;
}

/* What a stopped process goes on with (restart_syscall(2)) fails behind a handler: then the code tells the call. */
static long number_of(uintptr_t pc, const struct returned_call *call, const struct blocked_call *told)
{
	return call->told && told->number != SYS_restart_syscall ? (long)told->number : number_in_code(pc);
}

/* The kernel keeps all registers of a call but rax. */
bool machine_returned(const void *context, const struct blocked_call *told, struct returned_call *call)
{
	const greg_t *r = ((const ucontext_t *)context)->uc_mcontext.gregs;
	static const int registers[MACHINE_ARGUMENTS] = {REG_RDI, REG_RSI, REG_RDX, REG_R10, REG_R8, REG_R9};
	uintptr_t pc = (uintptr_t)r[REG_RIP];

	if (!behind_syscall(pc))
		return false;
	call->told = pc == told->pc && (uint64_t)r[REG_RSP] == told->sp;
	call->number = number_of(pc, call, told);
	call->result = (long)r[REG_RAX];
	for (int i = 0; i < MACHINE_ARGUMENTS; i++)
		call->arguments[i] = (uint64_t)r[registers[i]];
	return call->number != MACHINE_NO_CALL;
}

void machine_call_again(void *context, const struct returned_call *call)
{
	greg_t *r = ((ucontext_t *)context)->uc_mcontext.gregs;

	r[REG_RAX] = call->number;
	r[REG_RIP] -= SYSCALL_SIZE;
}

void machine_give(void *context, long result)
{
	((ucontext_t *)context)->uc_mcontext.gregs[REG_RAX] = result;
}

/* Since glibc 2.41 its cancellable calls share one instruction that is told the number in a register; musl always did
 * so. */
bool machine_tells_calls(void)
{
#ifdef __GLIBC__
	int major = 0, minor = 0;

	sscanf(gnu_get_libc_version(), "%d.%d", &major, &minor);
	return major == 2 && minor < 41;
#else
	return false;
#endif
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
