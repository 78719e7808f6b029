#!/usr/bin/env bats
# What the report says of stacks that the walk can't get whole, and that it says nothing of whole ones: real programs.

bats_require_minimum_version 1.5.0
load helper

# build OPTION... : a program, which carries the runtime, from what stands on stdin
build() {
    ${CC:-cc} -O2 -g -fno-omit-frame-pointer -x c - -x none "$@" -pthread \
        -Wl,--whole-archive "$BUILD/lib/libosprey_prof.a" -Wl,--no-whole-archive
}

setup() {
    cd "$BATS_TEST_TMPDIR"
}

# between OPTION...: a program whose main calls its hot code by way of a library, built with these options
between() {
    # More values live across the call than there are other registers to keep them.
    ${CC:-cc} -O2 -fomit-frame-pointer "$@" -fPIC -shared -x c - -o libfoo.so <<'CODE'
typedef void callback(void);
long foo_run(callback *call, long n)
{
	long a = n, b = n ^ 3, c = n ^ 5, d = n ^ 7, e = n ^ 9, f = n ^ 11, g = n ^ 13, h = n ^ 15, i = n ^ 17, j = n ^ 19;

	while (n--) {
		call();
		a += b, b ^= c, c += d, d ^= e, e += f, f ^= g, g += h, h ^= i, i += j, j ^= a;
	}
	return a ^ j;
}
CODE
    build -L. -lfoo -Wl,-rpath,"$PWD" -o program <<'CODE'
typedef void callback(void);
long foo_run(callback *call, long n);
static __attribute__((noinline)) void burn(void)
{
	/* On the stack, so that there is a frame: gcc makes none for leaves that need no stack. */
	for (volatile long i = 0; i < 1000000; i = i + 1)
		;
}
int main(void)
{
	return foo_run(burn, 400) == 1;
}
CODE
    OSPREY_PROFILE=raw.json ./program
    prof-symbolize raw.json >records
}

@test "a library without frame pointers between main and the hot code is in the stack (C47)" {
    between
    run bash -c 'prof-aggregate records | jq "select(.type == \"summary\") | .oncpu > 100 and .incomplete <= .oncpu * 0.01"'
    [ "$output" = true ]
    share=$(prof-fold --state cpu --no-fiber records |
        awk '/;main;foo_run;burn / { with += $NF } { all += $NF } END { print (with > 0.9 * all ? "there" : "missing") }')
    [ "$share" = there ]
}

@test "a library with neither frame pointers nor unwind tables between main and the hot code is named (C47)" {
    between -fno-asynchronous-unwind-tables
    run prof-report records
    [ "$status" -eq 0 ]
    [[ "$output" == *" % of the CPU samples have incomplete stacks, most in libfoo.so: rebuild it with -fno-omit-frame-pointer"* ]]
    run bash -c 'prof-aggregate records | jq "select(.type == \"summary\") | .incomplete / .oncpu > 0.9"'
    [ "$output" = true ]
}

@test "whole stacks are not called incomplete" {
    for example in fib effects hotlines; do
        OSPREY_PROFILE=raw.json "$BUILD/examples/$example" >/dev/null
        run bash -c 'prof-symbolize raw.json | prof-aggregate | jq "select(.type == \"summary\") | .oncpu > 100 and .incomplete <= .oncpu * 0.01"'
        [ "$output" = true ]
    done
}

@test "the caller of memcpy is there (C39)" {
    build -o program <<'CODE'
#include <stdlib.h>
#include <string.h>
enum { SIZE = 32 << 20 };
static char *from, *to;
__attribute__((noinline)) void f2(void)
{
	memcpy(to, from, SIZE);
	__asm__ volatile("" ::: "memory");
}
__attribute__((noinline)) void f1(void)
{
	f2();
	__asm__ volatile("" ::: "memory");
}
int main(void)
{
	from = malloc(SIZE), to = malloc(SIZE);
	memset(from, 1, SIZE);
	for (int i = 0; i < 100; i++)
		f1();
	return 0;
}
CODE
    OSPREY_PROFILE=raw.json ./program
    prof-symbolize raw.json >records
    prof-fold --state cpu --no-fiber records >folded
    share=$(awk '/;f1;f2(;| )/ { with += $NF } /;f1(;| )/ { all += $NF } END { print (with > 0.95 * all ? "there" : "missing") }' folded)
    [ "$share" = there ]
    run prof-report records
    run ! grep 'direct callers are missing' <<<"$output"
}
