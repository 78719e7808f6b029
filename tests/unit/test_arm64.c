/* Whether the link register holds the caller, told by code that stands here as data. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "arm64.h"

#include <sys/mman.h>

enum {
	NOP = (int)0xd503201f,
	PUSH = (int)0xa9be7bfd,	 /* stp x29, x30, [sp, #-32]! */
	FRAME = (int)0x910003fd, /* mov x29, sp */
	POP = (int)0xa8c27bfd,	 /* ldp x29, x30, [sp], #32 */
	RET = (int)0xd65f03c0,
	CALL = (int)0x94000000, /* bl, and how many instructions on */
};

static uintptr_t at(const int *code, int index)
{
	return (uintptr_t)&code[index];
}

static int call(int instructions)
{
	return CALL | (instructions & 0x03ffffff);
}

/* leaf: 0 to 2; caller: 3 to 10. */
static const int leaf_first[] = {NOP, NOP, RET, PUSH, FRAME, NOP, CALL | 0x03fffffa, NOP, NOP, POP, RET};

static void a_leaf_before_its_caller(void **state)
{
	(void)state;
	assert_true(arm64_lr_is_caller(at(leaf_first, 0), at(leaf_first, 7)));
	assert_true(arm64_lr_is_caller(at(leaf_first, 2), at(leaf_first, 7)));
}

static void a_function_that_has_called_and_goes_on(void **state)
{
	(void)state;
	assert_false(arm64_lr_is_caller(at(leaf_first, 7), at(leaf_first, 7)));
	assert_false(arm64_lr_is_caller(at(leaf_first, 8), at(leaf_first, 7)));
}

static void a_loop_that_comes_back_before_its_call(void **state)
{
	(void)state;
	assert_false(arm64_lr_is_caller(at(leaf_first, 5), at(leaf_first, 7)));
}

static void the_way_in_and_the_way_out(void **state)
{
	(void)state;
	assert_true(arm64_lr_is_caller(at(leaf_first, 3), at(leaf_first, 7)));
	assert_true(arm64_lr_is_caller(at(leaf_first, 4), at(leaf_first, 7)));
	assert_false(arm64_lr_is_caller(at(leaf_first, 9), at(leaf_first, 7)));
	assert_true(arm64_lr_is_caller(at(leaf_first, 10), at(leaf_first, 7)));
}

static void a_leaf_behind_its_caller(void **state)
{
	int code[] = {PUSH, FRAME, call(4), NOP, POP, RET, NOP, NOP, RET};

	(void)state;
	assert_true(arm64_lr_is_caller(at(code, 7), at(code, 3)));
	assert_false(arm64_lr_is_caller(at(code, 3), at(code, 3)));
}

static void what_cannot_be_read_is_believed(void **state)
{
	char *pages = mmap(NULL, 3 * 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	(void)state;
	mprotect(pages, 4096, PROT_READ);
	assert_true(arm64_lr_is_caller((uintptr_t)pages, (uintptr_t)pages + 4100));
	assert_true(arm64_lr_is_caller((uintptr_t)pages + 8192, (uintptr_t)pages + 64));
	assert_true(arm64_lr_is_caller((uintptr_t)pages, 0x123456789abcu));
	assert_true(arm64_lr_is_caller((uintptr_t)pages, (uintptr_t)pages + 65));
	assert_false(arm64_lr_is_caller((uintptr_t)pages, (uintptr_t)pages + 64));
	munmap(pages, 3 * 4096);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_leaf_before_its_caller),
		cmocka_unit_test(a_function_that_has_called_and_goes_on),
		cmocka_unit_test(a_loop_that_comes_back_before_its_call),
		cmocka_unit_test(the_way_in_and_the_way_out),
		cmocka_unit_test(a_leaf_behind_its_caller),
		cmocka_unit_test(what_cannot_be_read_is_believed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
