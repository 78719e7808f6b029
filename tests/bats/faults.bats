#!/usr/bin/env bats
# Calls that fail, one after the other, and stages that are killed at random moments: tests/faults/fail_nth.c.
bats_require_minimum_version 1.5.0
load helper
load victim

setup_file() {
    cd "$BATS_FILE_TMPDIR" || exit
    local compile="cc -O1 -g -D_GNU_SOURCE -Wall -Wextra -Werror -fno-omit-frame-pointer -pthread"
    $compile -fPIC -shared -fno-builtin -o fail_nth.so "$ROOT/tests/faults/fail_nth.c" -ldl
    $compile -o copies_profile "$ROOT/tests/faults/copies_profile.c"
    $compile -o plain "$ROOT/tests/faults/victim.c"
    victim linked
}

setup() {
    cd "$BATS_TEST_TMPDIR" || exit
    fail_nth=$BATS_FILE_TMPDIR/fail_nth.so
    export FAIL_TOLD=$BATS_TEST_TMPDIR/told
}

# with_fault PROGRAM FUNCTION N COMMAND...: sets status; output in out, messages in err. Ten minutes are a hang, on the slowest machine.
with_fault() {
    rm -f told out err
    status=0
    FAIL_IN=$1 FAIL_FUNCTION=$2 FAIL_NTH=$3 LD_PRELOAD=${preload:+$preload:}$fail_nth \
        timeout -s KILL 600 "${@:4}" >out 2>err </dev/null || status=$?
    lines=$(wc -l <err)
}

# has_samples EXPECTED: out is a whole stream with the same samples; names may lack.
has_samples() {
    grep -q '"type":"end"' out && cmp -s <(grep '^\[' "$1") <(grep '^\[' out)
}

# filter_holds EXPECTED LINES: all of it with status 0 and at most one line more than the LINES without a fault, or status
# 1, one line more, and nothing that could be taken for all.
filter_holds() {
    local more=$((lines - $2))
    case $status in
    0) [ "$more" -le 1 ] && { cmp -s "$1" out || has_samples "$1"; } ;;
    1) [ "$more" -le 1 ] && [ "$lines" -gt 0 ] && ! cmp -s "$1" out && ! grep -q '"type":"end"' out ;;
    *) false ;;
    esac
}

# sweep_filter FUNCTION FILTER INPUT OPTIONS...: with the first call failing, the second, and so on until none does.
sweep_filter() {
    local n=0 usual
    "$2" "${@:4}" <"$3" >expected 2>messages
    usual=$(wc -l <messages)
    while [ "$n" -eq 0 ] || [ -e told ]; do
        n=$((n + 1))
        with_fault "$2" "$1" "$n" sh -c 'input=$1; shift; cat "$input" | "$@"' - "$3" "$2" "${@:4}"
        filter_holds expected "$usual" || { echo "$2: $1 $n: status $status, '$(cat err)'"; return 1; }
    done
    cmp expected out
    echo "$2 $1: $((n - 1)) failures"
}

# sweep_filters FUNCTION: every filter, of a raw file and of records; prof-recover of what a killed program left.
sweep_filters() {
    for program in $(cd "$BUILD/bin" && ls -d prof-* | grep -vx prof-recover); do
        for input in raw/small.json records/named.records; do
            sweep_filter "$1" "$program" "$DATA/$input"
        done
    done
    sweep_filter "$1" prof-recover "$ROOT/tests/fuzz/corpus/part/killed"
}

@test "a filter whose n-th allocation fails says so in one line, whatever n" {
    sweep_filters malloc
}

@test "a filter whose n-th write fails says so in one line, whatever n" {
    sweep_filters write
}

@test "a filter whose n-th file can't be opened says so in one line, whatever n" {
    sweep_filters open
    sweep_filters mmap
}

@test "names that can't be asked for or kept, for want of memory, files or room, cost no more than themselves" {
    OSPREY_PROFILE=raw.json "$BATS_FILE_TMPDIR/linked" || [ "$?" -eq 3 ]
    for function in malloc write open; do
        sweep_filter "$function" prof-symbolize raw.json --no-cache
    done
    export XDG_CACHE_HOME=$PWD/full
    mkdir full
    for function in malloc write open; do
        sweep_filter "$function" prof-symbolize raw.json
        [ -z "$(ls full/osprey-prof | grep '^new-')" ]
    done
}

# counts_no_more_than_time: no thread was there for longer than the program was.
counts_no_more_than_time() {
    jq -e '((.end_unix_ns - .start_unix_ns) / 1e9 * .rate_hz + 3) as $most
        | .samples | group_by(.[1]) | map(map(.[4] // 1) | add) | all(. <= $most)' raw.json >/dev/null
}

# runtime_holds: output and status of the plain run, and a whole profile, or none with one line at most. A program that
# took long enough to have a part file may leave that, if the line says so, or may have to do without it.
runtime_holds() {
    [ "$status" -eq 3 ] && [ "$(cat out)" = 'sum 499500 ending 3' ] && [ "$lines" -le 1 ] || return 1
    if [ -e raw.json ]; then
        prof-images raw.json >/dev/null && counts_no_more_than_time || return 1
        [ "$lines" -eq 0 ] || grep -q ': no part file, ' err || return 1
    elif [ -e raw.json.part ]; then
        prof-recover raw.json.part | prof-images >/dev/null && grep -q 'prof-recover makes it of .*/raw.json.part: ' err || return 1
        rm raw.json.part
    fi
    [ -z "$(find . -name 'raw.json?*')" ] # nothing half-written
}

# sweep_runtime FUNCTION VICTIM [PRELOAD]
sweep_runtime() {
    local n=0 preload=${3-}
    while [ "$n" -eq 0 ] || [ -e told ]; do
        n=$((n + 1))
        rm -f raw.json*
        with_fault "$2" "$1" "$n" env OSPREY_PROFILE=raw.json "$BATS_FILE_TMPDIR/$2"
        runtime_holds || { echo "$2: $1 $n: status $status, '$(cat out)', '$(cat err)', $(echo raw.json*)"; return 1; }
    done
    [ -e raw.json ]
    echo "$2 $1: $((n - 1)) failures"
}

@test "a program with the profiler in it does and says the same whichever call of the profiler fails" {
    for function in malloc write open mmap pthread_create clock_gettime; do
        sweep_runtime "$function" linked
    done
}

@test "a program that the profiler is preloaded into does and says the same whichever call of the profiler fails" {
    for function in malloc write open mmap pthread_create clock_gettime; do
        sweep_runtime "$function" plain "$BUILD/lib/libosprey-prof-preload.so"
    done
}

@test "a message that can't be written changes neither what a program does nor its status" {
    local program=$BATS_FILE_TMPDIR/linked
    : >full
    for setting in OSPREY_PROFILE=/nonexistent/raw.json "OSPREY_PROFILE=raw.json OSPREY_PROFILE_HZ=fast"; do
        for way in 'exec 3> >(:); wait $!; exec env $1 "$2" 2>&3' 'ulimit -f 0; exec env $1 "$2" 2>>full' \
            'exec env $1 "$2" 2>&-' 'exec env $1 "$2" 2>/dev/full'; do
            run bash -c "$way" - "$setting" "$program"
            echo "$setting, $way: $status"
            [ "$status" -eq 3 ]
            [ "$output" = 'sum 499500 ending 3' ]
        done
    done
}

# A number below $1, the next of those that follow from $SEED.
random_below() {
    random=$(((random * 1103515245 + 12345) % 2147483648))
    number=$((random / 65536 % $1))
}

# outputs_are_whole: each is that of an undisturbed run, or is not there.
outputs_are_whole() {
    local name
    for name in program.speedscope.json program.cpuprofile program.folded program.profile.json; do
        [ ! -e "$name" ] || cmp "$name" "whole/$name" || return 1
    done
}

@test "whatever part of the driver is killed, its outputs are whole or absent (SEED=${SEED:-1})" {
    local programs=(sh prof-symbolize prof-to-speedscope prof-to-v8 prof-fold prof-aggregate jq mv cp prof-report)
    local functions=(malloc write time time) limits=(8 8 5000 5000)
    local random=${SEED:-1} number program which kills=0
    export RAW=$DATA/raw/small.json FAIL_BY=kill
    cp "$BATS_FILE_TMPDIR/copies_profile" program
    osprey ./program --profile >report
    mkdir whole
    mv program.* whole
    while [ "$kills" -lt 100 ]; do
        random_below ${#programs[@]} && program=${programs[number]}
        random_below ${#functions[@]} && which=$number
        random_below "${limits[which]}"
        rm -f program.*
        with_fault "$program" "${functions[which]}" "$((number + 1))" osprey ./program --profile
        echo "$program: ${functions[which]} $((number + 1)): status $status, $(echo program.*)"
        outputs_are_whole
        [ ! -e told ] || kills=$((kills + 1))
    done
}
