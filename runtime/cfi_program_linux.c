/* The instructions by which a table tells, from one place in a function to the next, where the caller is.
 *
 * Functions called:
 *   cfi_expression
 *   cfi_from_register
 *   cfi_number
 *   cfi_place
 *   cfi_signed
 *   cfi_stub
 *   cfi_take
 *   cfi_unsigned
 *   machine_dwarf_fp
 */
#include "cfi_place_linux.h"
#include "machine.h"

enum instruction {
	ADVANCE = 0x40, /* these three have an operand in their low bits */
	OFFSET = 0x80,
	RESTORE = 0xc0,
	SHORT_MASK = 0xc0,
	NOTHING = 0x00,
	SET_PLACE = 0x01,
	ADVANCE_1 = 0x02,
	ADVANCE_2 = 0x03,
	ADVANCE_4 = 0x04,
	OFFSET_EXTENDED = 0x05,
	RESTORE_EXTENDED = 0x06,
	UNDEFINED = 0x07,
	SAME_VALUE = 0x08,
	REGISTER = 0x09,
	REMEMBER_STATE = 0x0a,
	RESTORE_STATE = 0x0b,
	CFA = 0x0c,
	CFA_REGISTER = 0x0d,
	CFA_OFFSET = 0x0e,
	CFA_EXPRESSION = 0x0f,
	EXPRESSION = 0x10,
	OFFSET_SIGNED = 0x11,
	CFA_SIGNED = 0x12,
	CFA_OFFSET_SIGNED = 0x13,
	VALUE_OFFSET = 0x14,
	VALUE_OFFSET_SIGNED = 0x15,
	VALUE_EXPRESSION = 0x16,
	NEGATE_RA_STATE_WITH_PC = 0x2c, /* AArch64: whether the return address has authentication bits */
	NEGATE_RA_STATE = 0x2d,
	ARGUMENTS_SIZE = 0x2e
};

#define FROM_MASK 0xfu /* of the fields in struct cfi_row */

struct state {
	struct cfi_place cfa, return_address, fp;
};

struct run {
	const struct cfi_function *function;
	uintptr_t address, at; /* the wanted place in the code, and the one that the state is for */
	struct state state;
	struct state remembered;	     /* compilers never need more than one */
	struct cfi_place return_address, fp; /* at first: what all functions like it have in common */
	struct cfi_place other;		     /* of registers that nobody asks for */
	bool has_remembered;
};

static struct cfi_place *of_register(struct run *run, uint64_t number)
{
	if (number == run->function->return_register)
		return &run->state.return_address;
	return number == machine_dwarf_fp ? &run->state.fp : &run->other;
}

static void restore(struct run *run, uint64_t number)
{
	if (number == run->function->return_register)
		run->state.return_address = run->return_address;
	else if (number == machine_dwarf_fp)
		run->state.fp = run->fp;
}

static struct cfi_place factored(const struct run *run, enum cfi_from from, int64_t count)
{
	int64_t offset;

	return __builtin_mul_overflow(count, run->function->data_factor, &offset) ? cfi_place(CFI_ELSEWHERE, 0)
										  : cfi_place(from, offset);
}

static void advance(struct run *run, uint64_t count)
{
	run->at += count * run->function->code_factor;
}

/* Instructions for the canonical frame address. */
static void set_cfa(struct run *run, unsigned code, struct cfi_bytes *bytes)
{
	struct cfi_place *cfa = &run->state.cfa;
	struct cfi_bytes expression;

	if (code == CFA || code == CFA_SIGNED || code == CFA_REGISTER)
		cfa->from = (uint8_t)cfi_from_register(cfi_unsigned(bytes));
	if (code == CFA || code == CFA_OFFSET)
		*cfa = cfi_place(cfa->from, (int64_t)cfi_unsigned(bytes));
	else if (code == CFA_SIGNED || code == CFA_OFFSET_SIGNED)
		*cfa = factored(run, cfa->from, cfi_signed(bytes));
	else if (code == CFA_EXPRESSION) {
		expression = cfi_take(bytes, cfi_unsigned(bytes));
		if (!cfi_stub(expression, run->address, cfa))
			*cfa = cfi_expression(expression);
	}
}

/* Instructions for a register of the caller. */
static void set_register(struct run *run, unsigned code, struct cfi_bytes *bytes)
{
	uint64_t number = cfi_unsigned(bytes);
	struct cfi_place *place_now = of_register(run, number), found;

	switch (code) {
	case OFFSET_EXTENDED:
		*place_now = factored(run, CFI_AT_CFA, (int64_t)cfi_unsigned(bytes));
		break;
	case OFFSET_SIGNED:
		*place_now = factored(run, CFI_AT_CFA, cfi_signed(bytes));
		break;
	case RESTORE_EXTENDED:
		restore(run, number);
		break;
	case UNDEFINED:
		*place_now = cfi_place(CFI_NOWHERE, 0);
		break;
	case SAME_VALUE:
		*place_now = cfi_place(CFI_KEPT, 0);
		break;
	case EXPRESSION:
		found = cfi_expression(cfi_take(bytes, cfi_unsigned(bytes)));
		*place_now = found.from == CFI_SP   ? cfi_place(CFI_AT_SP, found.offset)
			     : found.from == CFI_FP ? cfi_place(CFI_AT_FP, found.offset)
						    : cfi_place(CFI_ELSEWHERE, 0);
		break;
	case REGISTER:
	case VALUE_OFFSET:
	case VALUE_OFFSET_SIGNED:
		cfi_unsigned(bytes);
		*place_now = cfi_place(CFI_ELSEWHERE, 0);
		break;
	case VALUE_EXPRESSION:
		cfi_take(bytes, cfi_unsigned(bytes));
		*place_now = cfi_place(CFI_ELSEWHERE, 0);
		break;
	}
}

static bool follow_long(struct run *run, unsigned code, struct cfi_bytes *bytes)
{
	switch (code) {
	case NOTHING:
	case NEGATE_RA_STATE:
	case NEGATE_RA_STATE_WITH_PC:
		return true;
	case ARGUMENTS_SIZE:
		cfi_unsigned(bytes);
		return true;
	case ADVANCE_1:
	case ADVANCE_2:
	case ADVANCE_4:
		advance(run, cfi_number(bytes, (size_t)1 << (code - ADVANCE_1)));
		return true;
	case REMEMBER_STATE:
		run->remembered = run->state;
		return !run->has_remembered && (run->has_remembered = true);
	case RESTORE_STATE:
		run->state = run->remembered;
		return run->has_remembered && !(run->has_remembered = false);
	case CFA:
	case CFA_REGISTER:
	case CFA_OFFSET:
	case CFA_EXPRESSION:
	case CFA_SIGNED:
	case CFA_OFFSET_SIGNED:
		set_cfa(run, code, bytes);
		return true;
	default:
		if (code < OFFSET_EXTENDED || code > VALUE_EXPRESSION)
			return false;
		set_register(run, code, bytes);
		return true;
	}
}

/* False when an instruction is unknown: then so are its operands. */
static bool follow(struct run *run, struct cfi_bytes bytes)
{
	while (bytes.at < bytes.end && run->at <= run->address) {
		unsigned code = (unsigned)cfi_number(&bytes, 1), operand = code & ~(unsigned)SHORT_MASK & 0xff;

		if ((code & SHORT_MASK) == ADVANCE)
			advance(run, operand);
		else if ((code & SHORT_MASK) == OFFSET)
			*of_register(run, operand) = factored(run, CFI_AT_CFA, (int64_t)cfi_unsigned(&bytes));
		else if ((code & SHORT_MASK) == RESTORE)
			restore(run, operand);
		else if (!follow_long(run, code, &bytes))
			return false;
	}
	return true;
}

bool cfi_function_run(const struct cfi_function *function, uintptr_t address, struct cfi_row *row)
{
	struct run run = {.function = function, .address = address, .at = function->start};

	run.state = (struct state){cfi_place(CFI_ELSEWHERE, 0), cfi_place(CFI_KEPT, 0), cfi_place(CFI_KEPT, 0)};
	if (!follow(&run, function->common))
		return false;
	run.return_address = run.state.return_address;
	run.fp = run.state.fp;
	if (!follow(&run, function->own))
		return false;
	*row = (struct cfi_row){
		.cfa = run.state.cfa.offset,
		.cfa_from = run.state.cfa.from & FROM_MASK,
		.cfa_more = run.state.cfa.more,
		.return_address = run.state.return_address.offset,
		.return_address_from = run.state.return_address.from & FROM_MASK,
		.fp = run.state.fp.offset,
		.fp_from = run.state.fp.from & FROM_MASK,
		.is_signal = function->is_signal,
	};
	return row->cfa_from != CFI_ELSEWHERE && row->return_address_from != CFI_ELSEWHERE;
}
