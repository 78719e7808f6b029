# What every test file loads: where things are, and checks that many tests make.
ROOT=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
BUILD=${BUILD:-$ROOT/build}
DATA=$ROOT/tests/data
PATH=$BUILD/bin:$ROOT/bin:$PATH
# Names that were found before are no test of how they are found.
XDG_CACHE_HOME=${BATS_TEST_TMPDIR:-${BATS_FILE_TMPDIR:-/nonexistent}}/cache
export ROOT BUILD DATA PATH XDG_CACHE_HOME

# until_so COMMAND...: waits until it succeeds; ten minutes are a hang, on the slowest machine.
until_so() {
    local i
    for ((i = 0; i < 6000; i++)); do
        ! "$@" || return 0
        sleep 0.1
    done
    return 1
}

# refuses PROGRAM INPUT: status 1, exactly one line on stderr, no end record or whole JSON on stdout.
refuses() {
    run --separate-stderr "$1" "$2"
    [ "$status" -eq 1 ]
    [ "${#stderr_lines[@]}" -eq 1 ]
    [[ "$output" != *'"type":"end"'* ]]
}
