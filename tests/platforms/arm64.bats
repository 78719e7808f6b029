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

# captured: raw.json has as many captures as the shares below need. A row that stands for many periods is one, and on a busy
# machine there are many of them.
captured() {
    [ "$(jq '.stacks as $stacks | [.samples[] | select(.[3] == 0 and $stacks[.[2]] != []) | .[4] // 1]
        | (add // 0) as $all | $all * $all / ((map(. * .) | add) // 1) | floor' raw.json)" -ge 80 ]
}

# sampled_share PATTERN: of the on-CPU samples that have a stack, the percentage that match. The emulator may be long in
# giving a signal, and what passes until then is told as unsampled.
sampled_share() {
    folded raw.json | awk -v pattern="$1" '/^main;/ { all += $NF } $0 ~ pattern { some += $NF } END { printf "%.1f", 100 * some / all }'
}

# callers_is_told_right ROUNDS COMMAND...: of callers.c, with as many rounds, or as many times more as it takes.
callers_is_told_right() {
    local rounds=$1
    shift
    OSPREY_PROFILE=raw.json emulated "$@" "$rounds"
    until captured; do
        rounds=$((2 * rounds))
        OSPREY_PROFILE=raw.json emulated "$@" "$rounds"
    done
    run jq -e '[.stacks[][] | select(. >= 281474976710656)] == []' raw.json
    [ "$status" -eq 0 ]
    only_true_stacks raw.json
    between 12 "$(sampled_share '^main;down;down;down;down;work;leaf ')" 45
    between 28 "$(sampled_share '^main;down;down;down;down;work ')" 75
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
    callers_is_told_right 20000 "$PLATFORMS/arm64/callers"
}

@test "the same within prologues and epilogues" {
    callers_is_told_right 2000 -singlestep "$PLATFORMS/arm64/callers"
}

@test "signed return addresses are stripped" {
    callers_is_told_right 20000 "$PLATFORMS/arm64/callers-pac"
}

@test "code that signs runs on a processor that doesn't" {
    callers_is_told_right 20000 -cpu max,pauth=off "$PLATFORMS/arm64/callers-pac"
}

@test "clang's code is told right too" {
    clang --target=aarch64-linux-gnu -isystem /usr/aarch64-linux-gnu/include -O2 -g -fno-omit-frame-pointer -c \
        -o callers.o "$CALLERS"
    with_runtime arm64 ${CROSS}gcc -o callers callers.o
    callers_is_told_right 20000 ./callers
}

@test "a static program is profiled" {
    with_runtime arm64 ${CROSS}gcc -static -o callers "$CALLERS"
    callers_is_told_right 20000 ./callers
    [ "$(jq -r '.images[0].path' raw.json)" = "$PWD/callers" ]
}

@test "a program that waits is not disturbed where the system can't be asked what its threads do" {
    OSPREY_PROFILE=raw.json emulated "$PLATFORMS/arm64/programs/workload" block >cpu.txt
    run jq -e '[.samples[] | select(.[3] == 1) | .[4] // 1] | add > 1400' raw.json
    [ "$status" -eq 0 ]
}
