/* Cells of a table: width, safety, shortening, bars. */
#include "cell.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static struct arena texts;

static void text_is_measured_as_a_terminal_shows_it(void **state)
{
	(void)state;
	assert_int_equal(cell_width(""), 0);
	assert_int_equal(cell_width("größe"), 5);
	assert_int_equal(cell_width("e\u0301"), 1);
	assert_int_equal(cell_width("計算"), 4);
	assert_int_equal(cell_width("\u202e"), 1);
}

static void text_is_made_safe(void **state)
{
	(void)state;
	assert_string_equal(cell_text(&texts, "a\033[31m", CELL_NO_LIMIT), "a\ufffd[31m");
	assert_string_equal(cell_text(&texts, "a\xff", CELL_NO_LIMIT), "a\ufffd");
	assert_string_equal(cell_text(&texts, "\u202e計", 3), "\ufffd計");
}

static void the_middle_or_the_end_of_a_text_gives_way(void **state)
{
	(void)state;
	assert_string_equal(cell_text(&texts, "abcdefghij", 10), "abcdefghij");
	assert_string_equal(cell_text(&texts, "abcdefghij", 7), "abcd…ij");
	assert_string_equal(cell_text(&texts, "abcdefghij", 1), "…");
	assert_string_equal(cell_text(&texts, "計算計算計算", 7), "計算…算");
	assert_string_equal(cell_beginning(&texts, "abcdefghij", 10), "abcdefghij");
	assert_string_equal(cell_beginning(&texts, "abcdefghij", 7), "abcdef…");
	assert_string_equal(cell_beginning(&texts, "計算計算計算", 6), "計算…");
	assert_string_equal(cell_beginning(&texts, "abcde\u0301", 3), "ab…");
}

static void a_shortened_text_is_never_wider_than_its_limit(void **state)
{
	static const char *const names[] = {"計算a計算b計算", "abcdefghijklmnopq",
					    "e\u0301e\u0301e\u0301e\u0301e\u0301"};

	(void)state;
	for (size_t name = 0; name < sizeof(names) / sizeof(names[0]); name++)
		for (size_t limit = 1; limit < 20; limit++)
			assert_true(cell_width(cell_text(&texts, names[name], limit)) <= limit);
}

static const char *brief(const char *name)
{
	return cell_function(&texts, name, cell_width(name) - 1);
}

static void template_arguments_give_way_first(void **state)
{
	const char *name = "std::map<int, A<B>>::find(C<D> const&)";

	(void)state;
	assert_string_equal(cell_function(&texts, name, CELL_NO_LIMIT), name);
	assert_string_equal(cell_function(&texts, name, cell_width(name)), name);
	assert_string_equal(brief(name), "std::map<…>::find(C<…> const&)");
	assert_string_equal(brief("f<&A::operator()>(int)"), "f<…>(int)");
	assert_string_equal(brief("f<(1>2), 33>(int)"), "f<…>(int)");
	assert_string_equal(brief("f<decltype(a->b)>(int)"), "f<…>(int)");
	assert_string_equal(brief("f<&A::operator>>(int)::g"), "f<&A::operator…(int)::g");
	assert_string_equal(brief("f<&A::operator>, int>::g"), "f<…>::g");
	assert_string_equal(brief("f<A<>, int>()::g<>()"), "f<…>()::g<>()");
	assert_string_equal(brief("größe<größe>"), "größe<…>");
	assert_string_equal(brief("core::iter::map::<u32, u64>"), "core::iter::map::<…>");
}

static void angle_brackets_of_other_meaning_stay(void **state)
{
	(void)state;
	assert_string_equal(brief("A::operator<(A<int, int> const&)"), "A::operator<(A<…> const&)");
	assert_string_equal(brief("A::operator<=><B, C<D>>(E)"), "A::operator<=><…>(E)");
	assert_string_equal(brief("A<int, int>::operator->()"), "A<…>::operator->()");
	assert_string_equal(brief("std::operator<< <a::b<char>>(c<int, d>&)"), "std::operator<< <a::b<…>>(c<…>&)");
	assert_string_equal(brief("std::operator<<char, c<d>>(e)"), "std::operator<<…>(e)");
	assert_string_equal(brief("my_operator<int, long>()"), "my_operator<…>()");
	assert_string_equal(brief("<Vec<T, U> as core::Drop>::drop"), "<Vec<…> as core::Drop>::drop");
}

static void parameters_give_way_next_with_the_type(void **state)
{
	const char *name = "unsigned long std::map<int>::find<A>(B const&) const";

	(void)state;
	assert_string_equal(cell_function(&texts, name, 20), "std::map<…>::find<…>");
	assert_string_equal(cell_function(&texts, "A::operator()(int) const", 13), "A::operator()");
	assert_string_equal(cell_function(&texts, "A::operator long long() const", 22), "A::operator long long");
	assert_string_equal(cell_function(&texts, "(anonymous namespace)::f(int)", 26), "(anonymous namespace)::f");
	assert_string_equal(cell_function(&texts, "f(int)::{lambda(long)#1}::operator()(long) const", 40),
			    "f(int)::{lambda(long)#1}::operator()");
	assert_string_equal(cell_function(&texts, "operator new(unsigned long)", 15), "operator new");
}

static void outer_scopes_give_way_last(void **state)
{
	const char *name = "std::map<int>::find<A>(B const&) const";

	(void)state;
	assert_string_equal(cell_function(&texts, name, 19), "…::map<…>::find<…>");
	assert_string_equal(cell_function(&texts, name, 15), "…::find<…>");
	assert_string_equal(cell_function(&texts, name, 10), "…::find<…>");
	assert_string_equal(cell_function(&texts, name, 9), "std::…<…>");
	assert_string_equal(cell_function(&texts, "<Vec<T> as core::Drop>::drop", 10), "…::drop");
	assert_string_equal(cell_function(&texts, "core::str::", 8), "…::str::");
	assert_string_equal(cell_function(&texts, "a -> b::c", 7), "…::c");
}

/* Names of words and signs in any order, most of which no demangler writes. */
static void any_name_becomes_as_narrow_as_its_limit(void **state)
{
	static const char *const pieces[] = {"operator", "<", ">", "(",	 ")",	  "::", " ", "-",  "[",	 "]",
					     "{",	 "}", "a", "計", "const", "&",	",", "<<", "()", "\xff"};
	uint32_t random = 1;

	(void)state;
	for (uint32_t round = 0; round < 200000; round++) {
		char name[128] = "";

		for (uint32_t left = round % 12; left; left--) {
			random = random * 1664525 + 1013904223;
			strcat(name, pieces[(random >> 8) % (sizeof(pieces) / sizeof(pieces[0]))]);
		}
		for (size_t limit = 1; limit < 14; limit += 3)
			assert_true(cell_width(cell_function(&texts, name, limit)) <= limit);
		arena_reset(&texts);
	}
}

static void names_whose_brackets_do_not_match_are_cut_as_they_are(void **state)
{
	(void)state;
	assert_string_equal(cell_function(&texts, "abc<defghij", 7), "abc<…ij");
	assert_string_equal(cell_function(&texts, "a<", 1), "…");
	assert_string_equal(cell_function(&texts, "a<operator", 7), "a<op…or");
	assert_string_equal(cell_function(&texts, "a<operator<", 7), "a<op…r<");
	assert_string_equal(cell_function(&texts, ">>>>>>>>", 7), ">>>>…>>");
}

static void a_location_loses_its_first_directories(void **state)
{
	(void)state;
	assert_string_equal(cell_location(&texts, "/a/bc/d.c", 12, CELL_NO_LIMIT), "/a/bc/d.c:12");
	assert_string_equal(cell_location(&texts, "/a/bc/d.c", 12, 12), "/a/bc/d.c:12");
	assert_string_equal(cell_location(&texts, "/a/bc/d.c", 12, 11), "…/bc/d.c:12");
	assert_string_equal(cell_location(&texts, "/a/bc/d.c", 12, 10), "…/d.c:12");
	assert_string_equal(cell_location(&texts, "/a/bc/d.c", 12, 6), "d.c:12");
	assert_string_equal(cell_location(&texts, "/a/bc/d.c", 12, 5), "d.…12");
	assert_string_equal(cell_location(&texts, "a/b.c", 1, 6), "b.c:1");
}

static void a_location_holds_what_is_known(void **state)
{
	(void)state;
	assert_string_equal(cell_location(&texts, "d.c", 0, CELL_NO_LIMIT), "d.c");
	assert_string_equal(cell_location(&texts, "a:b.c", 0, CELL_NO_LIMIT), "a:b.c");
	assert_string_equal(cell_location(&texts, "", 3, CELL_NO_LIMIT), "-");
}

static const char *bar(double share)
{
	static char text[64];
	struct out out;
	int ends[2];
	ssize_t length;

	assert_int_equal(pipe(ends), 0);
	out_open(&out, ends[1], "pipe");
	cell_bar(&out, share, 2);
	out_close(&out);
	length = read(ends[0], text, sizeof(text) - 1);
	close(ends[0]);
	assert_true(length > 0);
	text[length] = '\0';
	return text;
}

static void bars_grow_by_eighths(void **state)
{
	(void)state;
	assert_string_equal(bar(0), "  ");
	assert_string_equal(bar(0.0001), "▏ ");
	assert_string_equal(bar(2 / 16.0), "▎ ");
	assert_string_equal(bar(0.5), "█ ");
	assert_string_equal(bar(15 / 16.0), "█▉");
	assert_string_equal(bar(1), "██");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_is_measured_as_a_terminal_shows_it),
		cmocka_unit_test(text_is_made_safe),
		cmocka_unit_test(the_middle_or_the_end_of_a_text_gives_way),
		cmocka_unit_test(a_shortened_text_is_never_wider_than_its_limit),
		cmocka_unit_test(template_arguments_give_way_first),
		cmocka_unit_test(parameters_give_way_next_with_the_type),
		cmocka_unit_test(outer_scopes_give_way_last),
		cmocka_unit_test(any_name_becomes_as_narrow_as_its_limit),
		cmocka_unit_test(angle_brackets_of_other_meaning_stay),
		cmocka_unit_test(names_whose_brackets_do_not_match_are_cut_as_they_are),
		cmocka_unit_test(a_location_loses_its_first_directories),
		cmocka_unit_test(a_location_holds_what_is_known),
		cmocka_unit_test(bars_grow_by_eighths),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
