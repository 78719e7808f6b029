#!/usr/bin/env bats
# However a program ends, what was sampled of it can be recovered; and its part file is in nobody's way.

bats_require_minimum_version 1.5.0
load helper

setup() {
    mkdir "$BATS_TEST_TMPDIR/here"
    cd "$BATS_TEST_TMPDIR/here"
    ENDS=$BUILD/programs/ends
    ulimit -c 0
}

teardown() {
    [ -z "${background-}" ] || kill -KILL "$background"
}

# obeys_law FILE: of one thread that works, the counts add up to the time from the start to its last row. What it did since
# it was met then is not in the counts yet: on a busy machine, to wait for a processor, as it did before.
obeys_law() {
    prof-fold "$1" >/dev/null
    jq -e '(5 + .rate_hz / 200) as $slack | (.rate_hz / 1e9) as $rate
        | def sum: map(.[4] // 1) | add // 0;
        (.samples | sum) <= (.end_unix_ns - .start_unix_ns) * $rate + $slack
        and (.samples | sum) + (.samples | map(select(.[3] == 1)) | sum)
            >= 0.95 * (.samples[-1][0] // 0) * $rate - $slack' "$1" ||
        { jq -c 'del(.images, .stacks)' "$1" | head -c 1000; return 1; }
}

oncpu() {
    jq '[.samples[] | select(.[3] == 0) | .[4] // 1] | add // 0' "$1"
}

# started: the program in the background has begun its part file.
started() {
    until_so [ -s raw.json.part ]
}

@test "a program killed at any moment leaves what was sampled up to its last tick" {
    for moment in 0 0.057 0.12 0.213 0.3321 0.4 0.511 0.63; do
        rm -f raw.json* out
        OSPREY_PROFILE_HZ=10000 OSPREY_PROFILE=raw.json "$ENDS" for_ever >out 3>&- &
        until_so [ -s out ]
        sleep $moment
        kill -KILL "$!"
        wait "$!" || [ $? -eq 137 ]
        prof-recover raw.json.part >recovered.json
        obeys_law recovered.json
    done
}

@test "a crash, an abort and _exit keep their status and leave all but the last ticks" {
    for pair in segv:139 abort:134 _exit:5; do
        OSPREY_PROFILE=raw.json run "$ENDS" "${pair%:*}"
        [ "$status" -eq "${pair#*:}" ]
        [ "$(ls raw*)" = raw.json.part ]
        prof-recover raw.json.part >recovered.json
        obeys_law recovered.json
        [ "$(oncpu recovered.json)" -ge 100 ]
        rm raw.json.part
    done
}

@test "a program that becomes another leaves the profile of the first" {
    OSPREY_PROFILE=raw.json "$ENDS" exec env -u OSPREY_PROFILE "$ENDS" return
    [ "$(ls)" = raw.json.part ]
    prof-recover raw.json.part >recovered.json
    obeys_law recovered.json
}

@test "every normal end removes the part file" {
    for way in return exit quick_exit thread_exit main_leaves; do
        OSPREY_PROFILE=raw.json run "$ENDS" $way
        [ "$(ls)" = raw.json ] || { echo "$way"; return 1; }
    done
}

# goes_on: its profile, second.json, has become longer than first.json.
goes_on() {
    prof-recover <raw.json.part >second.json
    [ "$(jq '.samples | length' first.json)" -lt "$(jq '.samples | length' second.json)" ]
}

@test "the profile of a running program can be read again and again, and the program goes on" {
    OSPREY_PROFILE=raw.json "$ENDS" for_ever >out 3>&- &
    until_so [ -s out ]
    prof-recover raw.json.part >first.json
    until_so goes_on
    kill "$!"
    wait "$!" || [ $? -eq 143 ]
    obeys_law first.json
    obeys_law second.json
    obeys_law raw.json
    # what is there once stays as it is
    for key in threads stacks; do
        jq -n --slurpfile first first.json --slurpfile last raw.json --arg key $key -e '
            $first[0][$key] as $begin | $last[0][$key][:$begin | length] == $begin'
    done
}

@test "whatever instructions a program's threads are stopped at, its part file is whole" {
    for number in 1 2; do
        cc -O2 -fno-omit-frame-pointer -fPIC -shared -DWORK=work$number -DROUNDS=20000 -x c "$ROOT/tests/programs/plugin.h" -o $number.so
    done
    OSPREY_PROFILE_HZ=10000 OSPREY_PROFILE=raw.json "$BUILD/programs/soak" 1000 ./1.so ./2.so 3>&- &
    background=$!
    started
    for i in $(seq 100); do
        sleep "0.0$((RANDOM % 1000))"
        kill -STOP "$background"
        prof-recover raw.json.part >recovered.json 2>messages
        kill -CONT "$background"
        [ ! -s messages ] || { cat messages; return 1; }
        prof-fold recovered.json >folded
    done
}

@test "a part file that an earlier run left is kept, and hinders no later run" {
    OSPREY_PROFILE=raw.json run "$ENDS" _exit
    cp raw.json.part before
    OSPREY_PROFILE=raw.json run "$ENDS" _exit
    OSPREY_PROFILE=raw.json run "$ENDS" return
    [ "$(ls raw*)" = "$(printf 'raw.json\nraw.json.part\nraw.json.part-2')" ]
    cmp before raw.json.part
    prof-recover raw.json.part-2 | prof-fold
}

@test "nothing that stands under the part file's name is followed or written to" {
    echo mine >victim
    ln -s victim raw.json.part
    ln -s nowhere raw.json.part-2
    mkfifo raw.json.part-3
    mkdir raw.json.part-4
    OSPREY_PROFILE=raw.json run timeout 20 "$ENDS" _exit
    [ "$status" -eq 5 ]
    [ "$(cat victim)" = mine ]
    [ ! -e nowhere ]
    [ "$(stat -c %a raw.json.part-5)" = 600 ]
    prof-recover raw.json.part-5 | prof-fold
}

@test "a program that ends at once makes no part file" {
    OSPREY_PROFILE=raw.json strace -f -o trace "$BUILD/programs/workload" nothing
    run ! grep -F '.part' trace
}

@test "a file size limit keeps the profile in memory, and one line says so" {
    run --separate-stderr bash -c 'ulimit -f 1024; OSPREY_PROFILE=raw.json "$1" return' sh "$ENDS"
    [ "$status" -eq 0 ]
    [ "$stderr" = "osprey-prof: no part file, the profile was kept in memory alone: File too large" ]
    [ "$(ls)" = raw.json ]
    obeys_law raw.json
}

@test "a program with no descriptor to spare has a part file all the same" {
    run --separate-stderr bash -c 'exec 3>&-; ulimit -n 4; OSPREY_PROFILE=raw.json exec "$1" _exit' sh "$ENDS"
    [ "$status" -eq 5 ]
    [ -z "$stderr" ]
    prof-recover raw.json.part >recovered.json
    obeys_law recovered.json
}

@test "where the sampler can have no descriptors of its own, as in many containers, there is a part file too" {
    echo 'int unshare(int flags) { return -1 + 0 * flags; }' >refuses.c
    cc -shared -fPIC -o refuses.so refuses.c
    LD_PRELOAD=$PWD/refuses.so OSPREY_PROFILE=raw.json run "$ENDS" _exit
    [ "$status" -eq 5 ]
    prof-recover raw.json.part >recovered.json
    obeys_law recovered.json
    LD_PRELOAD=$PWD/refuses.so OSPREY_PROFILE_HZ=10000 OSPREY_PROFILE=raw.json run "$BUILD/programs/lowest_descriptor"
    [ "$output" = "0 surprises" ]
}

@test "a profile that can't be written stays in the part file, and the message says so" {
    OSPREY_PROFILE=$PWD/raw.json "$ENDS" handles >out 2>messages 3>&- &
    until_so [ -s out ]
    started
    mkdir raw.json
    kill "$!"
    wait "$!" || [ $? -eq 7 ]
    [ "$(cat messages)" = "osprey-prof: $PWD/raw.json can't be written, prof-recover makes it of $PWD/raw.json.part: Is a directory" ]
    prof-recover raw.json.part >recovered.json
    obeys_law recovered.json
}

@test "a program that closes all descriptors has a part file all the same" {
    OSPREY_PROFILE=raw.json "$ENDS" die_after close_all || [ $? -eq 5 ]
    [ ! -s mine ]
    prof-recover raw.json.part >recovered.json
    obeys_law recovered.json
}

@test "a child neither writes into its parent's part file nor removes it" {
    for way in spawn raw_fork; do
        OSPREY_PROFILE=raw.json "$ENDS" die_after $way true || [ $? -eq 5 ]
        [ "$(ls)" = raw.json.part ]
        prof-recover raw.json.part >recovered.json
        [ "$(jq '.threads | length' recovered.json)" -eq 1 ]
        obeys_law recovered.json
        rm raw.json.part recovered.json
    done
}

@test "with %p in the path each killed process leaves a part file of its own" {
    OSPREY_PROFILE=raw-%p.json "$BUILD/programs/forks" >out
    [ "$(ls raw-*.part | wc -l)" -eq 2 ]
    for file in raw-*.part; do
        prof-recover "$file" >recovered.json
        [ "raw-$(jq .pid recovered.json).json.part" = "$file" ]
        obeys_law recovered.json
        [ "$(oncpu recovered.json)" -ge 100 ]
    done
}

@test "threads that come, go, wait and have names are all in a recovered profile" {
    OSPREY_PROFILE=raw.json "$BUILD/programs/workload" burn 5 >out 3>&- &
    started
    prof-recover raw.json.part >recovered.json
    wait "$!"
    for file in recovered.json raw.json; do
        jq -c '[.pid, .exe, .rate_hz, .platform, .start_unix_ns, .dropped, .images[:3], .threads]' $file >$file.head
    done
    cmp recovered.json.head raw.json.head
    [ "$(jq '.threads | length' recovered.json)" -eq 6 ]
}
