/* Whose code a frame is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <limits.h>
#include <string.h>

#include "frame_kind.h"

static const char *const of_the_system[] = {
	"",
	"/usr/include/x86_64-linux-gnu/bits/string_fortified.h",
	"/usr/bin/../lib/gcc/x86_64-linux-gnu/12/../../../../include/c++/12/bits/stl_vector.h",
	"/usr/local/bin/../../include/stdio.h",
	"/usr//bin/./../include/stdio.h",
	"/../usr/include/stdio.h",
	"/opt/gcc-14/include/c++/14/vector",
	"/opt/gcc-14/lib/gcc/x86_64-linux-gnu/14/include/immintrin.h",
	"/opt/llvm/lib/clang/18/include/immintrin.h",
	"/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860/library/core/src/slice/sort.rs",
	"/home/u/.rustup/toolchains/stable/lib/rustlib/src/rust/library/alloc/src/vec/mod.rs",
	"../sysdeps/x86_64/start.S",
	"./nptl/./nptl/pthread_create.c",
	"/build/glibc-1/string.c",
	"/src/osprey-prof/runtime/fiber.c",
};

static const char *const of_the_program[] = {
	"fib.osp",
	"/usr/include/fib.ospml",
	"/w/main.cc",
	"/w/../w/main.cc",
	"/usr/include/../../w/main.cc",
	"/rustc.rs",
	"/w/rustc/main.rs",
	"/home/u/.cargo/registry/src/index/crate-1.0/src/lib.rs",
	"./src/main.c",
	"../../usr/include/stdio.h.c",
};

static void sources_of_the_system_and_of_toolchains_are_runtime(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(of_the_system) / sizeof(*of_the_system); i++)
		if (frame_kind(of_the_system[i], NULL) != KIND_RUNTIME)
			fail_msg("%s", of_the_system[i]);
}

static void other_sources_are_the_programs(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(of_the_program) / sizeof(*of_the_program); i++)
		if (frame_kind(of_the_program[i], NULL) != KIND_USER)
			fail_msg("%s", of_the_program[i]);
}

static void a_path_longer_than_any_is_taken(void **state)
{
	char path[2 * PATH_MAX];

	(void)state;
	memset(path, 'a', sizeof(path) - 1);
	memcpy(path, "/w/../", 6);
	path[sizeof(path) - 1] = '\0';
	assert_int_equal(frame_kind(path, NULL), KIND_USER);
}

static void code_of_the_systems_libraries_is_runtime(void **state)
{
	(void)state;
	assert_int_equal(frame_kind("/w/a.c", "/usr/lib/x86_64-linux-gnu/liba.so"), KIND_RUNTIME);
	assert_int_equal(frame_kind("/w/a.c", "/w/liba.so"), KIND_USER);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sources_of_the_system_and_of_toolchains_are_runtime),
		cmocka_unit_test(other_sources_are_the_programs),
		cmocka_unit_test(a_path_longer_than_any_is_taken),
		cmocka_unit_test(code_of_the_systems_libraries_is_runtime),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
