#!/usr/bin/env bats
# Threads that wait for long in one call cost nothing at each tick, and are told of as truly as all others.

bats_require_minimum_version 1.5.0
load helper

setup() {
    mkdir "$BATS_TEST_TMPDIR/here"
    cd "$BATS_TEST_TMPDIR/here"
    IDLERS=$BUILD/programs/idlers
}

# periods COLUMN: what all threads say of themselves, in periods of 997 Hz
periods() {
    awk -v column="$1" '{ sum += $column } END { print sum * 997 }' said
}

# counts STATE PATTERN: of all threads but main
counts() {
    prof-fold --state "$1" records | awk -v pattern="$2" '!/^main/ && $0 ~ pattern { sum += $NF } END { print sum + 0 }'
}

# near A B PERCENT
near() {
    awk -v a="$1" -v b="$2" -v percent="$3" 'BEGIN { d = a - b; limit = b * percent / 100; exit !(d <= limit && -d <= limit) }' ||
        { echo "$1 is not within $3 % of $2"; return 1; }
}

# waited PATTERN COLUMN: the counts of a wait are its periods, less what its end waited for a processor.
waited() {
    local counted
    counted=$(counts waiting "$1")
    awk -v counted="$counted" -v runnable="$(counts waiting runnable)" -v periods="$(periods "$2")" \
        'BEGIN { exit !(counted <= 1.05 * periods && counted + runnable >= 0.95 * periods) }' ||
        { echo "$1: $counted of $(periods "$2")"; return 1; }
}

# told_lately: the part file has a row of each thread that is less than a second older than the last tick.
told_lately() {
    prof-recover raw.json.part >part.json 2>messages || return 1
    jq -e '(.end_unix_ns - .start_unix_ns) as $last | [.samples[] | select(.[1] > 0)] | group_by(.[1])
        | length == 60 and $last > 2e9 and (map($last - (map(.[0]) | max)) | max) < 1e9' part.json
}

@test "threads that rest have each of their waits, and their work, to the right amounts" {
    OSPREY_PROFILE=raw.json "$IDLERS" 60 3 >said
    prof-symbolize raw.json >records
    near "$(counts cpu .)" "$(periods 2)" 5
    near "$(($(counts cpu .) + $(counts waiting .)))" "$(periods 3)" 4
    waited first_wait 4
    waited second_wait 5
    near "$(counts cpu ';burn;|;burn ')" "$(periods 2)" 20
}

@test "a thread that rests has its waiting in the part file at most a moment late" {
    OSPREY_PROFILE=raw.json "$IDLERS" 60 1000 >said 3>&- &
    idlers=$!
    until_so told_lately
    kill "$idlers"
}

@test "a tick reads the clocks of few threads when most of them rest" {
    OSPREY_PROFILE=raw.json "$IDLERS" 200 100 3>&- &
    idlers=$!
    until sampler=$(grep -lx osprey-prof /proc/$idlers/task/*/comm); do sleep 0.1; done
    sampler=${sampler%/comm}
    for _ in $(seq 20); do
        timeout 0.4 strace -qq -e trace=clock_gettime,futex -o trace -p "${sampler##*/}" || :
        few=$(awk '/^clock/ { reads++ } /^futex/ { if (reads < 60) few++; reads = 0 } END { print (few > 5) }' trace)
        [ "$few" -eq 0 ] || break
    done
    kill "$idlers"
    [ "$few" -eq 1 ]
}
