/* The walk over a stack of any bytes, whose ends are those of the memory. A word with its lowest bit set is made an
 * address in that stack, so that chains come about; the first words are the registers. */
#include "walk.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

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
