#!/usr/bin/env bats
# The exports in the programs that they are made for: speedscope's own importer, and the rules of the viewers of .cpuprofile
# files. Needs `npm ci` in tests/consumers.
bats_require_minimum_version 1.5.0
load helper
load exports

consumers=$ROOT/tests/consumers

setup_file() {
    [ -d "$ROOT/tests/consumers/node_modules/speedscope" ] || {
        echo "speedscope is missing: npm ci --prefix tests/consumers" >&2
        return 1
    }
}

setup() {
    cd "$BATS_TEST_TMPDIR" || exit
    fibers=$DATA/exports/fibers.records
    prof-to-speedscope "$fibers" >fibers.speedscope.json
    prof-to-v8 "$fibers" >fibers.cpuprofile
    prof-aggregate "$fibers" >totals
}

speedscope() {
    node "$consumers/speedscope.mjs" "$1"
}

viewer() {
    node "$consumers/cpuprofile.mjs" "$1"
}

# takes_all PROGRAM CONSUMER SUFFIX: what the program makes of each fixture, the consumer opens. The extreme ones last longer
# than a whole number of JavaScript can say.
takes_all() {
    SKIPPED=extreme of_fixtures "$1" "out.$3" "$2"
}

@test "speedscope opens every fixture's speedscope file" {
    takes_all prof-to-speedscope speedscope speedscope.json
}

@test "speedscope opens every fixture's .cpuprofile" {
    takes_all prof-to-v8 speedscope cpuprofile
}

@test "every fixture's .cpuprofile keeps what its viewers take for granted" {
    takes_all prof-to-v8 viewer cpuprofile
}

@test "speedscope shows a profile a fiber, as long as its samples, and main first" {
    speedscope fibers.speedscope.json >seen
    run jq -c '.name, .indexToView, (.profiles[] | [.name, (.total * 1000 | round)])' seen
    [ "$output" = '"fib"
0
["main",31]
["fiber-3",40]
["fiber-1",29]
["fiber-2",1]
["effect-3",1]
["all fibers",102]' ]
}

@test "speedscope shows a function's file and line, and counts recursion once" {
    speedscope fibers.speedscope.json >seen
    run jq -c '.profiles[0].functions[] | select(.name == "fib") | [.file, .line, (.self * 1000 | round), (.total * 1000 | round)]' seen
    [ "$output" = '["/w/a b/fib.c",2,4,5]' ]
}

@test "of a .cpuprofile, speedscope and VS Code show the self and total times that prof-aggregate counts" {
    jq -c 'select(.type == "function") | [.name, .self, .total]' totals | sort >expected
    # main is the name of a fiber's node too
    speedscope fibers.cpuprofile | jq -c '.profiles[0].functions[] | select(.line > 0 or (.name | startswith("0x")))
        | [.name, (.self / 1000), (.total / 1000)]' | sort >seen
    diff expected seen
    grep -v '"main"' expected >others
    viewer fibers.cpuprofile | jq -c '.functions | to_entries[] | [.key, .value.self / 1000, .value.total / 1000]' |
        grep -v -e '"main"' -e '"fiber-' -e '"effect-' -e '"(' | sort >seen
    diff others seen
}

@test "speedscope and VS Code agree on the length of a .cpuprofile, and on what is idle" {
    total=$(viewer fibers.cpuprofile | jq '.total')
    [ "$(speedscope fibers.cpuprofile | jq '.profiles[0].total')" -eq "$total" ]
    idle=$(viewer fibers.cpuprofile | jq '.functions["(idle)"].self')
    busy=$(speedscope fibers.cpuprofile | jq '[.profiles[0].functions[].self] | add')
    [ $((total - idle)) -eq "$busy" ]
}

@test "the checks refuse what is no export" {
    run ! speedscope "$fibers"
    run ! viewer fibers.speedscope.json
    jq '.timeDeltas[3] = -1' fibers.cpuprofile >bad.cpuprofile
    run ! viewer bad.cpuprofile
    jq '.profiles[0].weights |= .[1:]' fibers.speedscope.json >bad.speedscope.json
    run ! speedscope bad.speedscope.json
}
