#!/usr/bin/env bats
# However a program starts, forks, becomes another or ends, it does so as without a profiler.

bats_require_minimum_version 1.5.0
load helper

setup() {
    mkdir "$BATS_TEST_TMPDIR/here"
    cd "$BATS_TEST_TMPDIR/here"
    ENDS=$BUILD/programs/ends
}

# profiled WAY…: status and output must be those of a run without a profiler.
same_profiled() {
    local plain profiled plain_status=0 profiled_status=0
    plain=$("$ENDS" "$@" 2>&1) || plain_status=$?
    profiled=$(OSPREY_PROFILE=raw.json timeout 600 "$ENDS" "$@" 2>&1) || profiled_status=$?
    echo "plain: $plain_status $plain, profiled: $profiled_status $profiled"
    [ "$plain_status" = "$profiled_status" ] && [ "$plain" = "$profiled" ]
}

oncpu() {
    jq '[.samples[] | select(.[3] == 0) | .[4] // 1] | add // 0' "$1"
}

@test "every normal end keeps the status and leaves a whole profile" {
    for way in return exit quick_exit thread_exit main_leaves busy; do
        rm -f raw.json
        same_profiled $way
        [ "$(oncpu raw.json)" -ge 190 ] || { echo "$way"; return 1; }
    done
}

@test "an end that runs no exit handlers keeps the status and leaves the part file alone" {
    for way in _exit abort; do
        same_profiled $way
        [ "$(ls)" = raw.json.part ]
        rm raw.json.part
    done
}

@test "a program that becomes another never kills it by a late signal" {
    for way in exec thread_exec; do
        for i in $(seq 40); do
            OSPREY_PROFILE_HZ=10000 OSPREY_PROFILE=raw.json run "$ENDS" brief $way sh -c 'echo "finished $0"' name
            [ "$status" -eq 0 ]
            [ "$output" = "finished name" ]
        done
    done
}

@test "a program that becomes itself writes one profile, of the last, and leaves the part file of the first" {
    OSPREY_PROFILE=raw.json "$ENDS" exec "$ENDS" return
    [ "$(ls)" = "$(printf 'raw.json\nraw.json.part')" ]
    [ "$(oncpu raw.json)" -lt 300 ]
}

@test "a child that inherits the variable does not overwrite its parent's file" {
    OSPREY_PROFILE=raw.json run "$ENDS" spawn "$ENDS" exit
    [ "$output" = "child 3" ]
    [ "$(ls)" = raw.json ]
    jq -e '.exe | endswith("/ends")' raw.json
}

@test "with %p in the path a child that is a program of its own has a profile of its own" {
    OSPREY_PROFILE=raw-%p.json run "$ENDS" spawn "$ENDS" exit
    [ "$output" = "child 3" ]
    [ "$(ls | wc -l)" -eq 2 ]
    for file in raw-*.json; do
        [ "raw-$(jq .pid "$file").json" = "$file" ]
        [ "$(oncpu "$file")" -ge 190 ]
    done
}

@test "with %p in the path a forked child has a profile of its own, without its parent's samples" {
    OSPREY_PROFILE=raw-%p.json "$BUILD/programs/forks" >out
    [ "$(sort out)" = "$(printf 'child 0\nchild 0\nchild 134\nparent 0')" ]
    [ "$(ls raw-*.json | wc -l)" -eq 2 ]
    for file in raw-*.json; do
        oncpu "$file"
    done | sort -n >counts
    run awk 'NR == 1 && ($1 < 150 || $1 > 300) || NR == 2 && ($1 < 340 || $1 > 500) { print; exit 1 }' counts
    echo "$output"
    [ "$status" -eq 0 ]
}

@test "a daemon's profile goes to where it was started" {
    OSPREY_PROFILE=raw-%p.json "$ENDS" daemon
    until_so eval '[ -e raw-*.json ]'
    [ "$(oncpu raw-*.json)" -ge 190 ]
}

@test "nothing is written into a descriptor that the program has put to another use" {
    OSPREY_PROFILE=/nonexistent/raw.json run "$ENDS" close_all
    [ "$status" -eq 0 ]
    [ ! -s mine ]
    rm mine
    OSPREY_PROFILE=raw.json run "$ENDS" close_all
    [ "$status" -eq 0 ]
    [ ! -s mine ]
    [ "$(oncpu raw.json)" -ge 190 ]
}

@test "the profiler takes no descriptor number that the program expects to get" {
    OSPREY_PROFILE_HZ=10000 OSPREY_PROFILE=raw.json run "$BUILD/programs/lowest_descriptor"
    [ "$status" -eq 0 ]
    [ "$output" = "0 surprises" ]
}

@test "Ctrl-C, TERM and a hang-up leave a profile, and the program dies of them" {
    for pair in INT:130 TERM:143 HUP:129; do
        rm -f raw.json out
        # In the background a shell's programs ignore INT.
        OSPREY_PROFILE=raw.json env --default-signal=INT "$ENDS" for_ever >out 3>&- &
        until_so [ -s out ]
        kill -"${pair%:*}" "$!"
        status=0
        wait "$!" || status=$?
        [ "$status" -eq "${pair#*:}" ]
        [ "$(ls)" = "$(printf 'out\nraw.json')" ]
        [ "$(oncpu raw.json)" -ge 190 ]
    done
}

@test "a program that handles or ignores TERM does so under the profiler" {
    for pair in handles:7 ignores:0; do
        rm -f raw.json out
        OSPREY_PROFILE=raw.json "$ENDS" "${pair%:*}" >out 3>&- &
        until_so [ -s out ]
        kill -TERM "$!"
        status=0
        wait "$!" || status=$?
        [ "$status" -eq "${pair#*:}" ]
        [ "$(oncpu raw.json)" -ge 190 ]
    done
}

@test "main may leave by pthread_exit without having been registered" {
    same_profiled unregistered_main_leaves
}

@test "a child forked by a profiled program dies of TERM by itself" {
    OSPREY_PROFILE=raw.json run "$ENDS" spawn sh -c 'kill -TERM $$'
    [ "$status" -eq 0 ]
    jq -e '.exe | endswith("/ends")' raw.json
}
