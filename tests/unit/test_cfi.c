/* Unwind tables made by hand: what the instructions of a function tell of the caller at each place in its code. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cfi_table_linux.h"
#include "machine.h"

enum {
	ENTRY_AT = 12, /* of the table, which has one */
	COMMON_AT = 32,
	OWN_AT = 96,
	IMAGE = 256,
	CODE_FROM = 65536, /* from the image */
	CODE_SIZE = 300,
	RA = 16,     /* the register of the return address */
	LINK = 0x1b, /* how addresses are written: relative, 4 bytes */
};

#define SP ((unsigned char)machine_dwarf_sp)
#define FP ((unsigned char)machine_dwarf_fp)

static unsigned char image[IMAGE];
static struct cfi_row row;

static void put(size_t at, uint32_t value)
{
	memcpy(image + at, &value, sizeof(value));
}

/* What all functions have in common: two factors, and the rows at their beginning: the return address is on the top. */
static void common_part(const char *augmentation, const unsigned char *named, size_t named_size)
{
	unsigned char *at = image + COMMON_AT + 8;

	*at++ = 1;
	strcpy((char *)at, augmentation);
	at += strlen(augmentation) + 1;
	*at++ = 1;    /* bytes of code */
	*at++ = 0x78; /* -8 bytes of data */
	*at++ = RA;
	*at++ = (unsigned char)named_size;
	memcpy(at, named, named_size);
	at += named_size;
	memcpy(at, (unsigned char[]){0x0c, SP, 8, 0x80 | RA, 1}, 5);
	put(COMMON_AT, OWN_AT - COMMON_AT - 4);
	put(COMMON_AT + 4, 0);
}

static void own_part(const unsigned char *instructions, size_t size)
{
	put(OWN_AT, (uint32_t)(4 + 8 + 1 + size));
	put(OWN_AT + 4, OWN_AT + 4 - COMMON_AT);
	put(OWN_AT + 8, CODE_FROM - (OWN_AT + 8));
	put(OWN_AT + 12, CODE_SIZE);
	image[OWN_AT + 16] = 0;
	memcpy(image + OWN_AT + 17, instructions, size);
}

static void table(const unsigned char *instructions, size_t size)
{
	memset(image, 0, sizeof(image));
	memcpy(image, (unsigned char[]){1, LINK, 3, 0x3b}, 4);
	put(8, 1);
	put(ENTRY_AT, CODE_FROM);
	put(ENTRY_AT + 4, OWN_AT);
	common_part("zR", (unsigned char[]){LINK}, 1);
	own_part(instructions, size);
}

#define TABLE(...) table((unsigned char[]){__VA_ARGS__}, sizeof((unsigned char[]){__VA_ARGS__}))

static bool row_at(size_t place)
{
	struct cfi_bytes bytes = {image, image + sizeof(image)};
	uintptr_t address = (uintptr_t)image + CODE_FROM + place;
	struct cfi_function function;

	return cfi_function_find(image, &bytes, address, &function) && cfi_function_run(&function, address, &row);
}

static void assert_cfa(size_t place, enum cfi_from from, int32_t offset)
{
	assert_true(row_at(place));
	assert_int_equal(row.cfa_from, from);
	assert_int_equal(row.cfa, offset);
}

static void assert_fp(enum cfi_from from, int32_t offset)
{
	assert_int_equal(row.fp_from, from);
	assert_int_equal(row.fp, offset);
}

static void each_place_has_its_own_row(void **state)
{
	(void)state;
	/* push fp; mov sp, fp; ...; pop fp; ret */
	TABLE(0x41, 0x0e, 16, 0x80 | FP, 2, 0x43, 0x0d, FP, 0x02, 200, 0x0c, SP, 8, 0xc0 | FP);
	assert_cfa(0, CFI_SP, 8);
	assert_fp(CFI_KEPT, 0);
	assert_int_equal(row.return_address_from, CFI_AT_CFA);
	assert_int_equal(row.return_address, -8);
	assert_cfa(1, CFI_SP, 16);
	assert_fp(CFI_AT_CFA, -16);
	assert_cfa(3, CFI_SP, 16);
	assert_cfa(4, CFI_FP, 16);
	assert_cfa(203, CFI_FP, 16);
	assert_cfa(204, CFI_SP, 8);
	assert_fp(CFI_KEPT, 0);
	assert_cfa(CODE_SIZE - 1, CFI_SP, 8);
	assert_false(row.is_signal);
}

static void code_outside_of_functions_has_no_row(void **state)
{
	(void)state;
	TABLE(0);
	assert_false(row_at((size_t)-1));
	assert_true(row_at(0));
	assert_true(row_at(CODE_SIZE - 1));
	assert_false(row_at(CODE_SIZE));
}

static void distances_of_one_two_and_four_bytes_count(void **state)
{
	(void)state;
	TABLE(0x02, 10, 0x0e, 16, 0x03, 10, 0, 0x0e, 24, 0x04, 0, 1, 0, 0, 0x0e, 32);
	assert_cfa(9, CFI_SP, 8);
	assert_cfa(10, CFI_SP, 16);
	assert_cfa(20, CFI_SP, 24);
	assert_cfa(275, CFI_SP, 24);
	assert_cfa(276, CFI_SP, 32);
}

static void what_is_remembered_comes_back(void **state)
{
	(void)state;
	TABLE(0x0e, 32, 0x80 | FP, 2, 0x41, 0x0a, 0x0e, 8, 0xc0 | FP, 0x41, 0x0b);
	assert_cfa(1, CFI_SP, 8);
	assert_fp(CFI_KEPT, 0);
	assert_cfa(2, CFI_SP, 32);
	assert_fp(CFI_AT_CFA, -16);
}

static void what_is_remembered_nowhere_is_not_told(void **state)
{
	(void)state;
	TABLE(0x0b);
	assert_false(row_at(0));
	TABLE(0x0a, 0x0a);
	assert_false(row_at(0));
}

static void signed_and_long_forms_are_the_same(void **state)
{
	(void)state;
	TABLE(0x12, FP, 0x7c, 0x05, FP, 3, 0x41, 0x13, 0x7b, 0x11, FP, 0x7f, 0x41, 0x06, FP);
	assert_cfa(0, CFI_FP, 32);
	assert_fp(CFI_AT_CFA, -24);
	assert_cfa(1, CFI_FP, 40);
	assert_fp(CFI_AT_CFA, 8);
	assert_cfa(2, CFI_FP, 40);
	assert_fp(CFI_KEPT, 0);
}

static void who_has_no_return_address_was_not_called(void **state)
{
	(void)state;
	TABLE(0x07, RA);
	assert_true(row_at(0));
	assert_int_equal(row.return_address_from, CFI_NOWHERE);
}

static void other_registers_are_passed_over(void **state)
{
	(void)state;
	TABLE(0x83, 5, 0xc3, 0x05, 12, 9, 0x08, 3, 0x07, 3, 0x09, 3, 12, 0x10, 3, 2, 0x70 | 3, 0, 0x14, 3, 1, 0x16, 3,
	      1, 0x96, 0x2e, 32, 0x2d, 0x2c, 0, 0x41, 0x0e, 48);
	assert_cfa(0, CFI_SP, 8);
	assert_fp(CFI_KEPT, 0);
	assert_cfa(1, CFI_SP, 48);
}

static void what_other_registers_hold_is_not_told(void **state)
{
	(void)state;
	TABLE(0x0c, 10, 0, 0x41, 0x0d, SP, 0x41, 0x09, RA, 3);
	assert_false(row_at(0));
	assert_cfa(1, CFI_SP, 0);
	assert_false(row_at(2));
	TABLE(0x09, FP, 3);
	assert_true(row_at(0));
	assert_int_equal(row.fp_from, CFI_ELSEWHERE);
}

/* As of functions that align their stack, of OpenSSL's, and of the frame of a signal. */
static void values_in_memory_are_found(void **state)
{
	(void)state;
	TABLE(0x0f, 3, 0x70 + FP, 0x78, 0x06, 0x10, FP, 2, 0x70 + FP, 0);
	assert_cfa(0, CFI_AT_FP, -8);
	assert_int_equal(row.cfa_more, 0);
	assert_fp(CFI_AT_FP, 0);
	TABLE(0x0f, 5, 0x70 + SP, 40, 0x06, 0x23, 8);
	assert_cfa(0, CFI_AT_SP, 40);
	assert_int_equal(row.cfa_more, 8);
	TABLE(0x10, RA, 3, 0x70 + SP, 0xa8, 1);
	assert_true(row_at(0));
	assert_int_equal(row.return_address_from, CFI_AT_SP);
	assert_int_equal(row.return_address, 168);
}

static void other_expressions_are_not_followed(void **state)
{
	(void)state;
	TABLE(0x0f, 4, 0x70 + SP, 40, 0x06, 0x06);
	assert_false(row_at(0));
	TABLE(0x0f, 3, 0x70 + 3, 40, 0x06);
	assert_false(row_at(0));
	TABLE(0x0f, 0);
	assert_false(row_at(0));
}

static void the_stubs_of_library_functions_are_known(void **state)
{
	(void)state;
	TABLE(0x0f, 11, 0x77, 8, 0x80, 0, 0x3f, 0x1a, 0x3b, 0x2a, 0x33, 0x24, 0x22);
	for (size_t place = 0; place < 64; place++)
		assert_cfa(place, CFI_SP, ((uintptr_t)image + CODE_FROM + place) % 16 >= 11 ? 16 : 8);
}

static void an_unknown_instruction_ends_what_is_known(void **state)
{
	(void)state;
	TABLE(0x41, 0x3f, 0x0e, 16);
	assert_cfa(0, CFI_SP, 8);
	assert_false(row_at(1));
}

static void the_frame_of_a_signal_is_one(void **state)
{
	(void)state;
	TABLE(0);
	common_part("zRS", (unsigned char[]){LINK}, 1);
	assert_true(row_at(0));
	assert_true(row.is_signal);
}

static void what_exceptions_need_is_passed_over(void **state)
{
	(void)state;
	TABLE(0);
	common_part("zPLR", (unsigned char[]){0x9b, 1, 2, 3, 4, LINK, LINK}, 7);
	image[OWN_AT + 16] = 4;
	memcpy(image + OWN_AT + 17, (unsigned char[]){1, 2, 3, 4, 0x0e, 64}, 6);
	put(OWN_AT, 4 + 8 + 1 + 6);
	assert_cfa(0, CFI_SP, 64);
}

static void a_table_of_an_unknown_form_is_none(void **state)
{
	(void)state;
	for (size_t at = 0; at < 4; at++) {
		TABLE(0);
		image[at] = 0xff;
		assert_int_equal(row_at(0), at == 1);
	}
	TABLE(0);
	common_part("zQ", (unsigned char[]){LINK}, 1);
	assert_false(row_at(0));
}

static void a_table_that_is_cut_or_lies_about_its_size_tells_nothing(void **state)
{
	struct cfi_bytes bytes = {image, image};
	uintptr_t address = (uintptr_t)image + CODE_FROM;
	struct cfi_function function;

	(void)state;
	TABLE(0x0e, 16);
	for (; bytes.end < image + OWN_AT + 17; bytes.end++)
		assert_false(cfi_function_find(image, &bytes, address, &function));
	put(8, 1000000);
	assert_false(row_at(0));
	TABLE(0x0e, 16);
	put(ENTRY_AT + 4, IMAGE + 64);
	assert_false(row_at(0));
	TABLE(0x0e, 16);
	put(OWN_AT + 4, OWN_AT + 400);
	assert_false(row_at(0));
}

static void numbers_of_any_length_are_read_to_the_end_of_the_memory(void **state)
{
	unsigned char bytes[] = {0xe5, 0x8e, 0x26, 0x7f, 0xff, 0xff, 0xff, 0xff,
				 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
	struct cfi_bytes at = {bytes, bytes + sizeof(bytes)};

	(void)state;
	assert_int_equal(cfi_unsigned(&at), 624485);
	assert_int_equal(cfi_signed(&at), -1);
	cfi_unsigned(&at);
	assert_ptr_equal(at.at, at.end);
	assert_int_equal(cfi_unsigned(&at), 0);
	assert_int_equal(cfi_signed(&at), 0);
	assert_int_equal(cfi_number(&at, 4), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_place_has_its_own_row),
		cmocka_unit_test(code_outside_of_functions_has_no_row),
		cmocka_unit_test(distances_of_one_two_and_four_bytes_count),
		cmocka_unit_test(what_is_remembered_comes_back),
		cmocka_unit_test(what_is_remembered_nowhere_is_not_told),
		cmocka_unit_test(signed_and_long_forms_are_the_same),
		cmocka_unit_test(who_has_no_return_address_was_not_called),
		cmocka_unit_test(other_registers_are_passed_over),
		cmocka_unit_test(what_other_registers_hold_is_not_told),
		cmocka_unit_test(values_in_memory_are_found),
		cmocka_unit_test(other_expressions_are_not_followed),
		cmocka_unit_test(the_stubs_of_library_functions_are_known),
		cmocka_unit_test(an_unknown_instruction_ends_what_is_known),
		cmocka_unit_test(the_frame_of_a_signal_is_one),
		cmocka_unit_test(what_exceptions_need_is_passed_over),
		cmocka_unit_test(a_table_of_an_unknown_form_is_none),
		cmocka_unit_test(a_table_that_is_cut_or_lies_about_its_size_tells_nothing),
		cmocka_unit_test(numbers_of_any_length_are_read_to_the_end_of_the_memory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
