#!/usr/bin/env bats
# How programs start, fork, become others and end.

bats_require_minimum_version 1.5.0
load helper
load cases

setup() {
    cases_setup
}

# C17
@test "exit_group, called by hand, keeps the status and leaves the part file alone" {
    same_end "$PROGRAMS/ends" exit_group
    [ "$(ls)" = raw.json.part ]
}

# C18
@test "kill -9 leaves the part file alone" {
    status=0
    OSPREY_PROFILE=raw.json "$PROGRAMS/ends" for_ever >out 3>&- &
    until_so [ -s raw.json.part ]
    kill -KILL "$!"
    wait "$!" || status=$?
    [ "$status" -eq 137 ]
    [ "$(ls)" = "$(printf 'out\nraw.json.part')" ]
}

# C19
@test "a crash is the same crash" {
    for pair in segv:139 overflow:139 double_free:134; do
        run "$PROGRAMS/ends" "${pair%:*}"
        [ "$status" -eq "${pair#*:}" ]
        rm -f raw.json.part
        HZ=10000 same_end "$PROGRAMS/ends" "${pair%:*}"
        [ "$(ls)" = raw.json.part ]
    done
}

# C20
@test "threads that are busy fork, at the highest rate, and no child hangs or writes" {
    HZ=10000 same_end "$PROGRAMS/crowds" fork
    [ "$(ls)" = raw.json ]
    jq -e '[.threads[].fiber] | sort == [0, 1, 2, 3, 4]' raw.json
}

# C20
@test "with %p each child of a busy thread has its own time and none of its parent's" {
    OSPREY_PROFILE=raw-%p.json run timeout 600 "$PROGRAMS/crowds" fork
    [ "$output" = "done" ]
    [ "$(ls raw-*.json | wc -l)" -eq 21 ]
    for file in raw-*.json; do
        oncpu "$file"
    done | sort -n >counts
    cat counts
    # A child burns 10 periods, each of the four threads 50.
    run awk 'NR < 21 && ($1 < 8 || $1 > 35) || NR == 21 && $1 < 195 { exit 1 }' counts
    [ "$status" -eq 0 ]
}

# C22
@test "a shell, a make and a script in between leave a profile of each program, and no empty one" {
    printf '#!/bin/sh\nexec "$0.program" "$@"\n' >script
    chmod +x script
    ln -s "$PROGRAMS/ends" script.program
    printf 'all: 1 2 3 4 5 6 7 8\n%%:\n\t@./script.program return\n' >Makefile
    OSPREY_PROFILE=$PWD/raw-%p.json sh -c './script return & ./script.program return; wait'
    [ "$(ls raw-* | wc -l)" -eq 2 ]
    OSPREY_PROFILE=$PWD/raw-%p.json make -s -j4 1 2 3 4 5 6 7 8
    [ "$(ls raw-* | wc -l)" -eq 10 ]
    for file in raw-*.json; do
        [ "$(oncpu "$file")" -ge 190 ]
    done
}

# C25
@test "a program that ends at once has a profile that every filter takes" {
    printf 'int main(void) { return 4; }\n' | ${CC:-cc} -x c - -o brief
    run -4 osprey ./brief --profile
    [[ "$output" == *" at 997 Hz asked"* ]]
    [ "$(ls brief.* | wc -l)" -eq 4 ]
    under ./brief || true
    jq '.samples = [] | .stacks = [] | .labels = []' raw.json >none.json
    for filter in images symbolize fold aggregate report to-speedscope to-v8; do
        "prof-$filter" none.json >out 2>said || { echo "$filter"; cat said; return 1; }
    done
}

# C26
@test "what is no file is left alone: a device, a pipe that nobody reads, a link" {
    mkfifo pipe
    echo mine >target
    ln -s target link
    for path in /dev/full /dev/null pipe link; do
        run --separate-stderr timeout 20 env OSPREY_PROFILE=$path "$PROGRAMS/workload" nothing
        [ "$status" -eq 0 ]
        [ "${#stderr_lines[@]}" -eq 1 ]
        [[ "$stderr" == "osprey-prof: "*"$path"* ]]
    done
    [ "$(cat target)" = mine ]
    [ "$(ls)" = "$(printf 'link\npipe\ntarget')" ]
}

# C26
@test "a directory without rights and a full disk cost a message, and leave nothing" {
    mkdir disk
    cat >full.sh <<'SCRIPT'
mount -t tmpfs -o size=64k none disk
timeout 600 "$@"
status=$?
ls disk >left
exit $status
SCRIPT
    OSPREY_PROFILE_HZ=10000 OSPREY_PROFILE=disk/raw.json run --separate-stderr \
        unshare --user --map-root-user --mount sh full.sh "$PROGRAMS/workload" burn 2
    [ "$status" -eq 0 ]
    echo "$stderr"
    [ "${#stderr_lines[@]}" -eq 1 ]
    [[ "$stderr" == *"No space left on device" ]]
    [ ! -s left ]
    cat >readonly.sh <<'SCRIPT'
mount -t tmpfs -o ro none disk
exec "$@"
SCRIPT
    OSPREY_PROFILE=disk/raw.json run --separate-stderr \
        unshare --user --map-root-user --mount sh readonly.sh "$PROGRAMS/workload" nothing
    [ "$status" -eq 0 ]
    [ "${#stderr_lines[@]}" -eq 1 ]
    [[ "$stderr" == *"Read-only file system" ]]
}

# C28
@test "a program that forbids itself what the profiler needs goes on, and one line says why there is no profile" {
    for way in calls descriptors; do
        run --separate-stderr env OSPREY_PROFILE_HZ=10000 OSPREY_PROFILE=raw.json timeout 600 "$PROGRAMS/fenced" $way
        [ "$status" -eq 0 ]
        [ "$output" = "done" ]
        [ "${#stderr_lines[@]}" -eq 1 ]
        [[ "$stderr" == "osprey-prof: $PWD/raw.json can't be written, "* ]]
        [ "$(ls)" = raw.json.part ]
        rm raw.json.part
    done
    mkdir empty
    run --separate-stderr env OSPREY_PROFILE=raw.json unshare --user --map-root-user timeout 600 "$PROGRAMS/fenced" root
    [ "$status" -eq 0 ]
    [ "$output" = "done" ]
    [ "${#stderr_lines[@]}" -eq 1 ]
    [ -z "$(ls empty)" ]
}

# C29
@test "a profile is whole though threads still burn while exit handlers and destructors run" {
    cat >ends.cc <<'CODE'
#include "burn.h"
#include <cstdlib>
#include <pthread.h>
struct slow {
	~slow() { burn(0.001); }
} first;
static void *burn_on(void *argument)
{
	for (;;)
		burn(1);
	return argument;
}
static void handler() { burn(0.001); }
int main()
{
	static slow second;
	pthread_t thread;
	std::atexit(handler);
	for (int i = 0; i < 16; i++)
		pthread_create(&thread, nullptr, burn_on, nullptr);
	burn(0.002);
}
CODE
    ${CXX:-c++} -O2 -g -fno-omit-frame-pointer "-I$ROOT/tests/programs" ends.cc -o ends -pthread
    for i in $(seq 100); do
        under ./ends
        jq -e '(.threads | length > 1) and (.samples | length > 0)' raw.json
        rm raw.json
    done
}
