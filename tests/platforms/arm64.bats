#!/usr/bin/env bats
# Linux on 64-bit Arm, under an emulator. The emulator takes signals between blocks of code only and tells of its own
# threads in /proc, so shares and relations are tested here, no times.

bats_require_minimum_version 1.5.0
load helper

CROSS=aarch64-linux-gnu-
CALLERS=$BATS_TEST_DIRNAME/callers.c

setup_file() {
    needs ${CROSS}gcc gcc-aarch64-linux-gnu
    needs /usr/aarch64-linux-gnu/include/stdio.h libc6-dev-arm64-cross
    needs qemu-aarch64-static qemu-user-static
    mkdir -p "$PLATFORMS"
    cd "$PLATFORMS"
    runtime arm64 CC=${CROSS}gcc AR=${CROSS}ar "$PWD/arm64/lib/libosprey_runtime.a" "$PWD/arm64/programs/workload"
    with_runtime arm64 ${CROSS}gcc -o arm64/callers "$CALLERS"
    with_runtime arm64 ${CROSS}gcc -mbranch-protection=standard -o arm64/callers-pac "$CALLERS"
}

setup() {
    cd "$BATS_TEST_TMPDIR"
}

emulated() {
    qemu-aarch64-static -L /usr/aarch64-linux-gnu "$@"
}

unit_test() {
    ${CROSS}gcc -std=c11 -D_GNU_SOURCE -I"$BATS_TEST_DIRNAME/cmocka" -I"$ROOT/runtime" -I"$ROOT/runtime/part" -O2 -g -static -pthread -o "$1" \
        "$ROOT/tests/unit/$1.c" -Wl,--whole-archive "$PLATFORMS/arm64/lib/libosprey_runtime.a" -Wl,--no-whole-archive
    emulated "./$1"
}

# Every stack of callers.c that is whole is one of these; a link register that is taken for a caller when it is none
# shows as work;work or down;down below the deepest down.
only_true_stacks() {
    ! folded "$1" | grep '^main;down' | grep -vE '^main;down(;down){0,3} |^main;down;down;down;down;work(;leaf)? '
}

callers_is_told_right() {
    run jq -e '[.stacks[][] | select(. >= 281474976710656)] == []
        and ([.samples[] | select(.[3] == 0)] | length) > 100' "$1"
    [ "$status" -eq 0 ]
    only_true_stacks "$1"
    between 12 "$(share "$1" '^main;down;down;down;down;work;leaf ')" 45
    between 28 "$(share "$1" '^main;down;down;down;down;work ')" 75
}

@test "the unit tests of the runtime pass on arm64" {
    for test in test_walk test_arm64 test_account test_store test_fiber test_effect; do
        run unit_test $test
        echo "$output"
        [ "$status" -eq 0 ]
    done
}

@test "clang compiles the runtime for arm64 without a warning" {
    for source in "$ROOT"/runtime/*.c "$ROOT"/runtime/part/*.c; do
        case $source in
        *_macos*|*/stub.c) ;;
        *)
            clang --target=aarch64-linux-gnu -isystem /usr/aarch64-linux-gnu/include -fsyntax-only -std=c11 \
                -D_GNU_SOURCE -I"$ROOT/runtime/part" -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror "$source"
            ;;
        esac
    done
}

# about VALUE COUNT: within 3 % and four periods of it.
about() {
    between "$(awk -v v="$1" 'BEGIN { print v * 0.97 - 4 }')" "$2" "$(awk -v v="$1" 'BEGIN { print v * 1.03 + 4 }')"
}

@test "on-CPU counts are the CPU time, all counts the time" {
    OSPREY_PROFILE=raw.json emulated "$PLATFORMS/arm64/programs/workload" burn 2 >cpu.txt
    [ "$(jq -r .platform raw.json)" = linux-arm64 ]
    about "$(awk '/^fiber/ { sum += $2 } END { print sum * 997 }' cpu.txt)" "$(jq '
        [.threads[].label] as $labels
        | [.samples[] | select($labels[.[1]] == "fiber" and .[3] == 0) | .[4] // 1] | add' raw.json)"
    about "$(jq '(.end_unix_ns - .start_unix_ns) * 997 / 1e9' raw.json)" \
        "$(jq '[.samples[] | select(.[1] == 0) | .[4] // 1] | add' raw.json)"
}

@test "two equal burners get equal shares" {
    OSPREY_PROFILE=raw.json emulated "$PLATFORMS/arm64/programs/workload" burn 2
    run jq '. as $p | [.samples[] | select(.[3] == 0 and $p.threads[.[1]].label == "fiber")] | group_by(.[1])
        | map(map(.[4] // 1) | add) | "\(length) \(100 * .[0] / add)"' -r raw.json
    between 2 "${output% *}" 2
    between 45 "${output#* }" 55
}

@test "the link register shows a leaf's caller, and never a call that is over" {
    OSPREY_PROFILE=raw.json emulated "$PLATFORMS/arm64/callers" 20000
    callers_is_told_right raw.json
}

@test "the same within prologues and epilogues" {
    OSPREY_PROFILE=raw.json emulated -singlestep "$PLATFORMS/arm64/callers" 2000
    callers_is_told_right raw.json
}

@test "signed return addresses are stripped" {
    OSPREY_PROFILE=raw.json emulated "$PLATFORMS/arm64/callers-pac" 20000
    callers_is_told_right raw.json
}

@test "code that signs runs on a processor that doesn't" {
    OSPREY_PROFILE=raw.json emulated -cpu max,pauth=off "$PLATFORMS/arm64/callers-pac" 20000
    callers_is_told_right raw.json
}

@test "clang's code is told right too" {
    clang --target=aarch64-linux-gnu -isystem /usr/aarch64-linux-gnu/include -O2 -g -fno-omit-frame-pointer -c \
        -o callers.o "$CALLERS"
    with_runtime arm64 ${CROSS}gcc -o callers callers.o
    OSPREY_PROFILE=raw.json emulated ./callers 20000
    callers_is_told_right raw.json
}

@test "a static program is profiled" {
    with_runtime arm64 ${CROSS}gcc -static -o callers "$CALLERS"
    OSPREY_PROFILE=raw.json emulated ./callers 20000
    callers_is_told_right raw.json
    [ "$(jq -r '.images[0].path' raw.json)" = "$PWD/callers" ]
}

@test "a program that waits is not disturbed where the system can't be asked what its threads do" {
    OSPREY_PROFILE=raw.json emulated "$PLATFORMS/arm64/programs/workload" block >cpu.txt
    run jq -e '[.samples[] | select(.[3] == 1) | .[4] // 1] | add > 1400' raw.json
    [ "$status" -eq 0 ]
}
