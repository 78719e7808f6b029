/* The walk over a stack of any bytes, whose ends are those of the memory. A word with its lowest bit set is made an
 * address in that stack, so that chains come about; the first words are the registers, the last one decides what tables
 * say of the code. */
#include "cfi.h"
#include "walk.h"

#include <string.h>

/* Those of the sandbox keep something in front of the memory. */
#undef malloc
#undef free

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static uint64_t rows; /* 0: there are no tables */

/* Most offsets are short ways in the stack. */
static int32_t some_bytes(uint64_t mixed)
{
	return mixed & 7 ? ((int32_t)(mixed >> 3 & 63) - 16) * 8 : (int32_t)(mixed >> 3);
}

bool cfi_find(uintptr_t address, bool stays, struct cfi_row *row)
{
	uint64_t mixed = (address ^ rows) * UINT64_C(0x9e3779b97f4a7c15);

	(void)stays;
	*row = (struct cfi_row){
		.cfa = some_bytes(mixed >> 20),
		.return_address = some_bytes(mixed >> 27),
		.fp = some_bytes(mixed >> 34),
		.cfa_from = mixed >> 61,
		.return_address_from = mixed >> 58 & 7,
		.fp_from = mixed >> 55 & 7,
		.is_signal = mixed >> 54 & 1,
	};
	return rows && mixed >> 52 & 3;
}

static uintptr_t translate(uintptr_t word, uintptr_t lo, size_t size)
{
	return word & 1 ? lo + (word >> 1) % (size + 16) : word;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	size_t words = size / sizeof(uintptr_t);
	uintptr_t *stack = malloc(words * sizeof(*stack) + !words), lo = (uintptr_t)stack;
	struct stack_bounds bounds = {.lo = lo, .hi = lo + words * sizeof(*stack)};
	struct registers registers;
	uint64_t frames[WALK_DEPTH];
	bool truncated;
	uint32_t count;

	rows = 0;
	if (words)
		memcpy(&rows, bytes + (words - 1) * sizeof(*stack), sizeof(rows));
	for (size_t i = 0; i < words; i++) {
		memcpy(&stack[i], bytes + i * sizeof(*stack), sizeof(*stack));
		stack[i] = translate(stack[i], lo, words * sizeof(*stack));
	}
	if (words >= 3) {
		registers = (struct registers){.pc = stack[0], .sp = stack[1], .fp = stack[2]};
		count = walk(&registers, &bounds, frames, &truncated);
		if (count < 1 || count > WALK_DEPTH || frames[0] != registers.pc || (truncated && count != WALK_DEPTH))
			abort();
	}
	free(stack);
	return 0;
}
