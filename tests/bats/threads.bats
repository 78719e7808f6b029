#!/usr/bin/env bats
# Threads of a program that carries the runtime: they are registered as they begin, and where that can't be, the profile
# tells how much CPU time is in no sample.

bats_require_minimum_version 1.5.0
load helper
load cases

setup_file() {
    cd "$BATS_FILE_TMPDIR"
    cat >three.cc <<'CODE'
#include <ctime>
#include <pthread.h>
#include <thread>
#include <threads.h>

static double cpu() {
    timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

static void burn(double seconds) {
    for (double end = cpu() + seconds; cpu() < end;)
        for (volatile int i = 0; i < 10000; i = i + 1)
            ;
}

__attribute__((noinline)) static void in_cxx() { burn(0.3); }
__attribute__((noinline)) static void *in_posix(void *argument) { burn(0.2); return argument; }
__attribute__((noinline)) static int in_c11(void *) { burn(0.1); return 3; }

int main() {
    std::thread cxx(in_cxx);
    pthread_t posix;
    thrd_t c11;
    int result;
    pthread_create(&posix, nullptr, in_posix, nullptr);
    thrd_create(&c11, in_c11, nullptr);
    thrd_join(c11, &result);
    pthread_join(posix, nullptr);
    cxx.join();
    return result;
}
CODE
    cat >outside.h <<'CODE'
/* Burns CPU time in a thread that the C library makes by itself. */
#include <signal.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static atomic_int outside_is_done;

static double cpu(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

static void burn(double seconds)
{
    for (double end = cpu(CLOCK_THREAD_CPUTIME_ID) + seconds; cpu(CLOCK_THREAD_CPUTIME_ID) < end;)
        for (volatile int i = 0; i < 10000; i++)
            ;
}

static void on_timer(union sigval value)
{
    burn(value.sival_int / 1000.0);
    outside_is_done = 1;
}

static void burn_outside(int milliseconds)
{
    struct sigevent event = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = on_timer, .sigev_value.sival_int = milliseconds};
    struct itimerspec at = {.it_value.tv_nsec = 1};
    timer_t timer;

    outside_is_done = 0;
    timer_create(CLOCK_MONOTONIC, &event, &timer);
    timer_settime(timer, 0, &at, NULL);
    while (!outside_is_done)
        usleep(1000);
}
CODE
}

setup() {
    cases_setup
}

# three OPTION...: builds the C++ program, and profiles it.
three() {
    ${CXX:-c++} -O2 -g -fno-omit-frame-pointer "$@" "$BATS_FILE_TMPDIR/three.cc" -o three -pthread \
        -Wl,--whole-archive "$BUILD/lib/libosprey_prof.a" -Wl,--no-whole-archive
    OSPREY_PROFILE=raw.json run ./three
    [ "$status" -eq 3 ]
    [ "$(jq -c '[.threads[] | [.fiber, .label]]' raw.json)" = '[[0,"main"],[-1,"thread"],[-1,"thread"],[-1,"thread"]]' ]
    folded >stacks
    for pair in cxx:299 posix:199 c11:99; do
        found=$(awk -v name="in_${pair%:*}" 'index($0, name) { sum += $NF } END { print sum + 0 }' stacks)
        echo "$*: ${pair%:*}: $found"
        [ "$found" -ge "$((${pair#*:} * 9 / 10))" ] && [ "$found" -le "$((${pair#*:} * 11 / 10))" ]
    done
    [ "$(jq .unregistered_cpu_ns raw.json)" = null ]
}

# unregistered FILE: CPU time in no sample, in milliseconds.
unregistered() {
    jq '(.unregistered_cpu_ns // 0) / 1e6 | floor' "$1"
}

@test "threads of POSIX, C11 and C++ are registered, nothing of ours is in their stacks, and none is missing" {
    three
    run ! grep -E 'registered|begin' stacks
    three -no-pie
}

@test "threads of a static program are registered too" {
    three -static
    three -static-pie
}

@test "whatever way a program makes threads, all calls give the same with the profiler in it" {
    same_end "$PROGRAMS/thread_kinds"
    HZ=10000 same_end "$PROGRAMS/thread_kinds"
    [ "$(jq -c '[.threads[].label] | group_by(.) | map([.[0], length])' raw.json)" = '[["main",1],["thread",108]]' ]
}

@test "a thread is sampled still when those that began before and after it have ended" {
    build -o order <<'CODE'
#include "burn.h"
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <unistd.h>
static sem_t may_go[4];
static void *thread(void *number) {
    sem_wait(&may_go[(intptr_t)number]);
    if ((intptr_t)number == 2)
        burn(0.5);
    return number;
}
int main(void) {
    static const int order[] = {1, 3, 2};
    pthread_t threads[4];
    for (intptr_t i = 1; i < 4; i++) {
        sem_init(&may_go[i], 0, 0);
        pthread_create(&threads[i], NULL, thread, (void *)i);
        usleep(20000);
    }
    for (int i = 0; i < 3; i++) {
        sem_post(&may_go[order[i]]);
        pthread_join(threads[order[i]], NULL);
    }
}
CODE
    OSPREY_PROFILE=raw.json ./order
    folded >stacks
    [ "$(part ';thread;burn')" -ge 80 ] || { cat stacks; return 1; }
}

@test "a thread may end while the profile is being written" {
    build -o late <<'CODE'
#define _GNU_SOURCE
#include <link.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>
static atomic_int held, exits;
static int holds(struct dl_phdr_info *info, size_t size, void *data) {
    (void)info, (void)size, (void)data;
    held = 1;
    sleep(1);
    return 1;
}
static void *holds_loader(void *unused) {
    dl_iterate_phdr(holds, NULL);
    return unused;
}
static void *ends(void *unused) {
    while (!exits)
        usleep(1000);
    usleep(100000);
    return unused;
}
/* So much stack is given back at once. */
static void *has_it_unmapped(void *unused) {
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 256 << 20);
    pthread_create(&thread, &attributes, ends, NULL);
    pthread_join(thread, NULL);
    return unused;
}
int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, has_it_unmapped, NULL);
    usleep(100000);
    pthread_create(&threads[1], NULL, holds_loader, NULL);
    while (!held)
        usleep(1000);
    exits = 1;
    exit(0);
}
CODE
    OSPREY_PROFILE=raw.json run ./late
    [ "$status" -eq 0 ]
    jq -e '(.threads | length) == 4' raw.json
}

@test "a thread that names itself as it begins has one row, and one that does so late a second one" {
    build "-I$ROOT/runtime" -o names <<'CODE'
#include "burn.h"
#include "osprey_prof.h"
#include <pthread.h>
#include <unistd.h>
static void *early(void *argument) {
    osp_prof_thread_register(7, "early");
    burn(0.1);
    return argument;
}
static void *late(void *argument) {
    burn(0.1);
    sleep(1);
    osp_prof_thread_register(8, "late");
    burn(0.2);
    return argument;
}
int main(void) {
    pthread_t thread[2];
    pthread_create(&thread[0], NULL, early, NULL);
    pthread_create(&thread[1], NULL, late, NULL);
    pthread_join(thread[0], NULL);
    pthread_join(thread[1], NULL);
    return 0;
}
CODE
    OSPREY_PROFILE=raw.json ./names
    [ "$(jq -c '[.threads[] | [.fiber, .label]] | sort' raw.json)" = '[[-1,"thread"],[0,"main"],[7,"early"],[8,"late"]]' ]
    for triple in 7:90:112 8:180:220 -1:90:112; do
        IFS=: read -r fiber low high <<<"$triple"
        echo "$fiber: $(oncpu raw.json "$fiber")"
        [ "$(oncpu raw.json "$fiber")" -ge "$low" ] && [ "$(oncpu raw.json "$fiber")" -le "$high" ]
    done
}

@test "a thread that a library makes before main is registered" {
    echo '#include "burn.h"
#include <pthread.h>
static pthread_t thread;
static void *pool(void *argument) { burn(0.2); return argument; }
__attribute__((constructor)) static void start(void) { pthread_create(&thread, NULL, pool, NULL); }
void finish(void) { pthread_join(thread, NULL); }' >pool.c
    ${CC:-cc} -O2 -g -fno-omit-frame-pointer "-I$ROOT/tests/programs" -shared -fPIC -o libpool.so pool.c -pthread
    echo 'void finish(void); int main(void) { finish(); return 0; }' | build -o program ./libpool.so
    OSPREY_PROFILE=raw.json ./program
    [ "$(oncpu raw.json -1)" -ge 180 ]
    [ "$(jq -c '[.threads[].label]' raw.json)" = '["main","thread"]' ]
}

@test "a program's own malloc() may make threads" {
    build -D_GNU_SOURCE -o mallocs <<'CODE'
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
enum { HELPERS = 50, USERS = 8, ROUNDS = 50 };
static _Alignas(16) char heap[1 << 25];
static size_t used;
static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP; /* pthread_create() allocates */
static atomic_int made, ran;
static void *help(void *argument) { ran++; return argument; }
/* As one that has a thread of its own clean up: it is made when it is needed, under the allocator's lock. */
void *malloc(size_t size) {
    static int inside;
    pthread_t thread;
    void *result;
    pthread_mutex_lock(&lock);
    result = heap + used;
    used += (size + 31) / 16 * 16;
    if (!inside && made < HELPERS) {
        inside = 1;
        made += pthread_create(&thread, NULL, help, NULL) == 0 && pthread_detach(thread) == 0;
        inside = 0;
    }
    pthread_mutex_unlock(&lock);
    return result;
}
void free(void *place) { (void)place; }
void *calloc(size_t count, size_t size) { return malloc(count * size); }
void *realloc(void *old, size_t size) {
    void *result = malloc(size);
    if (old && result) memcpy(result, old, size);
    return result;
}
static void *use(void *argument) { return malloc(100) ? argument : NULL; }
int main(void) {
    pthread_t threads[USERS];
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < USERS; i++)
            if (pthread_create(&threads[i], NULL, use, threads) != 0) return 1;
        for (int i = 0; i < USERS; i++)
            if (pthread_join(threads[i], NULL) != 0) return 1;
    }
    while (ran < HELPERS) ;
    return 0;
}
CODE
    OSPREY_PROFILE=raw.json timeout -s KILL 60 ./mallocs
    [ "$(jq '.threads | length' raw.json)" -ge 401 ]
}

@test "pthread_create() of the program's own stands, and the report tells of its threads" {
    build -o program <<'CODE'
#define _GNU_SOURCE
#include "burn.h"
#include <dlfcn.h>
#include <pthread.h>
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*routine)(void *), void *argument) {
    int (*next)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    *(void **)&next = dlsym(RTLD_NEXT, "pthread_create");
    return next(thread, attributes, routine, argument);
}
static void *work(void *argument) { burn(0.3); return argument; }
int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    burn(0.1);
    return pthread_join(thread, NULL);
}
CODE
    OSPREY_PROFILE=raw.json ./program
    [ "$(jq -c '[.threads[].label]' raw.json)" = '["main"]' ]
    [ "$(unregistered raw.json)" -ge 290 ] && [ "$(unregistered raw.json)" -le 330 ]
    run prof-report raw.json
    [[ "$output" =~ "note: 0.3"[0-9]" s of CPU time (7"[0-9.]*" %) are in no sample: of threads that were not registered" ]]
}

@test "under a sanitizer threads are the sanitizer's, and a program ends as without the profiler" {
    for compiler in "gcc -fsanitize=thread" "gcc -fsanitize=address" "clang -fsanitize=thread" "clang -fsanitize=address"; do
        CC=$compiler build -O1 -o sanitized "$ROOT/tests/programs/thread_kinds.c" </dev/null
        ASAN_OPTIONS=allocator_may_return_null=1 same_end ./sanitized posix
        jq -e '.threads | length > 0' raw.json
    done
}

@test "CPU time of threads that the C library makes by itself is told, at every stage" {
    build "-I$ROOT/runtime" "-I$BATS_FILE_TMPDIR" -o program <<'CODE'
#include "outside.h"
int main(void) { burn(0.3); burn_outside(300); return 0; }
CODE
    OSPREY_PROFILE=raw.json ./program
    [ "$(unregistered raw.json)" -ge 290 ] && [ "$(unregistered raw.json)" -le 330 ]
    prof-symbolize raw.json >records 2>messages
    prof-aggregate records >totals
    [ "$(jq -r 'select(.type? == "profile").unregistered_cpu_ns' records)" = "$(jq -r .unregistered_cpu_ns raw.json)" ]
    for stage in raw.json records totals; do
        run prof-report "$stage"
        [[ "$output" =~ "note: 0.3"[0-9]" s of CPU time ("[45][0-9.]*" %) are in no sample: of threads that were not registered" ]]
    done
    jq -n -f "$ROOT/share/osprey-prof/summary.jq" totals |
        jq -e --slurpfile raw raw.json '.unregisteredCpuSeconds == $raw[0].unregistered_cpu_ns / 1e9'
}

@test "CPU time in a pause is not told, whoever used it" {
    build "-I$ROOT/runtime" "-I$BATS_FILE_TMPDIR" -o program <<'CODE'
#include "osprey_prof.h"
#include "outside.h"
int main(void) {
    for (int i = 0; i < 3; i++) {
        burn(0.05);
        osp_prof_pause();
        burn(0.1);
        burn_outside(100);
        osp_prof_resume();
        burn_outside(50);
    }
    osp_prof_pause();
    burn_outside(100);
    return 0;
}
CODE
    OSPREY_PROFILE=raw.json ./program
    echo "$(unregistered raw.json) ms"
    [ "$(unregistered raw.json)" -ge 145 ] && [ "$(unregistered raw.json)" -le 165 ]
}

@test "that short-lived threads begin and end is no CPU time of others" {
    build -o program <<'CODE'
#include "burn.h"
#include <pthread.h>
static void *brief(void *argument) { burn(0.0001); return argument; }
int main(void) {
    pthread_t threads[10];
    for (int round = 0; round < 300; round++) {
        for (int i = 0; i < 10; i++)
            if (pthread_create(&threads[i], NULL, brief, NULL) != 0) return 1;
        for (int i = 0; i < 10; i++)
            pthread_join(threads[i], NULL);
    }
    return 0;
}
CODE
    OSPREY_PROFILE=raw.json ./program
    [ "$(jq '.threads | length' raw.json)" -eq 3001 ]
    [ "$(jq .unregistered_cpu_ns raw.json)" = null ]
}

@test "a program that was killed leaves what unregistered threads used up to its last second" {
    build "-I$ROOT/runtime" "-I$BATS_FILE_TMPDIR" -o program <<'CODE'
#include "outside.h"
int main(void) { burn_outside(200); sleep(2); _exit(4); }
CODE
    OSPREY_PROFILE=raw.json run ./program
    [ "$status" -eq 4 ]
    prof-recover raw.json.part >recovered.json
    echo "$(unregistered recovered.json) ms"
    [ "$(unregistered recovered.json)" -ge 190 ] && [ "$(unregistered recovered.json)" -le 220 ]
}
