#!/usr/bin/env bats
# Profiles that are known to come out wrong at the end of the pipe.

bats_require_minimum_version 1.5.0
load helper
load cases

setup() {
    cases_setup
}

# C22
@test "profiles of several processes add up, each below the name of its program" {
    cp "$PROGRAMS/ends" first
    cp "$PROGRAMS/ends" second
    OSPREY_PROFILE=raw-%p.json sh -c './first return & ./second return; wait'
    for raw in raw-*.json; do
        prof-symbolize "$raw" 2>said | prof-fold | sed "s|^|$(jq -r '.exe / "/" | last' "$raw");|"
        prof-aggregate "$raw" | jq 'select(.type? == "summary").samples' >>counts
    done >all.folded
    [ "$(cut -d ';' -f 1,2 all.folded | sort -u)" = "$(printf 'first;main\nsecond;main')" ]
    [ "$(awk '{ sum += $NF } END { print sum }' all.folded)" -eq "$(awk '{ sum += $1 } END { print sum }' counts)" ]
}

# C25
@test "a program that only sleeps has a report that says so, and exports that viewers open" {
    printf '#include <unistd.h>\nint main(void) { return sleep(1); }\n' | build -o sleeper
    run osprey ./sleeper --profile
    [ "$status" -eq 0 ]
    [[ "$output" == *"(0 % of wall)"* ]]
    for file in sleeper.speedscope.json:speedscope sleeper.cpuprofile:cpuprofile; do
        node "$ROOT/tests/consumers/${file#*:}.mjs" "${file%:*}" >opened
    done
    jq -e '.sampleCount > 900 and .hotLines == []' sleeper.profile.json
}

# many_threads: 64 of them for 1,000 periods, of which 5, 30 and 60 run all the time and no other does.
many_threads() {
    jq -n '{version: 1, pid: 7, exe: "/w/x", rate_hz: 1000, platform: "linux-x86_64",
        start_unix_ns: 1, end_unix_ns: 1000000001, dropped: 0, images: [],
        threads: [range(64) | {fiber: ., label: (if . == 0 then "main" else "fiber" end)}],
        stacks: [[4096], [8192]],
        samples: [range(64) as $thread | range(1000) as $tick
            | (if $thread == 5 or $thread == 30 or $thread == 60 then 0 else 1 end) as $state
            | [($tick + 1) * 1000000, $thread, $state, $state]]}' >crowd.json
}

# C85, C88
@test "of 64 threads, 3 of them busy, main comes first, then the busy ones, and all outputs have 3 s of CPU time" {
    many_threads
    prof-to-speedscope crowd.json >crowd.speedscope.json
    node "$ROOT/tests/consumers/speedscope.mjs" crowd.speedscope.json >opened
    jq -r '.profiles[:4][].name' crowd.speedscope.json >first
    [ "$(head -n 1 first)" = main ]
    [ "$(jq '.profiles | length' crowd.speedscope.json)" -eq 65 ]
    # Of all fibers together: the weights of samples that ran.
    jq -e '.profiles[-1] | .states as $states
        | [.weights | to_entries[] | select($states[.key:.key + 1] == "0").value] | add - 3 | fabs < 0.001' crowd.speedscope.json
    prof-to-v8 crowd.json >crowd.cpuprofile
    node "$ROOT/tests/consumers/cpuprofile.mjs" crowd.cpuprofile >opened
    jq -e '(.nodes | map(select(.callFrame.functionName == "(idle)").id)) as $idle
        | [.samples, .timeDeltas[1:] + [.endTime - .startTime - (.timeDeltas | add)]] | transpose
        | map(select(.[0] | IN($idle[]) | not)[1]) | add - 3000000 | fabs < 1000' crowd.cpuprofile
    [ "$(prof-fold --state cpu crowd.json | awk '{ sum += $NF } END { print sum }')" -eq 3000 ]
    run prof-report crowd.json
    [[ "$output" == *"wall 1.00 s, CPU 3.00 s"*"64 fibers"* ]]
}

# C93
@test "what one program of the suite writes is refused by every one that does not read it" {
    prof-images "$DATA/records/named.records" >records
    for writer in fold to-speedscope to-v8 to-html report 'report --tree' 'report --flame'; do
        # shellcheck disable=SC2086
        prof-$writer records >written
        for reader in images symbolize aggregate fold to-speedscope to-v8 to-html report recover; do
            echo "$writer into $reader"
            refuses "prof-$reader" written
        done
    done
}

# C93
@test "an array of ten million numbers where a stack should be is refused by every filter" {
    { printf '{"version":1,"stacks":[['; yes 7, | head -n 10000000 | tr -d '\n'; printf '7]]}'; } >long.json
    for reader in images symbolize aggregate fold to-speedscope to-v8 to-html report; do
        refuses "prof-$reader" long.json
    done
}

# C89
@test "recursion, mutual too, counts once a sample: in functions, in lines, in the tree and in callers" {
    cat >recursive.records <<'RECORDS'
{"type":"profile","version":1,"pid":7,"exe":"/w/x","rate_hz":1000,"platform":"linux-x86_64","start_unix_ns":"1","end_unix_ns":"9000000","dropped":0}
{"type":"thread","id":0,"fiber":0,"label":"main"}
{"type":"frame","id":0,"name":"main","file":"/w/a.c","line":1,"column":1,"start_line":1,"kind":"user","inlined":false}
{"type":"frame","id":1,"name":"r","file":"/w/a.c","line":2,"column":1,"start_line":2,"kind":"user","inlined":false}
{"type":"frame","id":2,"name":"h","file":"/w/a.c","line":3,"column":1,"start_line":3,"kind":"user","inlined":false}
{"type":"frame","id":3,"name":"n","file":"/w/a.c","line":4,"column":1,"start_line":4,"kind":"user","inlined":false}
{"type":"stack","id":0,"frames":[2,1,1,1,0]}
{"type":"stack","id":1,"frames":[2,1,1,0]}
{"type":"stack","id":2,"frames":[1,3,0]}
{"type":"stack","id":3,"frames":[3,1,3,1,0]}
[1000000,0,0,0]
[3000000,0,1,0,2]
[7000000,0,2,0,4]
[8000000,0,3,0]
{"type":"end","lines":14,"samples":8}
RECORDS
    prof-aggregate recursive.records >sums
    jq -r 'select(.type == "function") | "\(.name) \(.self) \(.total)"' sums | sort >functions
    [ "$(cat functions)" = "$(printf 'h 3 3\nmain 0 8\nn 1 5\nr 4 8')" ]
    jq -r 'select(.type == "line") | "\(.line) \(.self) \(.total)"' sums | sort >lines
    [ "$(cat lines)" = "$(printf '1 0 8\n2 4 8\n3 3 3\n4 1 5')" ]
    for view in '' --tree --lines '--callers r'; do
        # shellcheck disable=SC2086
        run ! grep -E '1[0-9][1-9]\.[0-9]%|[2-9][0-9][0-9]\.[0-9]%' <(prof-report $view recursive.records)
    done
}
