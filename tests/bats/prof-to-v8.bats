#!/usr/bin/env bats
bats_require_minimum_version 1.5.0
load helper
load exports

setup() {
    fibers=$DATA/exports/fibers.records
    cd "$BATS_TEST_TMPDIR" || exit
}

# The time in microseconds that a viewer shows for each name: a sample lasts until the next one.
shown() {
    jq -c '
        (.nodes | map({key: (.id | tostring), value: .callFrame.functionName}) | from_entries) as $names
        | [.samples[:-1], .timeDeltas[1:]] | transpose
        | map({name: $names[.[0] | tostring], time: .[1]}) | group_by(.name)
        | map({key: .[0].name, value: (map(.time) | add)}) | from_entries' "$@"
}

# What every reader of the format takes for granted (C82, C83).
lawful() {
    jq -e '
        (.nodes | map(.id)) as $ids
        | ([.nodes[].children[]] | sort) as $children
        | ($ids | unique | length) == ($ids | length)
        and .nodes[0].callFrame.functionName == "(root)"
        and $children == ($ids[1:] | sort)
        and (.samples | length) == (.timeDeltas | length)
        and (.samples - $ids) == []
        and all(.timeDeltas[]; . >= 0 and . == floor)
        and .samples[-1] == $ids[0]
        and all(.nodes[]; ([.positionTicks // [] | .[].ticks] | add // 0) <= .hitCount)
        and all(.nodes[].positionTicks // [] | .[].line; . >= 1)
        and all(.nodes[].callFrame; .lineNumber >= -1 and (.url | startswith("/") | not))' "$1"
}

@test "the golden profile gives the golden file" {
    run --separate-stderr prof-to-v8 "$fibers"
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
    diff -u "$DATA/exports/fibers.cpuprofile" <(printf '%s\n' "$output")
}

@test "a program that sleeps 1 s and then computes 0.2 s shows 0.2 s for the computation and 1 s of idle" {
    {
        for ((i = 1; i <= 1000; i++)); do echo "[${i}000000,0,2,1]"; done
        for ((i = 1001; i <= 1200; i++)); do echo "[${i}000000,0,0,0]"; done
    } | with_samples 1000 1200000000 1 | prof-to-v8 >out
    [ "$(shown out)" = '{"(idle)":1000000,"a":200000}' ]
    run jq -c '[.endTime - .startTime, (.samples | length), .nodes[-1].hitCount, .nodes[-1].callFrame.functionName]' out
    [ "$output" = '[1200000,3,1000,"(idle)"]' ]
}

@test "without its waiting samples the profile shows the same" {
    prof-to-v8 "$fibers" >whole
    grep -v '^\[[0-9]*,[01],[0-9]*,1' "$fibers" | prof-to-v8 >picked 2>err
    grep -q 'some were filtered out' err
    cmp whole picked
}

@test "waiting is never charged to what runs before or after it" {
    printf '[1000000,0,0,0]\n[900000000,0,2,1,899]\n[901000000,0,1,0]\n' | with_samples 1000 1000000000 1 | prof-to-v8 >out
    [ "$(shown out)" = '{"(idle)":998000,"a":1000,"b":1000}' ]
}

@test "a sample lasts as long as its count" {
    printf '[7000000,0,0,0,7]\n[10000000,0,1,0,3]\n' | with_samples 1000 10000000 1 | prof-to-v8 >out
    [ "$(shown out)" = '{"a":7000,"b":3000}' ]
    run jq -c '[.nodes[1:][] | .hitCount]' out
    [ "$output" = '[7,3]' ]
}

@test "equal neighbours are one sample that lasts as long as they do together" {
    printf '[1000000,0,0,0]\n[4000000,0,0,0,3]\n[5000000,0,1,0]\n[6000000,0,0,0]\n' | with_samples 1000 6000000 1 | prof-to-v8 >out
    run jq -c '[.samples, .timeDeltas, [.nodes[1:][].hitCount]]' out
    [ "$output" = '[[2,3,2,1],[0,4000,1000,1000],[5,1]]' ]
}

@test "a thread that computes 30 % of each millisecond is idle for the rest" {
    awk 'BEGIN { for (i = 1; i <= 3000; i++) if (int(i * 0.3) > int((i - 1) * 0.3)) printf "[%.0f,0,0,0]\n", i * 1000000
                 else printf "[%.0f,0,2,1]\n", i * 1000000 }' | with_samples 1000 3000000000 1 | prof-to-v8 >out
    [ "$(shown out)" = '{"(idle)":2100000,"a":900000}' ]
}

@test "a thread that computes all the time is not idle, though no interval is like another" {
    awk 'BEGIN { srand(1); for (i = 0; i < 5000; i++) { t += 700000 + int(600000 * rand()); c = int(t / 1e6) - sum; sum += c
                 if (c) printf "[%.0f,0,0,0,%d]\n", t, c } }' | with_samples 1000 5000000000 1 | prof-to-v8 >out
    shown out | jq -e '.["(idle)"] < 50000'
    # jitter is no reason to cut the line into slivers
    jq -e '(.nodes[] | select(.callFrame.functionName == "(idle)").id) as $idle | [.samples[] | select(. == $idle)] | length < 5' out
}

@test "fibers side by side: the line is the CPU time of all, and idle is where none ran" {
    awk 'BEGIN { for (i = 1; i <= 3000; i++) for (f = 0; f < 2; f++) {
                     waiting = (i > 1000 && i <= 2000)
                     printf "[%.0f,%d,%d,%d]\n", i * 1000000, f, waiting ? 2 : f, waiting } }' |
        with_samples 1000 3000000000 2 | prof-to-v8 >out
    [ "$(shown out)" = '{"(idle)":1000000,"a":2000000,"b":2000000}' ]
}

@test "idle is short of a few periods at most after fibers ran side by side" {
    awk 'BEGIN { for (i = 1; i <= 100; i++) for (f = 0; f < 2; f++) printf "[%.0f,%d,0,0]\n", i * 1000000, f
                 for (; i <= 400; i++) if (i % 3 == 1) printf "[%.0f,0,1,0]\n", i * 1000000 }' |
        with_samples 1000 400000000 2 | prof-to-v8 >out
    shown out | jq -e '.a == 200000 and .b == 100000 and .["(idle)"] <= 200000 and .["(idle)"] >= 196000'
}

@test "sixteen threads that share two CPUs leave no idle" {
    awk 'BEGIN { srand(7); for (f = 0; f < 16; f++) owed[f] = rand()
                 for (i = 1; i <= 4000; i++) for (f = 0; f < 16; f++)
                     if ((owed[f] += 0.125) >= 1) { owed[f]--; printf "[%.0f,%d,0,0]\n", i * 1000000, f } }' |
        with_samples 1000 4000000000 16 | prof-to-v8 >out
    shown out | jq -e '.["(idle)"] // 0 < 20000'
}

@test "fibers are top nodes when there are several, and only then" {
    run jq -c '[.nodes[0].children[] as $id | .nodes[] | select(.id == $id).callFrame.functionName]' <(prof-to-v8 "$fibers")
    [ "$output" = '["main","fiber-1","fiber-2","effect-3","(idle)"]' ]
    printf '[1000000,0,0,0]\n' | with_samples 1000 1000000 2 | prof-to-v8 >out
    run jq -c '[.nodes[].callFrame.functionName]' out
    [ "$output" = '["(root)","a"]' ]
}

@test "samples of several threads are put in the order of time, those of one time in the order of their coming" {
    printf '[3000000,0,0,0]\n[1000000,1,1,0]\n[2000000,1,1,0]\n[3000000,1,1,0]\n' |
        with_samples 1000 4000000 2 | prof-to-v8 >out
    run jq -c '. as $p | [.samples[] as $id | .nodes[] | select(.id == $id).callFrame.functionName]' out
    [ "$output" = '["b","a","b","(root)"]' ]
}

@test "equal times give no negative delta" {
    printf '[5000000,0,0,0]\n[5000000,0,1,0]\n[5000000,0,0,0]\n' | with_samples 1000 5000000 1 | prof-to-v8 >out
    lawful out
    [ "$(shown out)" = '{"(idle)":4000,"a":2000,"b":1000}' ]
}

@test "a single sample lasts a period, and a last one without length ends the line" {
    printf '[1003009,0,0,0]\n' | with_samples 997 1003009 1 | prof-to-v8 >out
    run jq -c '[.samples, .timeDeltas, .startTime, .endTime]' out
    [ "$output" = '[[2,1],[0,1003],1,1004]' ]
}

@test "100,000 samples at 10 kHz that come every 99.7 us: the line is as long as the samples, to a microsecond" {
    awk 'BEGIN { for (i = 1; i <= 100000; i++) printf "[%.0f,0,%d,0]\n", i * 99700, i % 3 == 0 }' |
        with_samples 10000 1 1 | prof-to-v8 >out
    lawful out
    run jq -c '[.endTime - .startTime, (.timeDeltas[1:] | min, max)]' out
    [ "$output" = '[10000000,100,200]' ] # two of one stack are one
}

@test "100,000 samples at 9,973 Hz: rounding does not add up" {
    awk 'BEGIN { for (i = 1; i <= 100000; i++) printf "[%.0f,0,%d,0]\n", i * 1e9 / 9973, i % 3 == 0 }' |
        with_samples 9973 1 1 | prof-to-v8 >out
    lawful out
    run jq -c '.endTime - .startTime' out
    [ "$output" -eq $((100000 * 1000000 / 9973)) ]
    # a third of the samples
    shown out | jq -e '.b - 33333 * 1000000 / 9973 | fabs < 300'
}

@test "hits and times are the samples that prof-aggregate counts" {
    prof-to-v8 "$fibers" >out
    prof-aggregate "$fibers" >totals
    oncpu=$(jq 'select(.type == "summary").oncpu' totals)
    [ "$(jq '[.nodes[] | select(.callFrame.functionName != "(idle)").hitCount] | add' out)" -eq "$oncpu" ]
    [ "$(jq '[.nodes[].positionTicks // [] | .[].ticks] | add' out)" -eq "$oncpu" ]
    for name in fib main 0x401191; do
        self=$(jq --arg name "$name" 'select(.type == "function" and .name == $name).self' totals)
        [ "$(shown out | jq --arg name "$name" '.[$name] // 0')" -eq $((self * 1000)) ]
    done
}

@test "lineNumber is the function's from 0, positionTicks are lines from 1" {
    printf '[1000000,0,0,0]\n[2000000,0,1,0,4]\n' | with_samples 1000 5000000 1 | prof-to-v8 >out
    run jq -c '.nodes[1:][] | [.callFrame.functionName, .callFrame.lineNumber, .positionTicks]' out
    [ "${lines[0]}" = '["a",0,[{"line":1,"ticks":1}]]' ]
    [ "${lines[1]}" = '["b",99,[{"line":103,"ticks":4}]]' ]
}

@test "what is unknown: lineNumber -1, no url, no ticks" {
    printf '[1000000,0,2,0]\n' | with_samples 1000 1000000 1 | prof-to-v8 >out
    run jq -c '.nodes[1] | [.callFrame.lineNumber, .callFrame.columnNumber, .callFrame.url, has("positionTicks")]' out
    [ "$output" = '[-1,-1,"",false]' ]
}

@test "a url is the percent-encoded path, a relative path stays as it is" {
    prof-to-v8 "$fibers" >out
    run jq -r '[.nodes[].callFrame.url] | unique - [""] | .[]' out
    [ "${lines[0]}" = "file:///w/a%20b/fib.c" ]
    [ "${lines[1]}" = "file:///w/c++/%C3%A9%231%3F.h" ]
    [ "${lines[2]}" = "src/main.c" ]
}

@test "the laws of the format hold for every profile of the fixtures" {
    of_fixtures prof-to-v8 out lawful
}

@test "a profile without samples on the CPU is all idle, and a line says so" {
    run --separate-stderr prof-to-v8 <(printf '[5000000,0,2,1,5]\n' | with_samples 1000 5000000 1)
    [ "$status" -eq 0 ]
    [ "$stderr" = "prof-to-v8: the profile has no samples on the CPU" ]
    [ "$(shown <<<"$output")" = '{"(idle)":5000}' ]
    lawful <(printf '%s' "$output")
}

@test "a profile without samples and without time is a file too" {
    printf '' | with_samples 1000 0 0 | prof-to-v8 >out
    run jq -c '[.samples, .timeDeltas, .endTime - .startTime]' out
    [ "$output" = '[[1],[0],0]' ]
}

@test "names of any bytes come out as JSON and UTF-8, paths too" {
    printf '[1000000,0,0,0]\n' | with_samples 1000 1000000 1 |
        sed 's/"name":"a","file":"\/w\/a.c"/"name":"\\u0001\\"\\\\<\/script>\xff\xc3","file":"\/w\/\\"%\xff"/' |
        prof-to-v8 >out
    iconv -f UTF-8 -t UTF-8 out >/dev/null
    run jq -r '.nodes[1].callFrame | (.functionName | @json), .url' out
    [ "${lines[0]}" = '"\u0001\"\\</script>��"' ]
    [ "${lines[1]}" = "file:///w/%22%25%EF%BF%BD" ]
}

@test "a raw file is taken, and shows addresses" {
    prof-to-v8 "$DATA/raw/small.json" >out
    lawful out
    jq -e '[.nodes[].callFrame.functionName | select(startswith("0x"))] | length > 0' out
}

@test "a stack of 100,000 frames comes out whole" {
    deep | prof-to-v8 >out
    run jq -c '[(.nodes | length), .samples[0], .nodes[-1].callFrame.functionName]' out
    [ "$output" = '[100001,100001,"a"]' ]
}
