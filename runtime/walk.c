#include "walk.h"

#include "machine.h"

/* A return address below the first is no code, since the first page is never mapped; nor is one of more bits, since no
 * process has that much space (x86-64: 47; AArch64: 52, of FEAT_LVA). */
enum { FIRST_CODE = 4096, ADDRESS_BITS = 52 };

struct frame_record {
	uintptr_t caller;
	uintptr_t return_address;
};

static bool is_record(uintptr_t fp, uintptr_t floor, const struct stack_bounds *bounds)
{
	return fp % 8 == 0 && fp >= floor && fp - floor <= WALK_FRAME_MAX &&
	       fp <= bounds->hi - sizeof(struct frame_record);
}

/* What can't be code shows that the register was no frame pointer. */
static bool is_code(uintptr_t address, const struct stack_bounds *bounds)
{
	return address >= FIRST_CODE && (uint64_t)address >> ADDRESS_BITS == 0 &&
	       (address < bounds->lo || address >= bounds->hi);
}

/* A function without a frame record has its caller in lr only. */
static bool lr_is_caller(uintptr_t pc, uintptr_t lr)
{
	return lr >= FIRST_CODE && machine_lr_is_caller(pc, lr);
}

uint32_t walk(const struct registers *registers, const struct stack_bounds *bounds, uint64_t *frames, bool *truncated)
{
	const struct frame_record *record;
	uintptr_t fp = registers->fp, floor = registers->sp, return_address, lr = machine_strip(registers->lr);
	uint32_t count = 0;

	*truncated = false;
	frames[count++] = registers->pc;
	if (floor < bounds->lo || floor >= bounds->hi)
		return count;
	for (;;) {
		if (!is_record(fp, floor, bounds))
			break;
		record = (const struct frame_record *)fp;
		return_address = machine_strip(record->return_address);
		if (!is_code(return_address, bounds))
			break;
		if (count == 1 && lr != return_address && lr_is_caller(registers->pc, lr))
			frames[count++] = lr;
		if (count == WALK_DEPTH) {
			*truncated = true;
			break;
		}
		frames[count++] = return_address;
		floor = fp + sizeof(*record);
		fp = record->caller;
	}
	if (count == 1 && lr_is_caller(registers->pc, lr))
		frames[count++] = lr;
	return count;
}
