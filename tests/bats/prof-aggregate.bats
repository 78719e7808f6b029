#!/usr/bin/env bats
bats_require_minimum_version 1.5.0
load helper

setup() {
    mixed=$DATA/report/mixed.records
}

# records of TYPE... : the lines of these types, compact
records() {
    local out=$1
    shift
    for type; do jq -c "select(.type == \"$type\")" <<<"$out"; done
}

@test "the golden profile gives the golden sums" {
    run --separate-stderr prof-aggregate "$mixed"
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
    diff -u "$DATA/report/mixed.aggregated" <(printf '%s\n' "$output")
}

@test "stdin gives what a file gives" {
    run prof-aggregate <"$mixed"
    [ "$status" -eq 0 ]
    diff -u "$DATA/report/mixed.aggregated" <(printf '%s\n' "$output")
}

@test "aggregating twice is aggregating once, byte for byte" {
    run bash -c 'set -o pipefail; prof-aggregate "$1" | prof-aggregate | cmp - "$2"' - "$mixed" "$DATA/report/mixed.aggregated"
    [ "$status" -eq 0 ]
}

@test "profile, image and thread records and those of unknown types are passed on byte for byte" {
    sed 's/^\({"type":"stack","id":0\)/{"type":"note", "of" : "a user"}\n\1/; s/"pid":7/"pid" : 7/' "$mixed" |
        sed 's/"lines":[0-9]*/"lines":26/' >"$BATS_TEST_TMPDIR/in"
    run --separate-stderr prof-aggregate "$BATS_TEST_TMPDIR/in"
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
    diff -u <(grep -E '"type":"(profile|image|thread|note)"' "$BATS_TEST_TMPDIR/in") <(head -n 6 <<<"$output")
}

@test "samples in are samples out, running and waiting add up to them" {
    run bash -c 'prof-aggregate "$1" | jq -se "
        (map(select(.type == \"fiber\"))) as \$fibers | (.[] | select(.type == \"summary\")) |
        .samples == 1800 and .oncpu + .waiting == .samples and .fibers == (\$fibers | length) and
        (\$fibers | map(.samples) | add) == .samples and (\$fibers | map(.oncpu) | add) == .oncpu"' - "$mixed"
    [ "$status" -eq 0 ]
    [ "$output" = true ]
}

@test "the self counts of all functions add up to the samples on the CPU" {
    run bash -c 'prof-aggregate "$1" | jq -s "map(select(.type == \"function\").self) | add"' - "$mixed"
    [ "$output" = 1000 ]
}

@test "a recursive function and its call line count once a sample (C89)" {
    run prof-aggregate "$DATA/report/recursion.records"
    [ "$status" -eq 0 ]
    run records "$output" function
    [[ "$output" == *'"name":"r",'*'"self":0,"total":7}'* ]]
    [[ "$output" == *'"name":"h",'*'"self":3,"total":3}'* ]]
    [[ "$output" == *'"name":"main",'*'"self":0,"total":7}'* ]]
    run bash -c 'prof-aggregate "$1" | jq -c "select(.type == \"line\" and .line == 12) | [.self, .total]"' - "$DATA/report/recursion.records"
    [ "$output" = "[0,3]" ]
}

@test "a profile without samples has a summary of zeros" {
    run --separate-stderr prof-aggregate "$DATA/report/empty.records"
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
    run records "$output" summary fiber function line
    [ "$output" = '{"type":"summary","samples":0,"oncpu":0,"waiting":0,"truncated":0,"unresolved":0,"fibers":0,"wall_seconds":3,"cpu_seconds":0}' ]
}

@test "a raw file is taken, its addresses count as unresolved" {
    run bash -c 'prof-aggregate "$1" | jq -c "select(.type == \"summary\") | [.samples, .oncpu, .unresolved, .truncated]"' - "$DATA/report/small.raw.json"
    [ "$status" -eq 0 ]
    [ "$output" = "[6,4,4,1]" ]
}

@test "threads of one shown name are one fiber" {
    sed 's/"fiber":-1,"label":"effect"/"fiber":1,"label":"fiber"/; s/^\[1101000000,0,/[1101000000,2,/' "$mixed" >"$BATS_TEST_TMPDIR/in"
    run bash -c 'prof-aggregate "$1" | jq -c "select(.type == \"fiber\") | [.name, .oncpu, .waiting]"' - "$BATS_TEST_TMPDIR/in"
    [ "${lines[*]}" = '["main",300,800] ["fiber-1",700,0]' ]
}

@test "counts that add up to more than 63 bits are refused" {
    sed 's/^\[1101000000,0,0,0,100\]/[1101000000,0,0,0,9223372036854775807]/' "$mixed" >"$BATS_TEST_TMPDIR/in"
    refuses prof-aggregate "$BATS_TEST_TMPDIR/in"
    [[ "$stderr" == *"in:25: the counts of the samples add up to more than"* ]]
}

@test "parts that are larger than their whole are refused" {
    for change in 's/"self":525/"self":526/' 's/"total":876/"total":1001/' 's/"oncpu":400,"waiting":800/"oncpu":500,"waiting":800/' \
        's/"samples":600,"oncpu":600/"samples":601,"oncpu":600/' 's/"truncated":124/"truncated":1240/' 's/"unresolved":225/"unresolved":2250/' \
        's/"oncpu":1000/"oncpu":1900/' 's/"line":3,"kind":"user","self":524,"total":524/"line":3,"kind":"user","self":525,"total":524/'; do
        sed "$change" "$DATA/report/mixed.aggregated" >"$BATS_TEST_TMPDIR/in"
        run cmp -s "$DATA/report/mixed.aggregated" "$BATS_TEST_TMPDIR/in"
        [ "$status" -eq 1 ]
        refuses prof-aggregate "$BATS_TEST_TMPDIR/in"
        [[ "$stderr" == *": a part is larger than the whole" ]]
    done
}

@test "samples beside a summary of all samples are refused" {
    summary=$(grep '"type":"summary"' "$DATA/report/mixed.aggregated")
    sed "s/^{\"type\":\"end\".*/$summary\n&/" "$mixed" >"$BATS_TEST_TMPDIR/in"
    refuses prof-aggregate "$BATS_TEST_TMPDIR/in"
    [[ "$stderr" == *"/in:26: a summary after samples" ]]
    sed "2i $summary" "$mixed" >"$BATS_TEST_TMPDIR/in"
    refuses prof-aggregate "$BATS_TEST_TMPDIR/in"
    [[ "$stderr" == *"/in:20: a sample after the summary"* ]]
}

@test "sums without their summary are refused" {
    grep -v '"type":"summary"' "$DATA/report/mixed.aggregated" >"$BATS_TEST_TMPDIR/in"
    refuses prof-aggregate "$BATS_TEST_TMPDIR/in"
    [[ "$stderr" == *"/in:6: a sum before the summary" ]]
}

@test "a cut stream is refused, and gets no end" {
    head -n 20 "$mixed" >"$BATS_TEST_TMPDIR/cut"
    refuses prof-aggregate "$BATS_TEST_TMPDIR/cut"
}

@test "a broken line is refused with its file and line" {
    sed '12s/.*/{"type":/' "$mixed" >"$BATS_TEST_TMPDIR/broken"
    refuses prof-aggregate "$BATS_TEST_TMPDIR/broken"
    [[ "$stderr" == "prof-aggregate: "*"/broken:12: "* ]]
}

@test "empty input is refused" {
    refuses prof-aggregate /dev/null
}

@test "a full disk is noticed" {
    run bash -c 'prof-aggregate "$1" >/dev/full' - "$mixed"
    [ "$status" -eq 1 ]
}

@test "wrong use has status 2" {
    run prof-aggregate --top
    [ "$status" -eq 2 ]
    run prof-aggregate one two
    [ "$status" -eq 2 ]
}
