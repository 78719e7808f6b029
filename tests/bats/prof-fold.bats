#!/usr/bin/env bats
bats_require_minimum_version 1.5.0
load helper

setup() {
    mixed=$DATA/report/mixed.records
}

# What flamegraph.pl and speedscope can read (C78).
well_formed() {
    run ! grep -vE '^[^;]+(;[^;]+)* [1-9][0-9]*$' "$1"
    run ! grep -P '[^\S\n ]| .* |\r' "$1"
}

# one_name JSON_STRING LABEL: a profile of one sample in a function of this name, in a fiber of this label
one_name() {
    cat <<END
{"type":"profile","version":1,"pid":7,"exe":"/w/x","rate_hz":1000,"platform":"","start_unix_ns":"0","end_unix_ns":"1000000","dropped":0}
{"type":"thread","id":0,"fiber":3,"label":$2,"name":""}
{"type":"frame","id":0,"name":$1,"file":"","line":0,"column":0,"start_line":0,"kind":"user","inlined":false}
{"type":"stack","id":0,"frames":[0]}
[1,0,0,0,2]
{"type":"end","lines":5,"samples":2}
END
}

@test "the golden profile gives the golden lines" {
    run --separate-stderr prof-fold "$mixed"
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
    diff -u "$DATA/report/mixed.folded" <(printf '%s\n' "$output")
}

@test "lines are sorted by bytes, each stack is there once, every line is well-formed" {
    prof-fold "$mixed" >"$BATS_TEST_TMPDIR/folded"
    LC_ALL=C sort -c "$BATS_TEST_TMPDIR/folded"
    [ -z "$(sed 's/ [0-9]*$//' "$BATS_TEST_TMPDIR/folded" | uniq -d)" ]
    well_formed "$BATS_TEST_TMPDIR/folded"
}

@test "a name that is the beginning of another sorts as the bytes of the lines do" {
    for name in a 'a!' a. 'a?' ab '~'; do one_name "\"$name\"" '"f"' | sed -n 3p; done |
        jq -c '.id = input_line_number - 1' >"$BATS_TEST_TMPDIR/frames"
    {
        one_name '"x"' '"f"' | head -n 2
        one_name '"x"' '"f"' | sed -n '2s/"id":0,"fiber":3/"id":1,"fiber":30/p'
        cat "$BATS_TEST_TMPDIR/frames"
        for leaf in 0 1 2 3 4 5; do
            for root in 0 1 2 3 4 5; do
                echo '{"type":"stack","id":'$((leaf * 6 + root))',"frames":['"$leaf,$root"']}'
                echo "[1,0,$((leaf * 6 + root)),0]"
            done
            echo '{"type":"stack","id":'$((36 + leaf))',"frames":['"$leaf"']}'
            echo "[1,0,$((36 + leaf)),0]" "[2,1,$((36 + leaf)),0]" | tr ' ' '\n'
        done
        echo '{"type":"end","lines":99,"samples":48}'
    } >"$BATS_TEST_TMPDIR/in"
    run bash -c 'prof-fold "$1/in" 2>&1 >"$1/folded"' - "$BATS_TEST_TMPDIR"
    [ -z "$output" ]
    [ "$(wc -l <"$BATS_TEST_TMPDIR/folded")" -eq 48 ]
    LC_ALL=C sort -c "$BATS_TEST_TMPDIR/folded"
}

@test "samples in are samples out" {
    run bash -c 'prof-fold "$1" | awk "{ sum += \$NF } END { print sum }"' - "$mixed"
    [ "$output" = 1800 ]
}

@test "--state picks what ran or what waited" {
    run prof-fold --state waiting "$mixed"
    [ "$output" = "main;main;nanosleep 800" ]
    run bash -c 'prof-fold --state=cpu "$1" | awk "{ sum += \$NF } END { print sum }"' - "$mixed"
    [ "$output" = 1000 ]
    run bash -c 'cmp <(prof-fold --state all "$1") <(prof-fold "$1")' - "$mixed"
    [ "$status" -eq 0 ]
}

@test "--no-fiber makes the same stacks of several fibers one line" {
    run prof-fold --no-fiber <(sed 's/^\[1000000,1,1,0,250\]/[1000000,1,0,0,250]/' "$mixed")
    [ "$status" -eq 0 ]
    [[ "$output" == *$'\nmain;fib;fib;fib 650\n'* ]]
    [[ "$output" != *fiber-1* ]]
}

@test "a ';' in a name makes no frame (C76)" {
    run prof-fold <(one_name '"foo<[a;b]>"' '"a;b 12"')
    [ "$output" = "a_b_12-3;foo<[a_b]> 2" ]
}

@test "a name that ends in a number isn't read as a count (C77)" {
    run prof-fold --no-fiber <(one_name '"hot;path 7"' '"f"')
    [ "$output" = "hot_path_7 2" ]
    run prof-fold <(one_name '"foo.c:12 5"' '"worker 3"')
    [ "$output" = "worker_3-3;foo.c:12_5 2" ]
}

@test "white space of any script and control characters become '_' (C75)" {
    run prof-fold --no-fiber <(one_name '"a\tb\nc\rd\u00a0e\u2028f\u3000g\u001b[31mh\u202ei"' '"f"')
    [ "$output" = "a_b_c_d_e_f_g_[31mh_i 2" ]
}

@test "an empty name is '_', other scripts stay" {
    run prof-fold --no-fiber <(one_name '""' '"f"')
    [ "$output" = "_ 2" ]
    run prof-fold --no-fiber <(one_name '"größe→計算"' '"f"')
    [ "$output" = "größe→計算 2" ]
}

@test "names that differ in replaced characters alone are one line" {
    {
        one_name '"a b"' '"f"' | head -n 3
        one_name '"a;b"' '"f"' | sed -n '3s/"id":0/"id":1/p'
        printf '%s\n' '{"type":"stack","id":0,"frames":[0]}' '{"type":"stack","id":1,"frames":[1]}' \
            '[1,0,0,0]' '[2,0,1,0]' '{"type":"end","lines":8,"samples":2}'
    } >"$BATS_TEST_TMPDIR/in"
    run --separate-stderr prof-fold "$BATS_TEST_TMPDIR/in"
    [ "$output" = "f-3;a_b 2" ]
}

@test "a stack of no frames is '[unknown]'" {
    run prof-fold <(one_name '"x"' '"f"' | sed 's/"frames":\[0\]/"frames":[]/')
    [ "$output" = "f-3;[unknown] 2" ]
}

@test "a raw file gives addresses and labels" {
    run prof-fold "$DATA/report/small.raw.json"
    [ "$status" -eq 0 ]
    diff -u - <(printf '%s\n' "$output") <<'END'
fiber-1;[truncated];0x401191;0x401191 1
fiber-1;[waiting] 2
main;0x4011f4;0x401191 3
END
}

@test "a negative fiber is called after its thread" {
    run prof-fold <(one_name '"x"' '"effect"' | sed 's/"id":0,"fiber":3/"id":5,"fiber":-1/; s/\[1,0,0/[1,5,0/')
    [ "$output" = "effect-5;x 2" ]
}

@test "a profile without samples gives nothing and no error (C25)" {
    run --separate-stderr prof-fold "$DATA/report/empty.records"
    [ "$status" -eq 0 ]
    [ -z "$output$stderr" ]
}

@test "records of unknown types are skipped" {
    run bash -c 'cmp <(sed "2i {\"type\":\"note\"}" "$1" | sed "s/\"lines\":25/\"lines\":26/" | prof-fold) <(prof-fold "$1")' - "$mixed"
    [ "$status" -eq 0 ]
    [ -z "$output" ]
}

@test "a cut stream and empty input are refused, with nothing on stdout" {
    head -n 20 "$mixed" >"$BATS_TEST_TMPDIR/cut"
    refuses prof-fold "$BATS_TEST_TMPDIR/cut"
    [ -z "$output" ]
    refuses prof-fold /dev/null
    [ -z "$output" ]
}

@test "a broken line is refused with its file and line" {
    sed '19s/.*/[1,2/' "$mixed" >"$BATS_TEST_TMPDIR/broken"
    refuses prof-fold "$BATS_TEST_TMPDIR/broken"
    [[ "$stderr" == "prof-fold: "*"/broken:19: "* ]]
}

@test "wrong use has status 2" {
    run prof-fold --state running "$mixed"
    [ "$status" -eq 2 ]
    run prof-fold --state
    [ "$status" -eq 2 ]
}
