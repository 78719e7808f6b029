#!/usr/bin/env bats
# A run of equal waiting samples is one row with their count, or as many rows: no reader tells the two apart.
bats_require_minimum_version 1.5.0
load helper

setup() {
    cd "$BATS_TEST_TMPDIR" || exit
    raw '[1000000,0,0,0],[2000000,0,1,1,1],[3000000,0,1,1],[4000000,0,1,1],[5000000,0,0,0],[6000000,0,0,0]' >rows.json
    raw '[1000000,0,0,0],[2000000,0,1,1,3],[5000000,0,0,0],[6000000,0,0,0]' >run.json
}

# raw SAMPLES: a raw file of one thread and two stacks
raw() {
    cat <<END
{"version":1,"pid":7,"exe":"/w/x","rate_hz":1000,"platform":"linux-x86_64","start_unix_ns":1000,"end_unix_ns":6001000,
"images":[],"threads":[{"fiber":0,"label":"main"}],"stacks":[[4096,8192],[12288,8192]],"samples":[$1],"dropped":0}
END
}

# alike FILTER: it makes the same of both, from the raw file and from records
alike() {
    for filter in images symbolize; do
        "$1" rows.json >rows.out
        "$1" run.json >run.out
        cmp rows.out run.out
        "prof-$filter" rows.json | "$1" >rows.out
        "prof-$filter" run.json | "$1" >run.out
        cmp rows.out run.out
    done
}

@test "a run in one row and in many folds alike" {
    alike prof-fold
    grep -qx 'main;0x2000;0x3000 3' run.out
}

@test "a run in one row and in many adds up alike" {
    alike prof-aggregate
    [ "$(jq -r 'select(.type == "summary") | "\(.samples) \(.waiting)"' run.out)" = '6 3' ]
}

@test "a run in one row and in many is reported alike" {
    alike prof-report
}

@test "a run in one row and in many looks alike in speedscope" {
    alike prof-to-speedscope
    run jq -c '.profiles[0] | [(.samples | length), .weights]' run.out
    [ "$output" = '[3,[0.001,0.003,0.002]]' ]
}

@test "a run in one row and in many leaves out the same time in a .cpuprofile" {
    alike prof-to-v8
}

@test "a run keeps its count through the filters that pass samples on" {
    [ "$(prof-images run.json | prof-symbolize | grep -c '^\[2000000,0,1,1,3\]$')" -eq 1 ]
}
