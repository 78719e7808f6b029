#!/usr/bin/env bats
# Programs that carry no runtime: libosprey-prof-preload.so registers their threads.

bats_require_minimum_version 1.5.0
load helper

setup_file() {
    cd "$BATS_FILE_TMPDIR"
    cat >threads.cc <<'CODE'
#include <cstdio>
#include <ctime>
#include <pthread.h>
#include <string>
#include <thread>
#include <vector>

static double cpu() {
    timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

__attribute__((noinline)) void work(double seconds) {
    for (double end = cpu() + seconds; cpu() < end;)
        for (volatile int i = 0; i < 400000; i = i + 1)
            ;
}

__attribute__((noinline)) void thrower(int depth) {
    if (depth == 0)
        throw 1;
    thrower(depth - 1);
    asm volatile("");
}

int main() {
    std::vector<std::thread> threads;
    int caught = 0;
    for (int i = 1; i <= 3; i++)
        threads.emplace_back([i] {
            pthread_setname_np(pthread_self(), ("worker " + std::to_string(i)).c_str());
            work(0.1 * i);
        });
    for (auto &thread : threads)
        thread.join();
    for (int i = 0; i < 30000; i++)
        try {
            thrower(10);
        } catch (int) {
            caught++;
        }
    std::printf("caught %d\n", caught);
}
CODE
    ${CXX:-c++} -O2 -g -fno-omit-frame-pointer threads.cc -o threads -pthread
}

setup() {
    cd "$BATS_TEST_TMPDIR"
    THREADS=$BATS_FILE_TMPDIR/threads
    PRELOAD=$BUILD/lib/libosprey-prof-preload.so
}

@test "every thread of a C++ program is registered, with its own name, and the profiler's threads are not" {
    LD_PRELOAD=$PRELOAD OSPREY_PROFILE=raw.json run "$THREADS"
    [ "$output" = "caught 30000" ]
    [ "$(jq -c '[.threads[] | [.fiber, .label, .name]] | sort' raw.json)" = \
        '[[-1,"thread","worker 1"],[-1,"thread","worker 2"],[-1,"thread","worker 3"],[0,"main","threads"]]' ]
    for pair in 1:99 2:199 3:299; do
        counts=$(jq --arg name "worker ${pair%:*}" '(.threads | map(.name) | index($name)) as $row
            | [.samples[] | select(.[1] == $row and .[3] == 0) | .[4] // 1] | add' raw.json)
        echo "worker ${pair%:*}: $counts"
        [ "$counts" -ge "$((${pair#*:} - 3))" ] && [ "$counts" -le "$((${pair#*:} + 6))" ]
    done
    prof-symbolize raw.json | prof-fold --state cpu | grep -q '^thread-[1-3]_(worker_3);.*;work(double) [0-9]*$'
}

@test "preloaded and not asked for, it does nothing" {
    LD_PRELOAD=$PRELOAD run "$THREADS"
    [ "$output" = "caught 30000" ]
    [ -z "$(ls)" ]
}

@test "exceptions in flight are no trouble at the highest rate" {
    for i in 1 2 3; do
        run timeout 600 env LD_PRELOAD="$PRELOAD" OSPREY_PROFILE_HZ=10000 OSPREY_PROFILE=raw.json "$THREADS"
        [ "$status" -eq 0 ]
        [ "$output" = "caught 30000" ]
        jq -e '.exe | endswith("/threads")' raw.json
    done
}

@test "programs that a profiled program starts are not profiled, though they inherit the library" {
    LD_PRELOAD=$PRELOAD OSPREY_PROFILE=raw.json "$BUILD/programs/ends" spawn "$THREADS" >/dev/null
    [ "$(ls)" = raw.json ]
    jq -e '.exe | endswith("/ends")' raw.json
}

@test "a program that carries the profiler is sampled by one, though it is preloaded besides" {
    ${CXX:-c++} -O2 -g "$BATS_FILE_TMPDIR/threads.cc" -o linked -pthread \
        -Wl,--whole-archive "$BUILD/lib/libosprey_prof.a" -Wl,--no-whole-archive
    LD_PRELOAD=$PRELOAD OSPREY_PROFILE=raw.json run ./linked
    [ "$status" -eq 0 ]
    jq -e '(.threads | length) == 4' raw.json
    prof-symbolize raw.json | prof-fold --state cpu >stacks
    run ! grep -F '[unsampled]' stacks
    grep -q ';work(double) [0-9]*$' stacks
}

@test "a forked child can ask the loader, whenever it was forked" {
    cat >asks.c <<'CODE'
#define _GNU_SOURCE
#include <link.h>
#include <sys/wait.h>
#include <unistd.h>
static int on_first(struct dl_phdr_info *info, size_t size, void *data)
{
    return info && size && !data;
}
int main(void)
{
    int status = 0;
    for (int i = 0; i < 10000 && status == 0; i++) {
        if (fork() == 0) {
            alarm(600);
            dl_iterate_phdr(on_first, NULL);
            _exit(0);
        }
        wait(&status);
    }
    return status != 0;
}
CODE
    ${CC:-cc} -O2 asks.c -o asks
    run timeout 600 env LD_PRELOAD="$PRELOAD" OSPREY_PROFILE_HZ=10000 OSPREY_PROFILE=raw.json ./asks
    [ "$status" -eq 0 ]
}
