#!/usr/bin/env bats
# The runtime, from outside: programs are run with and without OSPREY_PROFILE, and the raw file is read with jq.

bats_require_minimum_version 1.5.0
load helper

setup() {
    mkdir "$BATS_TEST_TMPDIR/here"
    cd "$BATS_TEST_TMPDIR/here"
    PROGRAMS=$BUILD/programs
}

# profiled MODE...: runs the workload with the profiler on; raw.json is left.
profiled() {
    OSPREY_PROFILE=raw.json "$PROGRAMS/workload" "$@" >cpu.txt
}

# sums FIBER LABEL: "ONCPU WAITING", the sums of counts of a fiber's rows.
sums() {
    jq -r --argjson fiber "$1" --arg name "$2" '
        [.threads[] | .fiber == $fiber and .label == $name] as $mine
        | [.samples[] | select($mine[.[1]])]
        | [map(select(.[3] == 0) | .[4] // 1), map(select(.[3] == 1) | .[4] // 1)] | map(add // 0) | join(" ")' raw.json
}

# near A B SLACK
near() {
    awk -v a="$1" -v b="$2" -v slack="$3" 'BEGIN { d = a - b; exit !(d <= slack && -d <= slack) }' ||
        { echo "$1 is not within $3 of $2"; return 1; }
}

# lasted COUNTS: they are the time that main was registered and not paused: what it says itself, what the file says, or
# between the two.
lasted() {
    least=$(jq --argjson wall "$(awk '$1 == "wall" { print $2 }' cpu.txt)" '($wall - .paused_ns / 1e9) * .rate_hz' raw.json)
    most=$(jq '(.end_unix_ns - .start_unix_ns - .paused_ns) / 1e9 * .rate_hz' raw.json)
    awk -v counts="$1" -v least="$least" -v most="$most" 'BEGIN { exit !(counts >= least - 3 && counts <= most + 3) }' ||
        { echo "$1 is not between $least and $most"; return 1; }
}

# cpu_periods FIBER: the periods of 997 Hz in the CPU time that the program says the fiber used.
cpu_periods() {
    awk -v fiber="$1" '$1 == fiber { print $2 * 997 }' cpu.txt
}

# same PROGRAM: its output is the same plain and at two rates, all at once.
same() {
    for hz in 997 10000; do
        OSPREY_PROFILE_HZ=$hz OSPREY_PROFILE=raw.json timeout 600 "$PROGRAMS/$1" >"at-$hz" 3>&- &
    done
    timeout 600 "$PROGRAMS/$1" >plain
    wait
    diff plain at-997
    diff plain at-10000
}

@test "without OSPREY_PROFILE there is no thread, no handler and no file" {
    run strace -f -o trace "$PROGRAMS/workload" twice
    [ "$status" -eq 0 ]
    run ! grep -E 'clone|SIGPROF|unshare' trace
    [ "$(ls)" = trace ]
}

@test "an empty OSPREY_PROFILE is none" {
    OSPREY_PROFILE= "$PROGRAMS/workload" nothing
    [ -z "$(ls)" ]
}

@test "the raw file is one JSON value with every key of the format" {
    profiled burn 1
    run jq -e '
        .version == 1 and .pid > 0 and (.exe | endswith("/programs/workload")) and .rate_hz == 997
        and (.platform | startswith("linux-")) and .end_unix_ns > .start_unix_ns and .dropped == 0
        and ([.images, .threads, .stacks, .samples] | map(type) | unique) == ["array"]
        and (.threads | map([.fiber, .label])) == [[0, "main"], [1, "fiber"]]
        and (.stacks | length) as $stacks | .threads | length as $threads
        | all($threads > 0; .)' raw.json
    [ "$status" -eq 0 ]
    run jq -e '(.stacks | length) as $stacks | (.threads | length) as $threads
        | all(.samples[]; .[0] >= 0 and .[1] < $threads and .[2] < $stacks and (.[3] == 0 or .[3] == 1) and (.[4] // 2) >= 2)' raw.json
    [ "$status" -eq 0 ]
}

@test "images have real paths, a range that holds the leaves, and a build-id where the file has one" {
    profiled burn 1
    run jq -e '(.images[0].path == .exe) and any(.images[]; .path == "[vdso]") and all(.images[]; .path | startswith("/") or . == "[vdso]")' raw.json
    [ "$status" -eq 0 ]
    run jq -e '[.stacks[][]] as $pcs | .images as $images
        | all($pcs[]; . as $pc | any($images[]; $pc >= .text and $pc < .text + .text_size))' raw.json
    [ "$status" -eq 0 ]
    expected=$(readelf -n "$PROGRAMS/workload" | awk '/Build ID/ { print $3 }')
    [ "$(jq -r '.images[0].build_id' raw.json)" = "$expected" ]
}

@test "the file appears under its name only when it is whole, and nothing else is left" {
    profiled nothing
    [ "$(ls)" = "$(printf 'cpu.txt\nraw.json')" ]
}

@test "%p in the path is the process's id" {
    OSPREY_PROFILE=out-%p-%p.json "$PROGRAMS/workload" nothing
    pid=$(jq .pid out-*.json)
    [ "$(ls)" = "out-$pid-$pid.json" ]
}

@test "a relative path is taken from where the program started" {
    mkdir elsewhere
    (OSPREY_PROFILE=raw.json sh -c 'exec "$1" elsewhere' sh "$PROGRAMS/changes_directory")
    [ -f raw.json ]
    [ -z "$(ls elsewhere)" ]
}

@test "the rate is 997, or as asked, between 10 and 10000" {
    for pair in :997 1:10 10:10 500:500 10000:10000 99999:10000 -5:10 fast:997 99999999999999999999:10000; do
        OSPREY_PROFILE_HZ=${pair%:*} OSPREY_PROFILE=raw.json "$PROGRAMS/workload" nothing
        [ "$(jq .rate_hz raw.json)" = "${pair#*:}" ] || { echo "$pair"; return 1; }
    done
}

@test "a program that can't write its profile says so in one line and keeps its status" {
    for path in /nonexistent/raw.json /dev/null/raw.json "$PWD"; do
        run --separate-stderr env OSPREY_PROFILE="$path" "$PROGRAMS/workload" nothing
        [ "$status" -eq 0 ]
        [ "${#stderr_lines[@]}" -eq 1 ]
        [[ "$stderr" == "osprey-prof: "*"$path"* ]]
    done
    [ -z "$(ls)" ]
}

@test "a file size limit gives a message, not a death" {
    run --separate-stderr bash -c 'ulimit -f 1; OSPREY_PROFILE=raw.json "$1" burn 2' sh "$PROGRAMS/workload"
    [ "$status" -eq 0 ]
    [ "${#stderr_lines[@]}" -eq 1 ]
    [[ "$stderr" == *"File too large" ]]
    [ -z "$(ls)" ]
}

@test "law of counts: a full burner's on-CPU counts are its CPU time, all its counts the time it was registered" {
    profiled burn 1
    read -r oncpu waiting <<<"$(sums 1 fiber)"
    near "$oncpu" "$(cpu_periods fiber-1)" 3
    read -r main_oncpu main_waiting <<<"$(sums 0 main)"
    lasted "$((main_oncpu + main_waiting))"
}

@test "law of counts: a thread that works 30 % of each millisecond" {
    profiled part
    read -r oncpu waiting <<<"$(sums 0 main)"
    near "$oncpu" "$(cpu_periods main-0)" 3
    lasted "$((oncpu + waiting))"
}

@test "law of counts: more burners than processors, at any rate" {
    for hz in 100 997 10000; do
        OSPREY_PROFILE_HZ=$hz OSPREY_PROFILE=raw.json "$PROGRAMS/workload" burn 4 >cpu.txt
        for fiber in 1 2 3 4; do
            read -r oncpu waiting <<<"$(sums $fiber fiber)"
            near "$oncpu" "$(awk -v fiber="fiber-$fiber" -v hz=$hz '$1 == fiber { print $2 * hz }' cpu.txt)" "$((2 + hz / 500))"
        done
    done
}

@test "law of counts: a paused stretch stands in no sample" {
    profiled pause
    read -r oncpu waiting <<<"$(sums 0 main)"
    near "$oncpu" "$(awk '$1 == "main-0" { print ($2 - 0.5) * 997 }' cpu.txt)" 5
    lasted "$((oncpu + waiting))"
    run jq -e '.paused_ns >= 700000000' raw.json
    [ "$status" -eq 0 ]
}

@test "waiting samples carry the blocking call, on-CPU samples never do" {
    profiled block
    prof-symbolize raw.json >records
    prof-fold --state waiting records >waiting
    prof-fold --state cpu records >oncpu
    cat cpu.txt waiting
    for pair in "read $(awk '$1 == "read" { print $2 }' cpu.txt)" 'futex 0.5' 'nanosleep 0.5'; do
        share=$(awk -v call="^main;.*${pair% *}" '$0 ~ call "[^;]* [0-9]*$" { mine += $NF } END { print mine + 0 }' waiting)
        # On a busy machine some of it is waiting for a processor, and some of that was not told from it.
        near "$share" "$(awk -v seconds="${pair#* }" 'BEGIN { print seconds * 997 - 50 }')" 110
    done
    run ! grep -E '(read|futex[^;]*|nanosleep) [0-9]+$' oncpu
    run ! grep -E 'spin' waiting
}

@test "a thread that sleeps and works in each period has each stack in its own state" {
    profiled part
    run jq -e '.stacks as $stacks
        | def leaves($state): [.samples[] | select(.[3] == $state) | $stacks[.[2]][0] // empty] | unique;
        leaves(0) as $oncpu | leaves(1) as $waiting
        | ($oncpu | length) > 0 and ($waiting | length) > 0 and $oncpu - $waiting == $oncpu' raw.json
    [ "$status" -eq 0 ]
    prof-symbolize raw.json >records
    run ! grep spin <(prof-fold --state waiting records)
    grep -qE 'spin [0-9]+$' <(prof-fold --state cpu records)
    grep -qE 'nanosleep [0-9]+$' <(prof-fold --state waiting records)
}

@test "each blocking episode has a stack of its own" {
    profiled alternate
    prof-symbolize raw.json | prof-fold --state waiting >waiting
    first=$(awk '/first_sleep/ { sum += $NF } END { print sum }' waiting)
    second=$(awk '/second_sleep/ { sum += $NF } END { print sum }' waiting)
    near "$((100 * second / (first + second)))" 75 8
}

@test "a stack deeper than 128 keeps its leaf part and is labelled" {
    for depth in 10 100 118 140 1000 50000; do
        profiled deep $depth
        run jq -e '[.stacks[] | length] | max <= 128' raw.json
        [ "$status" -eq 0 ]
        prof-symbolize raw.json | prof-fold --state cpu --no-fiber >all
        grep 'deep' all >folded
        run ! grep -vE '^(\[truncated\]|\[unknown\]|_start|__libc_start_call_main|__libc_start_main|main|[a-z_]*start[a-z_]*)(;| )' folded
        near "$(awk '/deep;burn|deep;.*clock/ { sum += $NF } END { print sum }' folded)" "$(awk '{ sum += $NF } END { print sum }' folded)" 10
        if [ $depth -ge 140 ]; then
            grep -q '^\[truncated\];deep;' folded
        else
            run ! grep -q truncated folded
        fi
    done
}

@test "registering again starts a new row, and what lies between is not sampled" {
    profiled twice
    [ "$(jq -c '.threads | map([.fiber, .label])' raw.json)" = '[[0,"main"],[7,"again"]]' ]
    for who in "0 main" "7 again"; do
        read -r oncpu waiting <<<"$(sums $who)"
        near "$oncpu" 199 4
    done
}

@test "a thread that ends without unregistering is no trouble" {
    profiled forget 500
    [ "$(jq '.threads | length' raw.json)" = 501 ]
    read -r oncpu waiting <<<"$(sums 0 main)"
    [ "$oncpu" -ge 95 ]
}

@test "calls that a signal could end early return the same, with the same errno, at any rate" {
    same quiet_calls
}

@test "a call that a handler of the program ends stays ended, whatever the handler masks" {
    same masking_handler
}

@test "calls that move many bytes move them all" {
    same whole_transfers
}

@test "a program that waits for all signals is given none of ours" {
    same signal_thread
}

@test "a handler may fork while its thread registers" {
    same forking_handler
}

@test "a SIGPROF of the program's own ends it as without a profiler, and leaves a profile" {
    run -155 "$PROGRAMS/watchdog"
    OSPREY_PROFILE=raw.json run -155 "$PROGRAMS/watchdog"
    [ "$(jq '[.samples[] | select(.[3] == 0) | .[4] // 1] | add' raw.json)" -ge 200 ]
}

@test "many threads that live shorter than a period have rows for all of their time" {
    OSPREY_PROFILE=raw.json "$PROGRAMS/short_lives" >cpu.txt
    near "$(jq '[.samples[] | select(.[3] == 0) | .[4] // 1] | add' raw.json)" "$(awk '{ print $1 * 997 }' cpu.txt)" 40
}

@test "a long system call is where its time goes" {
    OSPREY_PROFILE=raw.json "$PROGRAMS/long_calls" >cpu.txt
    prof-symbolize raw.json | prof-fold --state cpu --no-fiber >folded
    cat folded cpu.txt
    share=$(awk '/getrandom/ { kernel += $NF } { all += $NF } END { print kernel / all * 100 }' folded)
    # Three standard errors of as many captures as there were, where a row that stands for many periods is one, and 3 for the
    # captures that a busy machine makes late. The row of the last call, of 0.2 s, is no matter of chance.
    slack=$(jq '[.samples[] | select(.[3] == 0) | .[4] // 1] | sort[:-1] | (add * add) / (map(. * .) | add) | 3 + 150 / sqrt' raw.json)
    near "$share" "$(awk '{ print $1 * 100 }' cpu.txt)" "$slack"
    run ! grep unsampled folded
}

@test "a thread that does nothing but short system calls runs" {
    OSPREY_PROFILE=raw.json OSPREY_PROFILE_HZ=5000 "$PROGRAMS/short_calls"
    prof-symbolize raw.json | prof-fold --state waiting --no-fiber >folded
    cat folded
    run ! grep calls_on folded
}

@test "a frame pointer that holds garbage hurts nobody" {
    OSPREY_PROFILE=raw.json run "$PROGRAMS/wild_frames"
    [ "$status" -eq 0 ]
    [ "$output" = survived ]
    run jq -e '[.stacks[] | length] | max <= 3' raw.json
    [ "$status" -eq 0 ]
}

@test "a forked child neither samples nor writes its parent's file" {
    OSPREY_PROFILE=raw.json "$PROGRAMS/forks" >out
    [ "$(sort out)" = "$(printf 'child 0\nchild 0\nchild 134\nparent 0')" ]
    run jq -e '.pid > 0 and (.threads | length) == 1' raw.json
    [ "$status" -eq 0 ]
    [ "$(ls)" = "$(printf 'out\nraw.json')" ]
    near "$(sums 0 main | cut -d' ' -f1)" 399 8
}

@test "a SIGPROF of the program's own reaches its handler, ours do not" {
    OSPREY_PROFILE=raw.json run "$PROGRAMS/own_sigprof"
    [ "$status" -eq 0 ]
    [ "$output" = "handled 3" ]
}

@test "a program that handles SIGPROF is sampled all the same" {
    OSPREY_PROFILE=raw.json run "$PROGRAMS/takes_sigprof" handler
    [ "$status" -eq 0 ]
    [ "$output" = "handled none or one" ]
    prof-symbolize raw.json | prof-fold --state cpu --no-fiber >folded
    near "$(awk '/;work/ { sum += $NF } END { print sum + 0 }' folded)" 799 40
}

@test "what can't be sampled, since the program ignores or blocks SIGPROF, is told and not made up" {
    for way in ignore block; do
        OSPREY_PROFILE=raw.json run "$PROGRAMS/takes_sigprof" $way
        [ "$status" -eq 0 ]
        [ "$output" = "handled none or one" ]
        prof-fold --state cpu --no-fiber raw.json >folded
        near "$(awk '/^\[unsampled\]/ { sum += $NF } END { print sum + 0 }' folded)" 399 80
        near "$(awk '{ sum += $NF } END { print sum + 0 }' folded)" 799 12
    done
}

@test "CPU time of short naps is not put down to what was met long before, nor to a SIGPROF that nobody blocks" {
    OSPREY_PROFILE=raw.json OSPREY_PROFILE_HZ=10000 "$PROGRAMS/naps" 4000 300 0 >cpu.txt
    prof-symbolize raw.json | prof-fold --state cpu --no-fiber >folded
    cat folded cpu.txt
    run ! grep unsampled folded
    near "$(sums 0 main | cut -d' ' -f1)" "$(awk '{ print $2 * 10000 }' cpu.txt)" 200
    # It worked for 100 periods, or one turn of its loop more.
    [ "$(awk '/work_once/ { sum += $NF } END { print sum + 0 }' folded)" -le 140 ]
}

@test "a thread that works a little between many naps is met at that work as often as it is its time" {
    OSPREY_PROFILE=raw.json "$PROGRAMS/naps" 3000 2000 20000 >cpu.txt
    prof-symbolize raw.json | prof-fold --state cpu --no-fiber >folded
    cat folded cpu.txt
    # What is unknown may be of it or not.
    read -r share unknown <<<"$(awk '/work_between/ { mine += $NF } /^\[unknown\]/ { unknown += $NF } { all += $NF }
        END { print mine / all * 100, unknown / all * 100 }' folded)"
    awk -v share="$share" -v unknown="$unknown" '{ is = $3 / $2 * 100; exit !(share <= is + 25 && share + unknown >= is - 25) }' cpu.txt
    awk -v unknown="$unknown" 'BEGIN { exit !(unknown <= 60) }'
}

@test "the report of a program that ignores or blocks SIGPROF says since when it could not be sampled" {
    for way in ignore block; do
        OSPREY_PROFILE=raw.json "$PROGRAMS/takes_sigprof" $way
        prof-report raw.json >report
        cat report
        # Not before it had worked 0.4 s, and before the end.
        since=$(sed -n 's/^note: .*SIGPROF.*: main since \(.*\) s$/\1/p' report)
        wall=$(sed -n 's/^wall \(.*\) s, CPU.*/\1/p' report)
        awk -v since="$since" -v wall="$wall" 'BEGIN { exit !(since >= 0.39 && since < wall) }'
        prof-aggregate raw.json | prof-report | grep -F "main since $since s"
        prof-symbolize raw.json >named
        prof-report named | grep -F "main since $since s"
        prof-aggregate named | prof-report | cmp - <(prof-report named)
    done
}
