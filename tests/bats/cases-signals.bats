#!/usr/bin/env bats
# Signals inside somebody else's program.

bats_require_minimum_version 1.5.0
load helper
load cases

setup() {
    cases_setup
}

# C03
@test "a large program forks at the highest rate, and no fork is begun anew" {
    build -o large <<'CODE'
#include "burn.h"
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void)
{
	size_t size = 400u << 20;
	char *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int status = 1;

	madvise(memory, size, MADV_NOHUGEPAGE);
	for (size_t i = 0; i < size; i += 4096)
		memory[i] = 1;
	burn(0.1);
	if (fork() == 0)
		_exit(0);
	wait(&status);
	printf("%d\n", status);
	return 0;
}
CODE
    OSPREY_PROFILE_HZ=10000 OSPREY_PROFILE=raw.json run timeout 600 strace -qq -f -o trace -e trace=clone,clone3,fork,vfork ./large
    [ "$status" -eq 0 ]
    [ "$output" = 0 ]
    grep -q clone trace
    run ! grep ERESTARTNOINTR trace
    [ "$(oncpu raw.json)" -gt 0 ]
}

# C04
@test "a program that is spawned is no victim of a late signal" {
    for i in $(seq 10); do
        HZ=10000 same_end "$PROGRAMS/ends" posix_spawn sh -c 'i=0; while [ $i -lt 20000 ]; do i=$((i + 1)); done; echo finished'
    done
}

# C06
@test "a program's own profiling timer goes on ticking, and hides nothing" {
    build -o timed <<'CODE'
#include "burn.h"
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
static volatile sig_atomic_t ticks, controls;
static void on_tick(int number)
{
	if (number == SIGPROF)
		ticks++;
	else
		controls++;
}
int main(void)
{
	struct itimerval each = {{.tv_usec = 50000}, {.tv_usec = 50000}}, now;
	struct sigaction action = {.sa_handler = on_tick, .sa_flags = SA_RESTART};

	burn(0.4);
	sigaction(SIGPROF, &action, NULL);
	sigaction(SIGVTALRM, &action, NULL);
	setitimer(ITIMER_PROF, &each, NULL);
	setitimer(ITIMER_VIRTUAL, &each, NULL);
	do
		burn(0.4);
	while (controls < 4);
	getitimer(ITIMER_PROF, &now);
	/* The kernel guesses the time for both alike: on a busy machine it may be off by half. One counts user time alone. */
	printf("%d %s\n", (int)now.it_interval.tv_usec,
	       ticks >= controls - 1 && ticks <= 2 * controls + 2 ? "as asked" : "not as asked");
	return 0;
}
CODE
    same_end ./timed
    [ "$(./timed)" = "50000 as asked" ]
    [ "$(oncpu raw.json)" -ge 750 ]
    run ! grep unsampled <(prof-fold raw.json)
}

# C06
@test "a program built with -pg has its own profile as before" {
    build -pg -o measured <<'CODE'
#include "burn.h"
__attribute__((noinline)) void work(void)
{
	burn(0.5);
}
int main(void)
{
	work();
	return 0;
}
CODE
    ./measured
    mv gmon.out plain
    OSPREY_PROFILE=raw.json ./measured
    for file in plain gmon.out; do
        seconds=$(gprof -b -p measured $file | awk '$NF == "burn" || $NF == "cpu_seconds" { sum += $3 } END { print int(sum * 100) }')
        echo "$file: $seconds"
        [ "$seconds" -ge 5 ]
    done
    [ "$(oncpu raw.json)" -ge 480 ]
}

# C10
@test "no signal allocates, however many libraries with variables of each thread come" {
    printf 'static __thread char room[4096]; char *touch(void); char *touch(void) { room[1]++; return room; }\n' |
        ${CC:-cc} -O1 -fPIC -shared -x c - -o tls.so
    for i in $(seq 10); do cp tls.so "tls$i.so"; done
    ${CC:-cc} -O2 -fno-omit-frame-pointer -pthread -x c - -o allocates -ldl <<'CODE'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
void *__libc_malloc(size_t size);
static _Atomic int started, working, inside, calls;
/* A handler of the profiler's runs with SIGPROF masked; the threads below never mask it. */
void *malloc(size_t size)
{
	sigset_t set;

	if (working) {
		pthread_sigmask(SIG_BLOCK, NULL, &set);
		inside += sigismember(&set, SIGPROF);
		calls++;
	}
	return __libc_malloc(size);
}
/* Else the compiler leaves out the allocation too. */
static __attribute__((noinline, noclone)) void give_back(void *memory)
{
	__asm__ volatile("" ::"r"(memory) : "memory");
	free(memory);
}
static void *work(void *argument)
{
	unsigned seed = (unsigned)(size_t)argument;

	started++;
	while (!working)
		usleep(1000);
	for (int i = 0; i < 3000; i++)
		give_back(malloc((size_t)rand_r(&seed) % 10000));
	return NULL;
}
int main(void)
{
	pthread_t threads[200];
	char path[32];

	for (size_t i = 0; i < 200; i++)
		pthread_create(&threads[i], NULL, work, (void *)i);
	while (started < 200)
		usleep(1000);
	working = 1;
	for (int i = 1; i <= 10; i++) {
		void *library;

		snprintf(path, sizeof(path), "./tls%d.so", i);
		library = dlopen(path, RTLD_NOW);
		((char *(*)(void))dlsym(library, "touch"))();
	}
	for (int i = 0; i < 200; i++)
		pthread_join(threads[i], NULL);
	working = 0;
	printf("%d of %s allocations in a handler\n", inside, calls > 500000 ? "many" : "few");
	return 0;
}
CODE
    OSPREY_PROFILE_HZ=10000 run under ./allocates
    [ "$status" -eq 0 ]
    echo "$output"
    [ "$output" = "0 of many allocations in a handler" ]
    jq -e '.threads | length == 201' raw.json
}

# C11
@test "an exit among threads that allocate ends, whenever it comes" {
    for i in $(seq 40); do
        OSPREY_PROFILE_HZ=10000 OSPREY_PROFILE=raw.json run timeout 600 "$PROGRAMS/crowds" allocate $((i * 397 % 9001))
        [ "$status" -eq 3 ]
        jq -e '.version == 1' raw.json
        rm raw.json
    done
}

# C14
@test "threads by the thousand, whose ends burn too, come and go and each has its row" {
    OSPREY_PROFILE_HZ=10000 OSPREY_PROFILE=raw.json run timeout 600 "$PROGRAMS/crowds" brief 4000
    [ "$status" -eq 0 ]
    [ "$output" = "done" ]
    [ "$(jq '[.threads[] | select(.label == "brief")] | length' raw.json)" -eq 4000 ]
    [ "$(oncpu raw.json 1)" -ge 4000 ]
}

# C15
@test "the time of a thread that blocks all signals is its own, told as unsampled" {
    OSPREY_PROFILE=raw.json "$PROGRAMS/crowds" deaf >cpu
    for fiber in 1 2; do
        expected=$(awk -v fiber="fiber-$fiber" '$1 == fiber { print int($2 * 997) }' cpu)
        echo "$fiber: $(oncpu raw.json $fiber) of $expected"
        [ "$(oncpu raw.json $fiber)" -ge $((expected - 6)) ] && [ "$(oncpu raw.json $fiber)" -le $((expected + 6)) ]
    done
    prof-fold --state cpu raw.json >all
    grep '^fiber-1;' all >stacks
    [ "$(part 'unsampled')" -le 5 ]
    grep '^fiber-2;' all >stacks
    [ "$(part 'unsampled')" -ge 90 ]
}
