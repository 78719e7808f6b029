#!/usr/bin/env bats
# End to end: examples are profiled by the driver, and all that comes out is right and agrees.

bats_require_minimum_version 1.5.0
load helper

setup_file() {
    cd "$BATS_FILE_TMPDIR"
    osprey "$BUILD/examples/hotlines" --profile -- 5 >hotlines.out
    osprey "$BUILD/examples/sleep_then_compute" --profile >sleep_then_compute.out
    osprey "$BUILD/examples/waiting" --profile >waiting.out
    OSPREY_PROFILE=raw.json "$BUILD/examples/waiting" >/dev/null
}

setup() {
    cd "$BATS_FILE_TMPDIR"
}

# near A B SLACK
near() {
    awk -v a="$1" -v b="$2" -v slack="$3" 'BEGIN { d = a - b; exit !(d <= slack && -d <= slack) }' ||
        { echo "$1 is not within $3 of $2"; return 1; }
}

# Totals of samples, as each output has them.
folded_total() {
    awk '{ sum += $NF } END { print sum + 0 }' "$1.folded"
}

speedscope_total() {
    jq '[.profiles[] | select(.name != "all fibers") | .weights | add] | add * 997' "$1.speedscope.json"
}

report_total() {
    sed -n 's/.* \([0-9]*\) samples at .*/\1/p' "$1.out"
}

summary_total() {
    jq .sampleCount "$1.profile.json"
}

# CPU seconds, as each output has them. NAME: of one function, self and what it calls.
v8_seconds() {
    jq --arg name "${2-}" '
        (.nodes | map({key: (.id | tostring), value: .}) | from_entries) as $nodes
        | ([.nodes[] | .id as $id | .children[]? | {key: tostring, value: $id}] | from_entries) as $parent
        | def names: recurse($parent[tostring] // empty) | $nodes[tostring].callFrame.functionName;
        [[.samples[:-1], .timeDeltas[1:]] | transpose | group_by(.[0])[]
            | {names: [.[0][0] | names], time: (map(.[1]) | add)}
            | select(.names[0] != "(idle)")
            | select($name == "" or (.names | index($name))) | .time] | add / 1000000' "$1.cpuprofile"
}

folded_seconds() {
    awk -v name="$2" 'index($0, ";" name) { sum += $NF } END { print sum / 997 }' "$1.folded"
}

# share NAME: percent of the CPU samples, as the summary has it
share() {
    jq --arg name "$1" '.hotFunctions[] | select(.name == $name) | .selfPct' hotlines.profile.json
}

@test "the program's own output is what it is without the profiler" {
    "$BUILD/examples/hotlines" 5 >plain
    [ "$(head -n 1 hotlines.out)" = "$(cat plain)" ]
}

# three_errors: the standard error, thrice, of a share of 70 % among the captures of hotlines; a row that stands for many
# periods is one, and on a busy machine there are many of them.
three_errors() {
    jq '[.shared.frames[].name] as $names | .profiles[0] | [.samples, .weights] | transpose
        | map(select($names[.[0][-1]] | IN("seventy", "twenty", "ten")) | .[1])
        | (add * add) / (map(. * .) | add) | 300 * (0.7 * 0.3 | sqrt) / sqrt' hotlines.speedscope.json
}

@test "hotlines has about 5000 samples, split 70, 20 and 10 within 2 points, or what the captures allow for" {
    [ "$(jq '[.fibers[].oncpuSamples] | add' hotlines.profile.json)" -gt 2500 ]
    slack=$(awk -v errors="$(three_errors)" 'BEGIN { print (errors > 2 ? errors : 2) }')
    near "$(share seventy)" 70 "$slack"
    near "$(share twenty)" 20 "$slack"
    near "$(share ten)" 10 "$slack"
    grep -q "^ *$(jq -r '.hotFunctions[0].selfPct * 10 | round / 10' hotlines.profile.json | sed 's/^[0-9]*$/&.0/')% .* seventy " hotlines.out
}

@test "the samples of all outputs agree within 0.1 %" {
    for name in hotlines sleep_then_compute waiting; do
        total=$(summary_total $name)
        [ "$total" -gt 100 ]
        slack=$(awk -v total="$total" 'BEGIN { print total / 1000 }')
        near "$(folded_total $name)" "$total" "$slack"
        near "$(report_total $name)" "$total" "$slack"
        near "$(speedscope_total $name)" "$total" "$slack"
    done
}

@test "the CPU time of all outputs agrees within 0.1 %" {
    for name in hotlines sleep_then_compute; do
        cpu=$(jq .cpuSeconds $name.profile.json)
        slack=$(awk -v cpu="$cpu" 'BEGIN { print cpu / 1000 }')
        near "$(v8_seconds $name)" "$cpu" "$slack"
        near "$(jq '[.fibers[].oncpuSamples] | add / 997' $name.profile.json)" "$cpu" "$slack"
    done
    near "$(folded_seconds hotlines seventy)" "$(jq '.cpuSeconds * .hotFunctions[0].selfPct / 100' hotlines.profile.json)" 0.01
}

@test "sleeping 1 s and computing 0.2 s shows 0.2 s of CPU time, everywhere" {
    near "$(jq .cpuSeconds sleep_then_compute.profile.json)" 0.2 0.02
    near "$(v8_seconds sleep_then_compute)" 0.2 0.02
    grep -q 'CPU 0\.\(19\|20\|21\) s' sleep_then_compute.out
    [ "$(jq '.wallSeconds > 1' sleep_then_compute.profile.json)" = true ]
}

@test "the computation itself has the 0.2 s" {
    near "$(v8_seconds sleep_then_compute compute)" 0.2 0.03
    near "$(folded_seconds sleep_then_compute compute)" 0.2 0.03
}

@test "what the fibers of an example wait in is at the leaf of their stacks" {
    grep -q '^fiber-[0-9]*;.*sleep' waiting.folded
    run ! grep -E '^main;[^;]* [0-9]{3,}$' waiting.folded
    [ "$(jq '[.fibers[] | select(.samples > 10 * .oncpuSamples)] | length' waiting.profile.json)" -eq 3 ]
}

@test "every export is JSON with what its readers look for" {
    for name in hotlines sleep_then_compute waiting; do
        jq -e '."$schema" == "https://www.speedscope.app/file-format-schema.json"
            and all(.profiles[]; (.samples | length) == (.weights | length))' $name.speedscope.json
        jq -e '(.samples | length) == (.timeDeltas | length) and .endTime >= .startTime' $name.cpuprofile
        jq -e '.version == 1 and .droppedSamples == 0 and (.hotFunctions | length) <= 50' $name.profile.json
        run ! grep -vE '^[^;]+(;[^;]+)* [1-9][0-9]*$' $name.folded
    done
}

@test "the summary of no samples is whole, and has no percentages of nothing" {
    prof-aggregate "$DATA/raw/zero.json" >"$BATS_TEST_TMPDIR/totals"
    jq -n -e -f "$ROOT/share/osprey-prof/summary.jq" "$BATS_TEST_TMPDIR/totals" >"$BATS_TEST_TMPDIR/summary"
    jq -e '.sampleCount == 0 and .hotFunctions == [] and .hotLines == []' "$BATS_TEST_TMPDIR/summary"
}

@test "the summary refuses what was cut, and what was not aggregated" {
    prof-aggregate raw.json | sed '$d' >"$BATS_TEST_TMPDIR/cut"
    run jq -n -f "$ROOT/share/osprey-prof/summary.jq" "$BATS_TEST_TMPDIR/cut"
    [ "$status" -eq 5 ]
    [[ $output == *"no end"* ]]
    prof-symbolize raw.json >"$BATS_TEST_TMPDIR/records"
    run jq -n -f "$ROOT/share/osprey-prof/summary.jq" "$BATS_TEST_TMPDIR/records"
    [ "$status" -eq 5 ]
    [[ $output == *prof-aggregate* ]]
}

@test "the summary holds what editors read: rounded, hottest first, user lines of half a percent and more" {
    cat >"$BATS_TEST_TMPDIR/totals" <<'END'
{"type":"profile","version":1,"pid":7,"exe":"/w/a b","rate_hz":1000,"platform":"","start_unix_ns":"0","end_unix_ns":"2000000000","dropped":3}
{"type":"thread","id":0,"fiber":0,"label":"main","name":""}
{"type":"summary","samples":1500,"oncpu":900,"waiting":600,"truncated":0,"unresolved":0,"fibers":1,"wall_seconds":2,"cpu_seconds":0.9}
{"type":"fiber","id":0,"fiber":0,"label":"main","name":"main","samples":1500,"oncpu":900,"waiting":600}
{"type":"function","id":1,"name":"cold","file":"","line":0,"kind":"runtime","self":300,"total":300}
{"type":"function","id":0,"name":"hot","file":"/w/a.osp","line":2,"kind":"user","self":600,"total":900}
{"type":"line","file":"/w/a.osp","line":3,"kind":"user","self":596,"total":900}
{"type":"line","file":"/w/a.osp","line":4,"kind":"user","self":4,"total":900}
{"type":"line","file":"/lib/x.c","line":4,"kind":"runtime","self":300,"total":300}
{"type":"end","lines":9,"samples":1500}
END
    cat >"$BATS_TEST_TMPDIR/expected" <<'END'
{"version":1,"program":"a b","wallSeconds":2,"cpuSeconds":0.9,"sampleCount":1500,"rateHz":1000,"droppedSamples":3,"unregisteredCpuSeconds":0,"fibers":[{"id":0,"label":"main","samples":1500,"oncpuSamples":900}],"hotFunctions":[{"name":"hot","file":"/w/a.osp","line":2,"selfPct":66.67,"totalPct":100,"selfSamples":600,"totalSamples":900,"kind":"user"},{"name":"cold","file":"","line":0,"selfPct":33.33,"totalPct":33.33,"selfSamples":300,"totalSamples":300,"kind":"runtime"}],"hotLines":[{"file":"/w/a.osp","line":3,"pct":66.22,"samples":596,"totalPct":100,"totalSamples":900}]}
END
    jq -n -c -f "$ROOT/share/osprey-prof/summary.jq" "$BATS_TEST_TMPDIR/totals" | diff "$BATS_TEST_TMPDIR/expected" -
}

@test "fib.osp of the sources runs and is profiled without a compiler" {
    cd "$BATS_TEST_TMPDIR"
    unset OSPREY_COMPILER
    run --separate-stderr osprey "$ROOT/examples/fib.osp" --run --profile
    [ "$status" -eq 0 ]
    [[ $stderr == *"no Osprey compiler found"* ]]
    jq -e '.hotFunctions[0].name == "fib" and .hotFunctions[0].kind == "user"
        and (.hotFunctions[0].file | endswith("examples/fib.osp"))
        and (.fibers | map(.label) | sort) == ["fiber-1", "main"]' fib.profile.json
    # also its code that has no line of its own
    jq -e '[.hotFunctions[] | select(.name == "fib")] | length == 1 and .[0].selfPct > 99' fib.profile.json
    jq -e '.hotLines | length > 0 and all(.[]; .file | endswith("examples/fib.osp"))' fib.profile.json
}
