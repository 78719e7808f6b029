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

@test "threads that rest have each of their waits, and their work, to the right amounts" {
    OSPREY_PROFILE=raw.json "$IDLERS" 60 3 >said
    prof-symbolize raw.json >records
    near "$(counts cpu .)" "$(periods 2)" 5
    near "$(($(counts cpu .) + $(counts waiting .)))" "$(periods 3)" 4
    near "$(counts waiting first_wait)" "$(periods 4)" 5
    near "$(counts waiting second_wait)" "$(periods 5)" 5
    near "$(counts cpu ';burn;|;burn ')" "$(periods 2)" 20
}

@test "a thread that rests has its waiting in the part file at most a moment late" {
    OSPREY_PROFILE=raw.json "$IDLERS" 60 100 3>&- &
    idlers=$!
    for _ in $(seq 50); do
        sleep 0.2
        prof-recover raw.json.part >part.json 2>messages || continue
        late=$(jq '(.end_unix_ns - .start_unix_ns) as $last | [.samples[] | select(.[1] > 0)] | group_by(.[1])
            | if length == 60 and $last > 2e9 then map($last - (map(.[0]) | max)) | max / 1e6 | floor else empty end' part.json)
        [ -z "$late" ] || break
    done
    kill "$idlers"
    echo "$late ms"
    [ "$late" -lt 1000 ]
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
