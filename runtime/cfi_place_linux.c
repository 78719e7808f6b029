/* Functions called:
 *   cfi_number
 *   cfi_signed
 *   cfi_unsigned
 *   machine_dwarf_fp
 *   machine_dwarf_sp
 *   memcmp
 */
#include "cfi_place_linux.h"

#include "machine.h"

#include <string.h>

enum operation { DEREFERENCE = 0x06, PLUS = 0x23, LITERAL = 0x30, BASE_REGISTER = 0x70 };

struct cfi_place cfi_place(enum cfi_from from, int64_t offset)
{
	bool fits = offset >= INT32_MIN && offset <= INT32_MAX;

	return (struct cfi_place){.from = fits ? (uint8_t)from : CFI_ELSEWHERE, .offset = fits ? (int32_t)offset : 0};
}

enum cfi_from cfi_from_register(uint64_t number)
{
	return number == machine_dwarf_sp ? CFI_SP : number == machine_dwarf_fp ? CFI_FP : CFI_ELSEWHERE;
}

struct cfi_place cfi_expression(struct cfi_bytes code)
{
	enum cfi_from from = cfi_from_register(cfi_number(&code, 1) - BASE_REGISTER);
	struct cfi_place found = cfi_place(from, cfi_signed(&code));
	uint64_t more;

	if (code.at == code.end)
		return found;
	if (cfi_number(&code, 1) != DEREFERENCE || (from != CFI_SP && from != CFI_FP))
		return cfi_place(CFI_ELSEWHERE, 0);
	found.from = from == CFI_SP ? CFI_AT_SP : CFI_AT_FP;
	if (code.at == code.end)
		return found;
	more = cfi_number(&code, 1) == PLUS ? cfi_unsigned(&code) : UINT64_MAX;
	if (code.at != code.end || more > UINT16_MAX)
		return cfi_place(CFI_ELSEWHERE, 0);
	found.more = (uint16_t)more;
	return found;
}

bool cfi_stub(struct cfi_bytes code, uintptr_t address, struct cfi_place *cfa)
{
	static const unsigned char form[] = {0x77, 8, 0x80, 0, 0x3f, 0x1a, 0, 0x2a, 0x33, 0x24, 0x22};
	enum { LITERAL_AT = 6, STUB = 16, PUSHED = 8 };
	unsigned literal;

	if (code.end - code.at != sizeof(form) || memcmp(code.at, form, LITERAL_AT) != 0 ||
	    memcmp(code.at + LITERAL_AT + 1, form + LITERAL_AT + 1, sizeof(form) - LITERAL_AT - 1) != 0)
		return false;
	literal = (unsigned)code.at[LITERAL_AT] - LITERAL;
	*cfa = cfi_place(CFI_SP, PUSHED + (address % STUB >= literal ? PUSHED : 0));
	return true;
}
