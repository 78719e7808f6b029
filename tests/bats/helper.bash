# What every test file loads: where things are, and checks that many tests make.
ROOT=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
BUILD=${BUILD:-$ROOT/build}
DATA=$ROOT/tests/data
PATH=$BUILD/bin:$ROOT/bin:$PATH
export ROOT BUILD DATA PATH

# refuses PROGRAM INPUT: status 1, exactly one line on stderr, no end record or whole JSON on stdout.
refuses() {
    run --separate-stderr "$1" "$2"
    [ "$status" -eq 1 ]
    [ "${#stderr_lines[@]}" -eq 1 ]
    [[ "$output" != *'"type":"end"'* ]]
}
