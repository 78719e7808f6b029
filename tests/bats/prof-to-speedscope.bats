#!/usr/bin/env bats
bats_require_minimum_version 1.5.0
load helper
load exports

setup() {
    fibers=$DATA/exports/fibers.records
    cd "$BATS_TEST_TMPDIR" || exit
}

# nanoseconds FILTER FILE: numbers of seconds that a jq filter gives, as they are written, in whole nanoseconds
nanoseconds() {
    jq -r "$1" "$2" | awk '{ printf "%.0f\n", $1 * 1e9 }'
}

# The laws of a sampled profile (C81).
lawful() {
    jq -e '
        . as $file | .profiles | length > 0 and all(
            .type == "sampled" and .unit == "seconds" and .startValue == 0
            and (.samples | length) == (.weights | length) and (.samples | length) == (.states | length)
            and all(.weights[]; . >= 0)
            and all(.samples[]; length > 0)
            and all(.samples[][]; . >= 0 and . < ($file.shared.frames | length))
            and ((.weights | add // 0) - .endValue | fabs) < 1e-9 * (1 + .endValue))' "$1"
}

@test "the golden profile gives the golden file" {
    run --separate-stderr prof-to-speedscope "$fibers"
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
    diff -u "$DATA/exports/fibers.speedscope.json" <(printf '%s\n' "$output")
}

@test "each fiber that has samples is a profile: main, then by weight, equal ones by their rows; then all" {
    run jq -c '[.profiles[].name]' <(prof-to-speedscope "$fibers")
    [ "$output" = '["main","fiber-3","fiber-1","fiber-2","effect-3","all fibers"]' ]
}

@test "a single fiber is a single profile" {
    printf '[1,1,0,0]\n[2,1,1,0]\n' | with_samples 1000 | prof-to-speedscope >out
    run jq -c '[.profiles[].name]' out
    [ "$output" = '["fiber-1"]' ]
}

@test "all fibers are merged in the order of time" {
    printf '[1,0,0,0]\n[3,0,0,0]\n[2,1,1,0]\n[4,1,1,0]\n' | with_samples 1000 | prof-to-speedscope >out
    run jq -c '.shared.frames as $f | .profiles[2].samples | map($f[.[0]].name)' out
    [ "$output" = '["a","b","a","b"]' ]
}

@test "samples of one time stay in the order of their coming" {
    awk 'BEGIN { for (i = 0; i < 1000; i++) printf "[5,0,%d,0]\n", (i + 1) % 2; print "[1,0,0,0]" }' |
        with_samples 1000 | prof-to-speedscope >out
    # a at 1, then b a b a …
    run jq -c '.shared.frames as $f | .profiles[0].samples | map($f[.[0]].name) | [length, .[0], .[1], .[500], .[-1]]' out
    [ "$output" = '[1001,"a","b","a","a"]' ]
}

@test "samples that came in no order are sorted by time" {
    awk 'BEGIN { for (i = 0; i < 200003; i++) printf "[%.0f,0,%d,0]\n", (i * 7919) % 200003, (i * 7919) % 200003 % 2 }' |
        with_samples 1000 | prof-to-speedscope >out
    # 200,003 is a prime: each time is there once, and the stacks take turns
    run jq '.profiles[0].samples | length' out
    [ "$output" -eq 200003 ]
    lawful out
}

@test "equal neighbours are one row that weighs what they weigh together" {
    printf '[1,0,0,0]\n[2,0,0,0,3]\n[3,0,0,0]\n[4,0,1,0]\n[5,0,0,0]\n' | with_samples 1000 | prof-to-speedscope >out
    run jq -c '.profiles[0] | [(.samples | length), .weights, .endValue]' out
    [ "$output" = '[3,[0.005,0.001,0.001],0.007]' ]
}

@test "states tell which rows wait, a digit a row, and a row is of one state" {
    printf '[1,0,0,0]\n[2,0,0,1,3]\n[3,0,0,1]\n[4,0,0,0]\n[5,1,1,1]\n' | with_samples 1000 | prof-to-speedscope >out
    run jq -c '.profiles[] | [.name, .states, .weights]' out
    [ "${lines[0]}" = '["main","010",[0.001,0.004,0.001]]' ]
    [ "${lines[1]}" = '["fiber-1","1",[0.001]]' ]
    [ "${lines[2]}" = '["all fibers","0101",[0.001,0.004,0.001,0.001]]' ]
}

@test "the waiting weights are what prof-aggregate counts as waiting" {
    waiting=$(prof-aggregate "$fibers" | jq 'select(.type == "summary").waiting')
    prof-to-speedscope "$fibers" >out
    run jq '[.profiles[-1] | [.weights, (.states / "")] | transpose[] | select(.[1] == "1")[0]] | add * 1000 | round' out
    [ "$output" -eq "$waiting" ]
}

@test "frames of the runtime say so" {
    printf '[1,0,0,0]\n' | with_samples 1000 | sed '/"name":"b"/s/"kind":"user"/"kind":"runtime"/' | prof-to-speedscope >out
    run jq -c '.shared.frames | map([.name, .kind])' out
    [ "$output" = '[["a",null],["b","runtime"],["sleep","runtime"]]' ]
}

@test "stacks that differ in lines or addresses alone are the same row, and a frame stands there once" {
    run jq -c '[.shared.frames[] | select(.name == "fib")], .profiles[0].samples[0]' <(prof-to-speedscope "$fibers")
    [ "${lines[0]}" = '[{"name":"fib","file":"/w/a b/fib.c","line":2}]' ]
    [ "${lines[1]}" = '[1,0,0]' ]
}

@test "stacks are root first" {
    run jq -r '.shared.frames as $f | .profiles[] | select(.name == "fiber-1") | .samples[0] | map($f[.].name) | .[0]' \
        <(prof-to-speedscope "$fibers")
    [ "$output" = 0x401191 ]
}

@test "what is unknown of a function is left out" {
    run jq -c '.shared.frames[] | select(.name == "nanosleep") | keys' <(prof-to-speedscope "$fibers")
    [ "$output" = '["kind","name"]' ]
}

@test "the laws of the format hold for every profile of the fixtures" {
    of_fixtures prof-to-speedscope out lawful
}

@test "100,000 samples at 9,973 Hz: no error adds up, and endValue is the sum of the weights to the last digit" {
    awk 'BEGIN { for (i = 1; i <= 100000; i++) printf "[%.0f,0,%d,0]\n", i * 100271, i % 2 }' |
        with_samples 9973 | prof-to-speedscope >out
    [ "$(nanoseconds '.profiles[0].endValue' out)" -eq $((100000 * 1000000000 / 9973)) ]
    sum=$(nanoseconds '.profiles[0].weights[]' out | awk '{ sum += $1 } END { printf "%.0f\n", sum }')
    [ "$sum" -eq "$(nanoseconds '.profiles[0].endValue' out)" ]
    run jq '.profiles[0].weights | length, min, max' out
    [ "${lines[*]}" = '100000 0.00010027 0.000100271' ]
}

@test "the weights of all fibers add up to the samples that prof-aggregate counts" {
    samples=$(prof-aggregate "$fibers" | jq 'select(.type == "summary").samples')
    [ "$(nanoseconds '.profiles[-1].endValue' <(prof-to-speedscope "$fibers"))" -eq $((samples * 1000000)) ]
    prof-to-speedscope "$fibers" | jq -e '[.profiles[:-1][].endValue] | add - 0.102 | fabs < 1e-12'
}

@test "a fiber's self weights of a function are its samples" {
    prof-to-speedscope "$fibers" | jq -e '
        .shared.frames as $f | .profiles[0] | [.samples, .weights] | transpose
        | map(select($f[.[0][-1]].name == "nanosleep")[1]) | add - 0.026 | fabs < 1e-12'
}

@test "one sample gives one row" {
    printf '[7,0,1,0]\n' | with_samples 997 | prof-to-speedscope >out
    run jq -c '.profiles[] | [(.samples | length), .weights, .endValue]' out
    [ "$output" = '[1,[0.001003009],0.001003009]' ]
}

@test "a profile without samples is a file that speedscope opens, and a line says so" {
    run --separate-stderr prof-to-speedscope <(printf '' | with_samples 1000)
    [ "$status" -eq 0 ]
    [ "$stderr" = "prof-to-speedscope: the profile has no samples" ]
    jq -e '.profiles == [{type:"sampled",name:"no samples",unit:"seconds",startValue:0,endValue:0,samples:[],weights:[],states:""}]' \
        <<<"$output"
}

@test "the name is the program's, and the exporter says what wrote the file" {
    prof-to-speedscope "$fibers" | jq -e --arg version "$(prof-to-speedscope --version)" '
        .name == "fib" and .activeProfileIndex == 0
        and .["$schema"] == "https://www.speedscope.app/file-format-schema.json"
        and (.exporter | startswith("osprey-prof@")) and (.exporter[12:] | inside($version))'
}

@test "names of any bytes come out as JSON and UTF-8" {
    printf '[1,0,0,0]\n' | with_samples 1000 | sed 's/"name":"a"/"name":"\\u0001\\"\\\\<\/script>\xff\xc3"/' |
        prof-to-speedscope >out
    iconv -f UTF-8 -t UTF-8 out >/dev/null
    run jq -r '.shared.frames[0].name | @json' out
    [ "$output" = '"\u0001\"\\</script>��"' ]
}

@test "a raw file is taken, and shows addresses" {
    prof-to-speedscope "$DATA/raw/small.json" >out
    lawful out
    jq -e '.shared.frames | length > 0 and all(.name | startswith("0x") or startswith("["))' out
}

@test "a stack of 100,000 frames comes out whole" {
    deep | prof-to-speedscope >out
    run jq -c '.profiles[0].samples[0] | length, .[-1]' out
    [ "${lines[*]}" = "100000 0" ]
}
