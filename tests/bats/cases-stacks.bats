#!/usr/bin/env bats
# Counts, stacks and images of programs that are known to give false ones.

bats_require_minimum_version 1.5.0
load helper
load cases

setup() {
    cases_setup
}

# C31, C32
@test "32 threads where hardly a signal may wait: all are sampled, and equal" {
    (ulimit -i 2 && OSPREY_PROFILE=raw.json "$PROGRAMS/crowds" equal 32 >cpu)
    jq -r '[.threads[].fiber] as $fibers | .samples | map(select(.[3] == 0)) | group_by($fibers[.[1]])[]
        | "fiber-\($fibers[.[0][1]]) \(map(.[4] // 1) | add)"' raw.json >counts
    run awk 'NR == FNR { expected[$1] = $2 * 997; next }
        $1 in expected { all++; off = $2 - expected[$1]; if (off > 4 || off < -4) print $0 " of " expected[$1] }
        END { print all }' cpu counts
    [ "$output" = 32 ]
    folded >stacks
    [ "$(part ';burn')" -ge 80 ]
}

# C38
@test "the profiler is not in its profile, at the highest rate" {
    OSPREY_PROFILE_HZ=10000 OSPREY_PROFILE=raw.json "$PROGRAMS/workload" burn 2
    prof-symbolize raw.json | prof-fold --no-fiber >stacks
    [ "$(part 'burn')" -gt 0 ]
    run ! grep -E 'on_signal|capture_write|sampler_main|__restore_rt|tgsigqueueinfo' stacks
}

# C41
@test "a call that ends its function, and one whose next line has no code, are where they are" {
    build -o calls <<'CODE'
#include "burn.h"
#include <stdlib.h>
static __attribute__((noinline, noclone, noreturn)) void die(void)
{
	burn(0.3);
	exit(0);
}
static __attribute__((noinline, noclone)) void last(void)
{
	die(); /* line 10 */
}
static __attribute__((noinline, noclone)) void middle(void)
{
	burn(0.3); /* line 14 */
	int nothing = 0;
	(void)nothing;
	__asm__ volatile("nop");
}
int main(void)
{
	middle();
	last();
}
CODE
    OSPREY_PROFILE=raw.json ./calls
    folded >stacks
    [ "$(part ';last;die;burn')" -ge 40 ]
    prof-symbolize raw.json >records
    [ "$(jq -r 'objects | select(.type == "frame" and .name == "last") | .line' records | sort -u)" = 10 ]
    [ "$(jq -r 'objects | select(.type == "frame" and .name == "middle") | .line' records | sort -u)" = 14 ]
}

# C41
@test "a function keeps its line before and after a handler interrupts it, and the handler has its own" {
    build -o interrupted <<'CODE'
#include "burn.h"
#include <signal.h>
#include <sys/time.h>
static volatile int seen;
static void on_alarm(int number)
{
	(void)number;
	burn(0.3);
	seen = 1;
}
static __attribute__((noinline, noclone)) void waits(void)
{
	for (double end = cpu_seconds() + 0.5; !seen || cpu_seconds() < end;) ; /* line 13 */
}
int main(void)
{
	struct itimerval soon = {.it_value = {.tv_usec = 50000}};

	signal(SIGALRM, on_alarm);
	setitimer(ITIMER_REAL, &soon, NULL);
	waits();
	return 0;
}
CODE
    OSPREY_PROFILE=raw.json ./interrupted
    folded >stacks
    [ "$(part ';__restore_rt;.*on_alarm;burn')" -ge 50 ]
    prof-symbolize raw.json >records
    [ "$(jq -r 'objects | select(.type == "frame" and .name == "waits") | .line' records | sort -u)" = 13 ]
}

# C43
@test "of a tail call the function that is gone is not made up" {
    build -fno-inline -o tails <<'CODE'
#include "burn.h"
double unrelated(double x);
double c(double x);
double b(double x);
double a(double x);
__attribute__((noclone)) double c(double x)
{
	burn(x);
	return x + 1;
}
__attribute__((noclone)) double b(double x)
{
	return c(x + 0.1);
}
__attribute__((noclone)) double unrelated(double x)
{
	return x * 3;
}
__attribute__((noclone)) double a(double x)
{
	return b(x * 2) + 1;
}
int main(void)
{
	return a(0.1) + unrelated(1) > 100;
}
CODE
    objdump -d tails --disassemble=b | grep -E 'jmp .*<c>'
    OSPREY_PROFILE=raw.json ./tails
    folded >stacks
    [ "$(part ';main;a;c;burn')" -ge 90 ]
    run ! grep -E ';(b|unrelated)[; ]' stacks
}

# C44
@test "two functions that call each other to any depth have one root where they are cut" {
    build -o mutual <<'CODE'
#include "burn.h"
#include <stdlib.h>
int odd(int depth);
int even(int depth);
__attribute__((noinline, noclone)) int even(int depth)
{
	int result = depth ? odd(depth - 1) : (burn(0.2), 1);

	__asm__ volatile("");
	return result;
}
__attribute__((noinline, noclone)) int odd(int depth)
{
	int result = even(depth - 1);

	__asm__ volatile("");
	return result;
}
int main(int count, char **arguments)
{
	return count < 2 || !even(atoi(arguments[1]));
}
CODE
    for depth in 2 64 120 122 124 126 128 130 1000 50000; do
        OSPREY_PROFILE=raw.json ./mutual $depth
        folded | grep even >stacks
        [ "$(part '^(.truncated.|main|_start|__libc_start[a-z_]*);')" -eq 100 ]
        [ "$(part ';even;burn')" -ge 90 ]
        [ $depth -lt 130 ] || [ "$(part '^.truncated.;')" -ge 95 ]
    done
}

# C48
@test "calls into the vDSO have a name or two, below their caller" {
    build -o clock <<'CODE'
#include "burn.h"
static __attribute__((noinline, noclone)) void f(void)
{
	struct timespec t;

	for (int i = 0; i < 1000; i++)
		clock_gettime(CLOCK_MONOTONIC, &t);
}
int main(void)
{
	while (cpu_seconds() < 0.5)
		f();
	return 0;
}
CODE
    OSPREY_PROFILE=raw.json ./clock
    folded >stacks
    cat stacks
    [ "$(part '(^|;)(f|main);')" -ge 90 ]
    [ "$(sed -E 's/ [0-9]+$//; s/.*;//' stacks | sort -u | wc -l)" -le 8 ]
    run ! grep -E '0x[0-9a-f]+ [0-9]+$' stacks
}

# C57
@test "code made at run time where other code was is one region" {
    build -o region <<'CODE'
#include "burn.h"
#include <string.h>
#include <sys/mman.h>
/* push rbp; mov rbp,rsp; mov ecx,100000; 1: dec ecx; jnz 1b; pop rbp; ret */
static const unsigned char code[] = {0x55, 0x48, 0x89, 0xe5, 0xb9, 0xa0, 0x86, 0x01, 0x00, 0xff, 0xc9, 0x75, 0xfc, 0x5d, 0xc3};
static void *place;
static __attribute__((noinline, noclone)) void f(void)
{
	void (*function)(void);

	place = mmap(place, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	memcpy(place, code, sizeof(code));
	*(void **)&function = place;
	for (double end = cpu_seconds() + 0.3; cpu_seconds() < end;)
		function();
	__asm__ volatile("");
}
int main(void)
{
	f();
	munmap(place, 4096);
	f();
	return 0;
}
CODE
    OSPREY_PROFILE=raw.json ./region
    folded >stacks
    cat stacks
    [ "$(part ';f;.jit[^;]*$')" -ge 80 ]
    [ "$(grep -cE ';f;.jit[^;]*$' stacks)" -eq 1 ]
}

# C60
@test "of hundreds of libraries each is there with its name, and a symbolizer is started once an image" {
    printf '#include "burn.h"\nvoid work(void); void work(void) { burn(0.002); __asm__ volatile(""); }\n' |
        ${CC:-cc} -O2 -g -fno-omit-frame-pointer "-I$ROOT/tests/programs" -fPIC -shared -x c - -o one.so
    for i in $(seq 300); do cp one.so "lib$i.so"; done
    build -o loads <<'CODE'
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
	char path[32];

	for (int i = 1; i <= 300; i++) {
		void *library;

		snprintf(path, sizeof(path), "./lib%d.so", i);
		library = dlopen(path, RTLD_NOW);
		if (!library)
			abort();
		((void (*)(void))dlsym(library, "work"))();
	}
	return 0;
}
CODE
    OSPREY_PROFILE=raw.json ./loads
    [ "$(jq '[.images[] | select(.path | test("/lib[0-9]+.so$"))] | length' raw.json)" -eq 300 ]
    strace -f -qq -o trace -e trace=execve prof-symbolize raw.json >records
    prof-fold --state cpu --no-fiber records >stacks
    # 300 times 2 ms of CPU time.
    [ "$(awk '/;work;/ { sum += $NF } END { print sum + 0 }' stacks)" -ge 550 ]
    started=$(grep -c 'execve(.*symbolizer.* = 0' trace)
    [ "$started" -ge 1 ] && [ "$started" -le 306 ]
}
