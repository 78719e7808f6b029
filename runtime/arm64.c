#include "arm64.h"

#include "readable.h"

enum { INSTRUCTION = 4, PAGE = 4096, LOOK_MAX = 4 * PAGE, EPILOGUE_END = 4 * INSTRUCTION };

static bool all_readable(uintptr_t from, uintptr_t to)
{
	for (uintptr_t page = from - from % PAGE; page <= to; page += PAGE)
		if (!readable(page))
			return false;
	return true;
}

static uint32_t instruction(uintptr_t address)
{
	return *(const uint32_t *)address;
}

/* `add x29, sp, #n`, which `mov x29, sp` is too. */
static bool sets_up_frame(uint32_t code)
{
	return (code & 0xffc003ff) == 0x910003fd;
}

/* `ret`, `retaa`, or the `autiasp` before one. */
static bool returns(uint32_t code)
{
	return code == 0xd65f03c0 || code == 0xd65f0bff || code == 0xd50323bf;
}

/* `ldp x29, x30, [sp, #n]` or `ldp x29, x30, [sp], #n` */
static bool takes_down_frame(uint32_t code)
{
	return (code & 0xffc07fff) == 0xa9407bfd || (code & 0xffc07fff) == 0xa8c07bfd;
}

/* Between the end of the frame and the return. */
static bool frame_is_gone(uintptr_t pc)
{
	uintptr_t page_end = pc - pc % PAGE + PAGE, end = pc + EPILOGUE_END < page_end ? pc + EPILOGUE_END : page_end;

	for (uintptr_t at = pc; at < end && !takes_down_frame(instruction(at)); at += INSTRUCTION)
		if (returns(instruction(at)))
			return true;
	return false;
}

/* Where the `bl` at the address goes; 0 when there is another instruction. */
static uintptr_t call_target(uintptr_t address)
{
	uint32_t code = instruction(address), words = code & 0x03ffffff;
	uintptr_t backwards = words & 0x02000000 ? (uintptr_t)0x04000000 * INSTRUCTION : 0;

	return code >> 26 == 0x25 ? address + (uintptr_t)words * INSTRUCTION - backwards : 0;
}

bool arm64_lr_is_caller(uintptr_t pc, uintptr_t lr)
{
	uintptr_t call = lr - INSTRUCTION, low = pc < call ? pc : call, high = pc < call ? call : pc, target;

	if (lr % INSTRUCTION || high - low > LOOK_MAX || !all_readable(low, high) || frame_is_gone(pc))
		return true;
	/* A function without a frame, right behind its caller. */
	target = call_target(call);
	if (target > call && target <= pc)
		return true;
	/* In another function: one of the two has set up its frame on the way. */
	for (uintptr_t at = low; at <= high; at += INSTRUCTION)
		if (sets_up_frame(instruction(at)))
			return true;
	return false;
}
