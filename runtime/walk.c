/* Functions called:
 *   cfi_find
 *   machine_lr_is_caller
 *   machine_record_is_last
 *   machine_strip
 *   readable
 */
#include "walk.h"

#include "cfi.h"
#include "machine.h"
#include "readable.h"

#include <stddef.h>

/* A return address below the first is no code, since the first page is never mapped; nor is one of more bits, since no
 * process has that much space (x86-64: 47; AArch64: 52, of FEAT_LVA). */
enum { FIRST_CODE = 4096, ADDRESS_BITS = 52, PAGE_MIN = 4096 };

enum { RECORD_SIZE = 2 * sizeof(uintptr_t) }; /* the caller's fp, the return address */

/* A frame on the way from the leaf to the root. */
struct frame {
	uintptr_t pc, sp, fp;
	uintptr_t lr;  /* of the leaf; 0 above it */
	bool at_pc;    /* goes on at its pc; else a call stands before that */
	bool sp_known; /* else the stack pointer is at `sp` or above */
	bool exact;    /* found by tables alone */
};

/* Whether a value of `size` bytes may be read there. */
static bool in_stack(uintptr_t address, size_t size, const struct frame *frame, const struct stack_bounds *bounds)
{
	return address && address % sizeof(uintptr_t) == 0 && address >= frame->sp &&
	       address - frame->sp <= WALK_FRAME_MAX && address <= bounds->hi - size;
}

/* Where a garbled frame pointer leads, there may be the guard of another stack that the program made within this one.
 * What is inlined here, and not, keeps small what the handler takes of the stack. */
__attribute__((noinline)) static bool is_mapped(uintptr_t address, size_t size, const struct frame *frame)
{
	uintptr_t last = address + size - 1;

	return last / PAGE_MIN == frame->sp / PAGE_MIN || (readable(address) && readable(last));
}

/* What can't be code shows that the stack is not what we took it for. */
static bool is_code(uintptr_t address, const struct stack_bounds *bounds)
{
	return address >= FIRST_CODE && (uint64_t)address >> ADDRESS_BITS == 0 &&
	       (address < bounds->lo || address >= bounds->hi);
}

/* A function without a frame record has its caller in lr only. */
static bool lr_is_caller(const struct frame *frame)
{
	return frame->lr >= FIRST_CODE && machine_lr_is_caller(frame->pc, frame->lr);
}

/* 0 when that is no place in the stack. */
__attribute__((always_inline)) static inline uintptr_t word_at(uintptr_t address, const struct frame *frame,
							       const struct stack_bounds *bounds)
{
	bool may = in_stack(address, sizeof(uintptr_t), frame, bounds) &&
		   (frame->exact || is_mapped(address, sizeof(uintptr_t), frame));

	return may ? *(const uintptr_t *)address : 0;
}

/* One by one: the copy of a whole struct would wait for its parts. */
static void enter_caller(struct frame *frame, uintptr_t pc, uintptr_t sp, uintptr_t fp)
{
	frame->pc = pc;
	frame->sp = sp;
	frame->fp = fp;
	frame->lr = 0;
}

/* By the frame record, which fp points to if it is a frame pointer. */
static bool step_by_record(struct frame *frame, const struct stack_bounds *bounds)
{
	uintptr_t return_address = 0;

	frame->exact = frame->at_pc = false;
	if (in_stack(frame->fp, RECORD_SIZE, frame, bounds))
		return_address = machine_strip(word_at(frame->fp + sizeof(uintptr_t), frame, bounds));
	if (!is_code(return_address, bounds))
		return_address = 0;
	if (return_address != frame->lr && lr_is_caller(frame)) {
		frame->sp_known = false;
		enter_caller(frame, frame->lr, frame->sp, frame->fp);
		return true;
	}
	frame->sp_known = machine_record_is_last;
	if (return_address)
		enter_caller(frame, return_address, frame->fp + RECORD_SIZE, word_at(frame->fp, frame, bounds));
	return return_address != 0;
}

static bool is_memory(unsigned from)
{
	return from == CFI_AT_SP || from == CFI_AT_FP || from == CFI_AT_CFA;
}

static uintptr_t place(unsigned from, int32_t offset, const struct frame *frame, uintptr_t cfa)
{
	uintptr_t base = from == CFI_AT_CFA ? cfa : from == CFI_SP || from == CFI_AT_SP ? frame->sp : frame->fp;

	return base + (uintptr_t)(intptr_t)offset;
}

/* What the stack pointer has passed has been taken back, though few compilers mention it in tables. */
static uintptr_t caller_fp(const struct frame *frame, const struct cfi_row *row, uintptr_t cfa,
			   const struct stack_bounds *bounds)
{
	uintptr_t at = place(row->fp_from, row->fp, frame, cfa);

	if (row->fp_from == CFI_KEPT || (is_memory(row->fp_from) && at < frame->sp))
		return frame->fp;
	return is_memory(row->fp_from) ? word_at(at, frame, bounds) : 0;
}

static bool step_by_row(struct frame *frame, const struct cfi_row *row, const struct stack_bounds *bounds)
{
	uintptr_t cfa = place(row->cfa_from, row->cfa, frame, 0), return_address = frame->lr;

	if (is_memory(row->cfa_from))
		cfa = word_at(cfa, frame, bounds) + row->cfa_more;
	if (!in_stack(cfa, 0, frame, bounds) || (cfa == frame->sp && !frame->at_pc))
		return false;
	if (is_memory(row->return_address_from))
		return_address = machine_strip(
			word_at(place(row->return_address_from, row->return_address, frame, cfa), frame, bounds));
	if (row->return_address_from == CFI_NOWHERE || !is_code(return_address, bounds))
		return false;
	frame->sp_known = true;
	frame->at_pc = row->is_signal;
	enter_caller(frame, return_address, cfa, caller_fp(frame, row, cfa, bounds));
	return true;
}

/* To the caller. The byte before a return address is the call's, which may be the last of its function. */
static bool step(struct frame *frame, const struct stack_bounds *bounds)
{
	struct cfi_row row;

	if (cfi_find(frame->pc - !frame->at_pc, frame->exact, &row) &&
	    (frame->sp_known || row.cfa_from == CFI_FP || row.cfa_from == CFI_AT_FP))
		return step_by_row(frame, &row, bounds);
	return step_by_record(frame, bounds);
}

uint32_t walk(const struct registers *registers, const struct stack_bounds *bounds, uint64_t *frames, bool *truncated)
{
	struct frame frame = {
		.pc = registers->pc,
		.sp = registers->sp,
		.fp = registers->fp,
		.lr = machine_strip(registers->lr),
		.at_pc = true,
		.sp_known = true,
		.exact = true,
	};
	uint32_t count = 0;

	*truncated = false;
	frames[count++] = frame.pc;
	if (frame.sp < bounds->lo || frame.sp >= bounds->hi)
		return count;
	while (step(&frame, bounds)) {
		if (count == WALK_DEPTH) {
			*truncated = true;
			break;
		}
		frames[count++] = frame.pc;
	}
	return count;
}
