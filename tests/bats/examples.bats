# The examples are ordinary programs: without profiling they print their result and leave nothing behind.
bats_require_minimum_version 1.5.0
load helper

setup() {
    unset OSPREY_PROFILE OSPREY_PROFILE_HZ
    mkdir "$BATS_TEST_TMPDIR/empty"
    cd "$BATS_TEST_TMPDIR/empty"
}

# prints TEXT PROGRAM [ARGS]: that text alone, status 0, and no file in the working directory.
prints() {
    local text=$1
    shift
    run --separate-stderr "$@"
    [ "$status" -eq 0 ]
    [ "$output" = "$text" ]
    [ -z "$stderr" ]
    [ -z "$(ls -A)" ]
}

has_functions() {
    local program=$1 name
    shift
    for name; do
        nm "$program" | grep -q " [tT] $name\$"
    done
}

link_ir() {
    clang -w -O2 -g -pthread -o "$BATS_TEST_TMPDIR/fib-ll" "$ROOT/examples/fib.ll" \
        -Wl,--whole-archive "$BUILD/lib/libosprey_runtime.a" -Wl,--no-whole-archive
}

@test "every example is built" {
    for source in "$ROOT"/examples/*.c; do
        [ -x "$BUILD/examples/$(basename "$source" .c)" ]
    done
}

@test "every example is tried here" {
    for source in "$ROOT"/examples/*.c; do
        grep -q "prints .*examples/$(basename "$source" .c)\"" "$BATS_TEST_FILENAME"
    done
}

@test "fib computes in main and in a fiber" {
    prints "main 165580141, fiber 228826127" "$BUILD/examples/fib"
}

@test "effects counts primes on a continuation thread" {
    prints "335439 primes below 4800000, at most 33860 in a range" "$BUILD/examples/effects"
}

@test "waiting passes a value from the sleeper to the blocked fiber" {
    prints "received 42" "$BUILD/examples/waiting"
}

@test "recursion comes back from all its depths" {
    prints "de6f1f01ca1ec205" "$BUILD/examples/recursion"
}

@test "hotlines works for a second" {
    prints "be063a0f059e2ef2" "$BUILD/examples/hotlines"
}

@test "hotlines works as long as it is told" {
    prints "0000000000000001" "$BUILD/examples/hotlines" 0
}

@test "sleep_then_compute sleeps, then computes" {
    prints "slept 1 s, computed 0.2 s" "$BUILD/examples/sleep_then_compute"
}

@test "the functions that a profile shall name are in the examples under their names" {
    has_functions "$BUILD/examples/hotlines" seventy twenty ten main
    has_functions "$BUILD/examples/recursion" direct ping pong leaf main
    has_functions "$BUILD/examples/effects" count_primes search main
    has_functions "$BUILD/examples/waiting" sleeper receiver main
    has_functions "$BUILD/examples/fib" fib work main
    has_functions "$BUILD/examples/sleep_then_compute" compute main
}

@test "fib.ll computes what fib.c does" {
    link_ir
    prints "$("$BUILD/examples/fib")" "$BATS_TEST_TMPDIR/fib-ll"
}

@test "the functions of fib.ll begin where fib.osp has them" {
    link_ir
    for name in fib work main; do
        address=$(nm "$BATS_TEST_TMPDIR/fib-ll" | awk -v name="$name" '$3 == name { print $1 }')
        line=$(grep -n "^fn $name(" "$ROOT/examples/fib.osp" | cut -d: -f1)
        run addr2line -e "$BATS_TEST_TMPDIR/fib-ll" "$address"
        [ "$output" = "examples/fib.osp:$line" ]
    done
}

@test "each call of fib.ll points to its word in fib.osp" {
    run awk '
        FILENAME ~ /osp$/ { source[FNR] = $0; next }
        /call .*!dbg/ && !/osp_prof_boot/ {
            match($0, /@[a-z_]+\(/)
            name = substr($0, RSTART + 1, RLENGTH - 2)
            sub(/^fiber_/, "", name)
            sub(/^printf$/, "print", name)
            call[$NF] = name
        }
        /!DILocation/ && $1 in call {
            split($0, part, /[:,]/)
            word = substr(source[part[2] + 0], part[4] + 0, length(call[$1]))
            if (word != call[$1])
                print "line " part[2] " has " word ", not " call[$1]
            seen++
        }
        END { print seen " calls" }
    ' "$ROOT/examples/fib.osp" "$ROOT/examples/fib.ll"
    [ "$output" = "8 calls" ]
}
