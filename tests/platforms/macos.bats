#!/usr/bin/env bats
# macOS: compiled and linked with its own headers and libSystem, which can't run here; and its sampler, images and the
# rest run over fakes of what they call.

bats_require_minimum_version 1.5.0
load helper

FAKES=$BATS_TEST_DIRNAME/fake_mach
RUNTIME=$ROOT/runtime

setup() {
    cd "$BATS_TEST_TMPDIR"
}

# links ARCH: the runtime, fibers and all, without a warning, and an example with it.
links() {
    local sdk compiler
    needs clang clang
    needs llvm-ar llvm
    needs ld64.lld-14 lld
    needs npm npm
    sdk=$("$BATS_TEST_DIRNAME/darwin-sdk")
    compiler="clang --target=$1-apple-macos11 -nostdlibinc -isystem $sdk/include"
    rm -rf "$PLATFORMS/macos-$1"
    runtime "macos-$1" PLATFORM=macos CC="$compiler" AR='llvm-ar --format=darwin' \
        "$PLATFORMS/macos-$1/lib/libosprey_runtime.a"
    $compiler -O2 -g -I"$RUNTIME" -c -o fib.o "$ROOT/examples/fib.c"
    ld64.lld-14 -arch "$1" -platform_version macos 11.0 11.0 -o fib fib.o \
        -force_load "$PLATFORMS/macos-$1/lib/libosprey_runtime.a" "$sdk/libSystem.tbd"
    run file fib
    [[ "$output" == *"Mach-O 64-bit $1 executable"* ]]
    # Older systems lack it, and would not load a program that needs it.
    run llvm-objdump --macho --bind fib
    [ "$(grep -c 'at_quick_exit (weak_import)' <<<"$output")" -eq 1 ]
}

# over_fakes NAME COMPILER...: builds fake_mach/test_NAME.c with the macOS files that it needs.
over_fakes() {
    local name=$1 files
    shift
    case $name in
    suspend)
        files='suspend_macos probe_macos calls_macos observe payment account passage walk cfi_macos'
        set -- "$@" -Wl,--wrap=mmap,--wrap=malloc
        ;;
    images) files='images_macos anonymous_macos raw_file hush' ;;
    esac
    # shellcheck disable=SC2086
    (cd "$RUNTIME" && "$@" -std=c11 -D_GNU_SOURCE -Wall -Wextra -Werror -O1 -g -I"$FAKES" -I. -Ipart \
        -I"$BATS_TEST_DIRNAME/cmocka" -o "$BATS_TEST_TMPDIR/test" "$FAKES/test_$name.c" $(printf '%s.c ' $files) \
        images.c store.c store_stacks.c store_samples.c log.c log_macos.c part/*.c region.c \
        readable_macos.c arm64.c machine_macos_arm64.c machine_macos_x86_64.c -pthread)
}

# faked MODE...: profiles tests/programs/workload.c by the runtime for macOS, over threads of this system.
faked() {
    runtime macos-faked PLATFORM=macos CPPFLAGS="-I$FAKES -include $FAKES/darwin.h" CFLAGS='-O2 -g -Wno-attributes'
    with_runtime macos-faked gcc -std=c11 -D_GNU_SOURCE -no-pie -I"$FAKES" -I"$RUNTIME" -o workload \
        "$ROOT/tests/programs/workload.c" "$FAKES/kernel.c" -Wl,--wrap=mmap,--wrap=malloc,--wrap=pthread_sigmask
    OSPREY_PROFILE=raw.json ./workload "$@" >cpu.txt
}

# oncpu THREAD: the sum of its counts; all THREAD: with those of waiting.
oncpu() {
    jq "[.samples[] | select(.[1] == $1 and .[3] == 0) | .[4] // 1] | add" raw.json
}

all() {
    jq "[.samples[] | select(.[1] == $1) | .[4] // 1] | add" raw.json
}

# about VALUE COUNT: within 1 % and three periods of it.
about() {
    between "$(awk -v v="$1" 'BEGIN { print v * 0.99 - 3 }')" "$2" "$(awk -v v="$1" 'BEGIN { print v * 1.01 + 3 }')"
}

@test "the runtime links for arm64" {
    links arm64
}

@test "the runtime links for x86_64" {
    links x86_64
}

@test "a thread is suspended, read, walked, resumed: in this order, on every way, with nothing allocated meanwhile" {
    over_fakes suspend gcc
    ./test
}

@test "the same on arm64, with signed return addresses and the link register" {
    needs aarch64-linux-gnu-gcc gcc-aarch64-linux-gnu
    needs qemu-aarch64-static qemu-user-static
    over_fakes suspend aarch64-linux-gnu-gcc -static
    qemu-aarch64-static ./test
}

@test "images have their slice, text range and UUID; dyld is one of them" {
    over_fakes images gcc
    ./test
}

@test "real threads: counts are times, for burners and for one that works at times" {
    faked burn 2
    [ "$(jq -r .platform raw.json)" = macos-x86_64 ]
    for fiber in 1 2; do
        row=$(jq "[.threads[].fiber] | index($fiber)" raw.json)
        about "$(awk -v name="fiber-$fiber" '$1 == name { print $2 * 997 }' cpu.txt)" "$(oncpu "$row")"
    done
    about "$(jq '(.end_unix_ns - .start_unix_ns) * 997 / 1e9' raw.json)" "$(all 0)"
    faked part
    about "$(awk '$1 == "main-0" { print $2 * 997 }' cpu.txt)" "$(oncpu 0)"
    about "$(jq '(.end_unix_ns - .start_unix_ns) * 997 / 1e9' raw.json)" "$(all 0)"
}

@test "real threads: stacks are the program's" {
    faked burn 1
    # The fake loader knows no images; the program is linked where its file says.
    jq --arg exe "$PWD/workload" '4194304 as $place
        | .images = [{path: $exe, base: $place, slide: 0, text: $place, text_size: $place, arch: ""}]' raw.json |
        prof-symbolize 2>/dev/null | prof-fold --state cpu >stacks
    cat stacks
    run awk '/^fiber-1;/ { all += $NF } /;burner;burn;spin / { spun += $NF }
        /^fiber-1;0x[0-9a-f]*;burner;/ { under += $NF }
        END { exit !(all > 100 && spun > 0.1 * all && under > 0.95 * all) }' stacks
    [ "$status" -eq 0 ]
}
