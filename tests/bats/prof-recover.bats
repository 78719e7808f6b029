# prof-recover: the raw profile out of a part file, whatever it went through.

bats_require_minimum_version 1.5.0
load helper

setup_file() {
    cd "$BATS_FILE_TMPDIR"
    OSPREY_PROFILE=raw.json "$BUILD/programs/ends" _exit || [ $? -eq 5 ]
}

setup() {
    cd "$BATS_TEST_TMPDIR"
    cp "$BATS_FILE_TMPDIR/raw.json.part" part
}

committed() {
    od -An -t u8 -j 48 -N 8 part | tr -d ' '
}

# set_word OFFSET VALUE: writes 8 bytes, the lowest first.
set_word() {
    local value=$2 byte
    for byte in 0 1 2 3 4 5 6 7; do
        # shellcheck disable=SC2059
        printf "\\x$(printf %x $((value >> 8 * byte & 255)))" | dd of=part bs=1 seek=$(($1 + byte)) conv=notrunc status=none
    done
}

@test "a part file becomes a raw profile, the same from a file, standard input and a pipe" {
    prof-recover part >from_file
    prof-recover <part >from_stdin
    prof-recover - <part >from_dash
    cat part | prof-recover >from_pipe
    for way in stdin dash pipe; do
        cmp from_file from_$way
    done
    run bash -c 'set -o pipefail; prof-symbolize from_file | prof-report'
    [ "$status" -eq 0 ]
    [[ "$output" == ends* ]]
}

@test "a filter that is given a part file says what makes a raw profile of it" {
    refuses prof-report part
    [[ "$stderr" == "prof-report: part: a part file, of a program that runs or was killed: prof-recover makes a raw profile of it" ]]
}

@test "a part file without its unused rest is as good" {
    head -c "$(committed)" part >short
    prof-recover part >of_whole
    prof-recover short | cmp - of_whole
}

@test "what stands before a cut is recovered, and a warning tells of it" {
    head -c $(($(committed) - 100)) part >short
    run --separate-stderr prof-recover short
    [ "$status" -eq 0 ]
    [ "${#stderr_lines[@]}" -eq 1 ]
    [[ "$stderr" == "prof-recover: short: cut or damaged at byte "*": what stands before is recovered" ]]
    prof-fold <<<"$output"
}

@test "a sample of a stack that is not there ends the profile" {
    end=$(committed)
    set_word "$end" 2
    set_word $((end + 8)) $((1 << 52 | 67108863))
    set_word 48 $((end + 16))
    run --separate-stderr prof-recover part
    [ "$status" -eq 0 ]
    [[ "$stderr" == *": cut or damaged at byte $end: "* ]]
    prof-fold <<<"$output"
}

@test "what is no part file is refused" {
    : >empty
    refuses prof-recover empty
    [[ "$stderr" == *": empty, "* ]]
    cp "$DATA/raw/tiny.json" raw
    refuses prof-recover raw
    [[ "$stderr" == *": not a part file: "* ]]
    head -c 1000 part >short
    refuses prof-recover short
    refuses prof-recover /nonexistent
    refuses prof-recover .
}

@test "a part file of another version, or of another byte order, is refused" {
    set_word 8 $((0x0102030400000003))
    refuses prof-recover part
    [[ "$stderr" == *"a part file of version 3, only 2 is read"* ]]
    set_word 8 $((0x0403020100000002))
    refuses prof-recover part
    [[ "$stderr" == *"of another byte order"* ]]
}

@test "a profile that had not begun, and a header that is damaged, are refused" {
    cp part whole
    set_word 32 0
    refuses prof-recover part
    [[ "$stderr" == *"had not begun"* ]]
    cp whole part
    set_word 56 -1
    refuses prof-recover part
    cp whole part
    set_word 48 17
    refuses prof-recover part
}

@test "a part file that its program had to leave says so" {
    set_word 96 1
    run --separate-stderr prof-recover part
    [ "$status" -eq 0 ]
    [[ "$stderr" == *"could not grow"* ]]
}

@test "a full disk gives status 1" {
    run --separate-stderr bash -c 'prof-recover part >/dev/full'
    [ "$status" -eq 1 ]
    [[ "$stderr" == "prof-recover: stdout: No space left on device" ]]
}

@test "a closed input is an empty one" {
    run --separate-stderr bash -c 'prof-recover <&-'
    [ "$status" -eq 1 ]
    [[ "$stderr" == "prof-recover: stdin: empty, "* ]]
}

@test "an unknown option gives status 2, --help the help" {
    run --separate-stderr prof-recover --frobnicate part
    [ "$status" -eq 2 ]
    run --separate-stderr prof-recover --help
    [ "$status" -eq 0 ]
    [[ "$output" == "usage: prof-recover"* ]]
}

@test "damaged part files do no harm" {
    run sh "$ROOT/tests/damage-parts" part 150
    [ "$output" = "150 damaged part files: no crash" ]
}
