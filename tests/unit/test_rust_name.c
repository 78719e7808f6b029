/* Names of Rust's legacy mangling. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "rust_name.h"

#define HASH "::h40c9a8a343c70134"

static const struct {
	const char *name, *decoded;
} of_rust[] = {
	{"fib::main" HASH, "fib::main"},
	{"f" HASH, "f"},
	{"core::ptr::drop_in_place$LT$alloc..string..String$GT$" HASH,
	 "core::ptr::drop_in_place<alloc::string::String>"},
	{"core::tuple::_$LT$impl$u20$core..cmp..PartialOrd$u20$for$u20$$LP$B$C$A$RP$$GT$::lt" HASH,
	 "core::tuple::<impl core::cmp::PartialOrd for (B,A)>::lt"},
	{"_$LT$$RF$T$u20$as$u20$core..fmt..Debug$GT$::fmt" HASH, "<&T as core::fmt::Debug>::fmt"},
	{"_$LT$$BP$const$u20$u8$u20$as$u20$r..Tr$GT$::go" HASH, "<*const u8 as r::Tr>::go"},
	{"_$LT$$u5b$u8$u3b$$u20$3$u5d$$u20$as$u20$r..Tr$GT$::go" HASH, "<[u8; 3] as r::Tr>::go"},
	{"r::main::_$u7b$$u7b$closure$u7d$$u7d$" HASH, "r::main::{{closure}}"},
	{"a$SP$b::gr$uf6$$udf$e::$u1f600$" HASH, "a@b::größe::\xf0\x9f\x98\x80"},
	{"r::_private::__a_$LT$" HASH, "r::_private::__a_<"},
	{"r::a.b...c" HASH, "r::a.b::.c"},
	{"r::$u7d" HASH, "r::$u7d"},
	{"r::$$::$XX$::$u$::$u7D$::$u0$::$u1b$::$ud800$::$u110000$::$u0000007d$" HASH,
	 "r::$$::$XX$::$u$::$u7D$::$u0$::$u1b$::$ud800$::$u110000$::$u0000007d$"},
	{"r::$LT$" HASH HASH, "r::<" HASH},
	{"r::f" HASH " (.llvm.123)", "r::f (.llvm.123)"},
};

static const char *const of_others[] = {
	"",
	"main",
	HASH,
	"h40c9a8a343c70134",
	"a::h40c9a8a343c70134()",
	"a::h40c9a8a343c7013",
	"a::h40c9a8a343c701345",
	"a::h40C9A8A343C70134",
	"a::g40c9a8a343c70134",
	"a:h40c9a8a343c70134",
	"a::$LT$::f",
	"_ZN1a2$C17h40c9a8a343c70134E",
};

static void what_the_source_says_is_told(void **state)
{
	char name[256];

	(void)state;
	for (size_t i = 0; i < sizeof(of_rust) / sizeof(*of_rust); i++) {
		snprintf(name, sizeof(name), "%s", of_rust[i].name);
		assert_true(rust_name_decode(name));
		assert_string_equal(name, of_rust[i].decoded);
	}
}

static void names_of_other_languages_stay(void **state)
{
	char name[256];

	(void)state;
	for (size_t i = 0; i < sizeof(of_others) / sizeof(*of_others); i++) {
		snprintf(name, sizeof(name), "%s", of_others[i]);
		if (rust_name_decode(name))
			fail_msg("%s", of_others[i]);
		assert_string_equal(name, of_others[i]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_the_source_says_is_told),
		cmocka_unit_test(names_of_other_languages_stay),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
