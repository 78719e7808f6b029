#!/usr/bin/env bats
bats_require_minimum_version 1.5.0
load helper
load report
load stacks

setup() {
    mixed=$DATA/report/mixed.records
    unset NO_COLOR COLUMNS
    export TERM=xterm
}

@test "the golden profile gives the golden report" {
    run --separate-stderr prof-report "$mixed"
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
    diff -u "$DATA/report/mixed.report" <(prof-report "$mixed")
}

@test "stdin gives what a file gives, aggregated records what samples give" {
    run bash -c 'prof-report - <"$1" | cmp - "$2"' - "$mixed" "$DATA/report/mixed.report"
    [ "$status" -eq 0 ]
    run bash -c 'prof-aggregate "$1" | prof-report | cmp - "$2"' - "$mixed" "$DATA/report/mixed.report"
    [ "$status" -eq 0 ]
}

@test "the header tells wall, CPU, samples, rates and fibers" {
    run prof-report "$mixed"
    [ "${lines[0]}" = "fib" ]
    [ "${lines[1]}" = "wall 1.20 s, CPU 1.00 s (83 % of wall), 1800 samples at 1000 Hz asked, 995 Hz achieved, 2 fibers" ]
}

@test "threads are called so where there are no fibers" {
    sed 's/"label":"fiber"/"label":"thread"/; s/"label":"effect"/"label":"thread"/' "$mixed" >"$BATS_TEST_TMPDIR/in"
    for input in "$BATS_TEST_TMPDIR/in" <(prof-aggregate "$BATS_TEST_TMPDIR/in"); do
        run prof-report "$input"
        [[ "${lines[1]}" == *" Hz achieved, 2 threads" ]]
        [[ "${lines[2]}" == THREAD* ]]
    done
}

@test "time in pause is told and isn't held against the achieved rate" {
    run prof-report <(sed 's/"ticks":1194,"paused_ns":"0"/"ticks":995,"paused_ns":"200000000"/' "$mixed")
    [[ "${lines[1]}" == *", 995 Hz achieved, 0.20 s paused, "* ]]
}

@test "without a number of ticks no achieved rate is invented" {
    run prof-report <(sed 's/,"ticks":1194,"paused_ns":"0"//' "$mixed")
    [[ "${lines[1]}" == *"1000 Hz asked, 2 fibers" ]]
}

@test "several fibers can use more CPU than time goes by, and no percentage is above 100 (C34)" {
    run prof-report <(sed 's/80120\(0000000"\)/80025\1/' "$mixed")
    [[ "${lines[1]}" == "wall 0.25 s, CPU 1.00 s (4.0 times wall), "* ]]
    run prof-report "$DATA/report/recursion.records"
    [[ "$output" == *"100.0%"* ]]
    run ! grep -E "(10[1-9]|1[1-9][0-9]|[2-9][0-9][0-9])(\.[0-9])? ?%" <<<"$output"
}

@test "the table has the columns of the specification" {
    run prof-report "$mixed"
    grep -E '^ *SELF% +TOTAL% +SELF +TOTAL +FUNCTION +LOCATION$' <<<"$output"
    grep -E '^ 52\.5% ████▎ +52\.5% +525 +525 +fib +/w/src/fib\.osp:2$' <<<"$output"
}

@test "bars are eighth blocks, a share that isn't 0 has one at least" {
    run prof-report <(functions 300 1)
    grep -E '^  0\.3% ▏ +0\.3% ' <<<"$output"
    run prof-report <(functions 1 9)
    grep -E '^100\.0% ████████  100\.0% ' <<<"$output"
}

@test "ten functions are shown, and how many there are" {
    run prof-report <(functions 12 10)
    [ "$(grep -c '/w/x.c:1$' <<<"$output")" -eq 10 ]
    [[ "$output" == *"10 of 12 functions, shares are of 121 CPU samples"* ]]
}

@test "--top decides how many functions are shown" {
    run prof-report --top 3 <(functions 12 10)
    [ "$(grep -c '/w/x.c:1$' <<<"$output")" -eq 3 ]
    [[ "$output" == *"3 of 12 functions, shares are of 121 CPU samples"* ]]
    for count in 12 9223372036854775807; do
        run prof-report --top "$count" <(functions 12 10)
        [ "$(grep -c '/w/x.c:1$' <<<"$output")" -eq 12 ]
        [[ "$output" != *" of 12 functions"* ]]
    done
    for wrong in 0 -1 x 3x ''; do
        run --separate-stderr prof-report --top "$wrong" "$mixed"
        [ "$status" -eq 2 ]
        [[ "$stderr" == "prof-report: --top is a number of functions, 1 or more, not '$wrong'"* ]]
    done
}

@test "running and waiting are told for each fiber" {
    run prof-report "$mixed"
    grep -E '^main +400 +33\.3% +800 +66\.7%$' <<<"$output"
    grep -E '^fiber-1 +600 +100\.0% +0 +0\.0%$' <<<"$output"
}

@test "ten fibers have a row each, the others one together" {
    {
        functions 1 1 | head -n 1
        for i in $(seq 13); do echo '{"type":"thread","id":'"$i"',"fiber":'"$i"',"label":"fiber","name":""}'; done
        functions 1 1 | sed -n '3,4p'
        for i in $(seq 13); do echo "[1,$i,0,0,$i]" "[2,$i,0,1,2]" | tr ' ' '\n'; done
        echo '{"type":"end","lines":42,"samples":117}'
    } >"$BATS_TEST_TMPDIR/in"
    run --separate-stderr prof-report "$BATS_TEST_TMPDIR/in"
    [ -z "$stderr" ]
    [ "$(grep -c '^fiber-' <<<"$output")" -eq 10 ]
    grep -E '^fiber-13 +13 +86\.7% +2 +13\.3%$' <<<"$output"
    grep -E '^and 3 more +6 +50\.0% +6 +50\.0%$' <<<"$output"
}

@test "few samples are told with the ± that they imply (C94)" {
    run prof-report <(captures $(yes 1 | head -n 23))
    [[ "$output" == *"low confidence: only 23 CPU samples, shares are ± 20 points (95 %)"* ]]
    run prof-report <(captures $(yes 1 | head -n 99))
    [[ "$output" == *"only 99 CPU samples, shares are ± 10 points"* ]]
    run prof-report <(captures $(yes 1 | head -n 100))
    [[ "$output" == *"shares are of 100 CPU samples"* ]]
    [[ "$output" != *"low confidence"* ]]
}

@test "many samples of few captures are told as what they are worth, at every stage" {
    run prof-report <(captures 59 54 40 21 6 3)
    grep -x "shares are of 183 CPU samples in 6 captures" <<<"$output"
    grep "^note: low confidence: only 183 CPU samples in 6 captures, shares are ± 49 points (95 %): " <<<"$output"
    diff -u <(echo "$output") <(captures 59 54 40 21 6 3 | prof-aggregate | prof-report)
    run prof-report <(captures $(yes 1 | head -n 500) 400)
    [[ "$output" == *"low confidence: only 900 CPU samples in 501 captures, shares are ± 44 points"* ]]
    run prof-report <(captures $(yes 2 | head -n 100))
    grep -x "shares are of 200 CPU samples in 100 captures" <<<"$output"
    run prof-report <(captures $(yes 1 2 | tr ' ' '\n' | head -n 200))
    grep -x "shares are of 300 CPU samples" <<<"$output"
    # sums of before captures were counted
    run bash -c 'prof-aggregate | sed "s/,\"captures\":6,\"effective_captures\":4//" | prof-report' < <(captures 59 54 40 21 6 3)
    grep -x "shares are of 183 CPU samples" <<<"$output"
}

@test "at a low rate the CPU time is told with the period that it is right to" {
    at_rate() { functions 1 9 | sed "s/\"rate_hz\":1000/\"rate_hz\":$1/" | prof-report | sed -n 2p; }
    [[ "$(at_rate 10)" == "wall 1.00 s, CPU 1.00 s ± 0.10 s (100 % of wall), "* ]]
    # ten periods of 0.11 s are no proof of two threads
    [[ "$(at_rate 9)" == "wall 1.00 s, CPU 1.11 s ± 0.11 s (100 % of wall), "* ]]
    [[ "$(at_rate 1000)" == "wall 1.00 s, CPU 10.0 ms (1 % of wall), "* ]]
    idle=$(functions 1 9 | sed 's/"rate_hz":1000/"rate_hz":10/; s/^\[0,0,0,0,/[0,0,0,1,/' | prof-report | sed -n 2p)
    [[ "$idle" == "wall 1.00 s, CPU 0.0 ms (0 % of wall), "* ]]
}

@test "CPU time that is in no sample is told from 1 % on, at every stage" {
    local cpu_ns
    cpu_ns=$(prof-aggregate "$DATA/raw/tiny.json" | jq 'select(.type == "summary").cpu_seconds * 1e9 | floor')
    jq -c --argjson cpu "$cpu_ns" '. + {unregistered_cpu_ns: $cpu}' "$DATA/raw/tiny.json" >"$BATS_TEST_TMPDIR/raw.json"
    for command in 'cat' 'prof-images' 'prof-aggregate'; do
        run bash -c 'set -o pipefail; "$1" "$2" | prof-report' sh "$command" "$BATS_TEST_TMPDIR/raw.json"
        [ "$status" -eq 0 ]
        [[ "$output" == *" of CPU time (50.0 %) are in no sample: of threads that were not registered; let them call osp_prof_thread_register()"* ]]
    done
    jq -c --argjson cpu "$((cpu_ns / 200))" '. + {unregistered_cpu_ns: $cpu}' "$DATA/raw/tiny.json" >"$BATS_TEST_TMPDIR/raw.json"
    run prof-report "$BATS_TEST_TMPDIR/raw.json"
    [ "$status" -eq 0 ]
    [[ "$output" != *"in no sample"* ]]
}

@test "samples that were thinned are told, at every stage" {
    jq -c '. + {thinned: 4}' "$DATA/raw/tiny.json" >"$BATS_TEST_TMPDIR/raw.json"
    for command in 'cat' 'prof-images' 'prof-aggregate'; do
        run bash -c 'set -o pipefail; "$1" "$2" | prof-report' sh "$command" "$BATS_TEST_TMPDIR/raw.json"
        [ "$status" -eq 0 ]
        [[ "$output" == *"one stack in 4 was kept, with the count of all"* ]]
    done
    run prof-report "$DATA/raw/tiny.json"
    [[ "$output" != *"one stack in"* ]]
}

@test "samples that were dropped are told with their share" {
    run prof-report "$mixed"
    [[ "$output" == *"note: 8 samples were dropped (0.4 %)"* ]]
    run prof-report <(sed 's/"dropped":8/"dropped":0/' "$mixed")
    [[ "$output" == *"shares are of 1000 CPU samples"* ]]
    [[ "$output" != *dropped* ]]
}

@test "stacks that were cut are told with their share" {
    run prof-report "$mixed"
    [[ "$output" == *"12.4 % of the CPU samples are too deep"* ]]
}

@test "unresolved samples are told above 20 %" {
    run prof-report "$mixed"
    [[ "$output" == *"22.5 % of the CPU samples are in code without a name"* ]]
    run prof-report <(sed 's/"name":"0x7f0012345678"/"name":"known"/' "$mixed")
    [[ "$output" == *known* ]]
    [[ "$output" != *"without a name"* ]]
}

@test "incomplete stacks are told from 1 % on, with the image to rebuild (C47)" {
    run prof-report <(stacks linux-arm64 '0 310 burn@0 foo_run@1' '0 690 burn@0 main@0')
    [[ "$output" == *"note: 31.0 % of the CPU samples have incomplete stacks, most in libfoo.so: rebuild it with -fno-omit-frame-pointer"* ]]
    run prof-report <(stacks linux-arm64 '0 9 burn@0 foo_run@1' '0 991 burn@0 main@0')
    [[ "$output" == *burn* ]]
    [[ "$output" != *"incomplete stacks"* ]]
}

@test "no one is told to rebuild the system's libraries, or what is unknown" {
    run prof-report <(stacks linux-arm64 '0 310 cmp@0 msort@2' '0 690 burn@0 main@0')
    [[ "$output" == *"incomplete stacks, most in libc.so.6, which has neither unwind tables nor frame pointers"* ]]
    run prof-report <(stacks linux-arm64 '0 310 cmp callback' '0 690 burn main')
    [[ "$output" == *"31.0 % of the CPU samples have incomplete stacks"* ]]
    [[ "$output" != *"most in"* ]]
    [[ "$output" != *rebuild* ]]
}

@test "callers that may be missing behind system libraries are told from 1 % on (C39)" {
    run prof-report <(stacks linux-x86_64 '0 120 memcpy@2 f1@0 main@0' '0 880 f1@0 main@0')
    [[ "$output" == *"note: 12.0 % of the CPU samples end in system libraries, most in libc.so.6: where these keep no frame pointers, the direct callers are missing"* ]]
    run prof-report <(stacks linux-x86_64 '0 9 memcpy@2 f1@0 main@0' '0 991 f1@0 main@0')
    [[ "$output" == *memcpy* ]]
    [[ "$output" != *"system libraries"* ]]
}

@test "CPU time that could not be sampled is told (C15)" {
    run prof-report <(stacks linux-x86_64 '0 250 [unsampled]' '0 750 burn@0 main@0')
    [[ "$output" == *"note: 25.0 % of the CPU time could not be sampled: the program ignores or blocks SIGPROF"* ]]
    run prof-report <(stacks linux-x86_64 '1 250 [unsampled]' '0 750 burn@0 main@0')
    [[ "$output" == *burn* ]]
    [[ "$output" != *SIGPROF* ]]
}

@test "the fibers that could not be sampled are named with the time from which on, three at most, as the table has them" {
    unsampled 6 '[0,0,0,0,500]' '[510000000,0,1,0,100]' '[1200000000,2,1,0,200]' '[20000000,3,1,0,90]' '[5,1,0,0,700]' \
        >"$BATS_TEST_TMPDIR/few"
    run prof-report "$BATS_TEST_TMPDIR/few"
    [[ "${lines[*]: -1}" == "note: "*" SIGPROF, which it must leave to the profiler: main since 0.51 s, fiber-2 since 1.20 s, fiber-3 since 20.0 ms" ]]
    unsampled 6 '[510000000,0,1,0,100]' '[1200000000,2,1,0,200]' '[2000000000,3,1,0,90]' '[5,1,0,0,700]' '[6,4,1,0,1]' '[7,5,1,1,1]' \
        >"$BATS_TEST_TMPDIR/many"
    run prof-report "$BATS_TEST_TMPDIR/many"
    [[ "${lines[*]: -1}" == *" profiler: fiber-2 since 1.20 s, main since 0.51 s, fiber-3 since 2.00 s and 2 more" ]]
    for profile in few many; do
        for view in --lines --color=always --min=0; do
            run bash -c 'set -o pipefail; prof-aggregate "$1" | prof-report "$2" | cmp - <(prof-report "$2" "$1")' - \
                "$BATS_TEST_TMPDIR/$profile" "$view"
            [ "$status" -eq 0 ]
        done
    done
}

@test "what could not be sampled is told of fibers that the table has no row for, and with the views" {
    rows=()
    for fiber in {1..12}; do rows+=("[5,$fiber,0,0,$((100 - fiber))]"); done
    unsampled 13 "${rows[@]}" '[1000000000,0,1,0,2]' '[2000000000,12,1,0,1]' >"$BATS_TEST_TMPDIR/in"
    for view in --min=1 --tree --flame --lines; do
        run prof-report "$view" "$BATS_TEST_TMPDIR/in"
        [[ "$output" == *" profiler: fiber-12 since 2.00 s, main since 1.00 s"* ]]
    done
}

@test "sums of before the fibers told that they could not be sampled have the note without them" {
    run prof-report <(prof-aggregate <(unsampled 1 '[5,0,1,0,300]') | sed 's/,"unsampled":300,"unsampled_since_ns":"5"//')
    [[ "${lines[*]: -1}" == "note: 100.0 % of the CPU time could not be sampled"*" must leave to the profiler" ]]
}

@test "the name of a fiber can't harm a terminal" {
    run prof-report <(unsampled 2 '[5,1,1,0,300]' | sed 's/"label":"fiber"/"label":"fi\\u001b[2Jber-of-a-long-long-name"/')
    [[ "${lines[*]: -1}" == *" profiler: fi�[2Jber"*…*"name-1 since 0.0 ms" ]]
}

@test "a busy machine is told from 10 % on" {
    run prof-report <(stacks linux-x86_64 '1 370 [runnable]' '0 630 burn@0 main@0')
    [[ "$output" == *"note: the machine was busy: 37.0 % of the time threads waited for a processor"* ]]
    run prof-report <(stacks linux-x86_64 '1 99 [runnable]' '1 270 read@0' '0 630 burn@0 main@0')
    [[ "$output" == *burn* ]]
    [[ "$output" != *busy* ]]
}

@test "the name of an image can't harm a terminal" {
    run prof-report <(stacks linux-arm64 '0 310 burn@0 foo_run@1' '0 690 burn@0 main@0' | sed 's/libfoo/lib\\u001b[2Jfoo/')
    [[ "$output" == *"most in lib�[2Jfoo.so: rebuild"* ]]
}

@test "a profile without samples says why (C25)" {
    run --separate-stderr prof-report "$DATA/report/empty.records"
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
    [[ "$output" == *"no CPU samples in 3.00 s: the registered threads used less CPU than one sampling period (1.0 ms); "* ]]
    [[ "$output" != *FUNCTION* ]]
}

@test "a profile that lost all its samples doesn't blame the program" {
    run prof-report <(sed 's/"dropped":0/"dropped":9/' "$DATA/report/empty.records")
    [ "$status" -eq 0 ]
    [[ "$output" != *"less CPU"* ]]
    [[ "$output" == *"9 samples were dropped (100.0 %)"* ]]
}

@test "a raw file is taken" {
    run prof-report "$DATA/report/small.raw.json"
    [ "$status" -eq 0 ]
    [[ "$output" == *"100.0%"*" 0x401191 "* ]]
}

@test "a pipe gets no escapes, and names and paths whole (C91)" {
    long=$(printf 'n%.0s' $(seq 300))
    run prof-report <(functions 2 500 | sed "s/\"f0\"/\"$long\"/; s|/w/x.c|/a/long/way/to/the/directory/of/the/source/of/x.c|")
    [[ "$output" != *$'\e'* ]]
    [[ "$output" != *…* ]]
    [[ "$output" == *"$long  /a/long/way/to/the/directory/of/the/source/of/x.c:1"* ]]
}

@test "a terminal gets colours: bold red from 5 %, yellow from 0.5 % (C91)" {
    run in_terminal 100 prof-report "$mixed"
    [ "$status" -eq 0 ]
    [[ "$output" == *$'\e[1;31m 52.5% ████▎   \e[0m'* ]]
    [[ "$output" != *$'\e[33m '* ]]
    run in_terminal 100 "prof-report $mixed | cat"
    [[ "$output" == *"52.5%"* ]]
    [[ "$output" != *$'\e['* ]]
    functions 100 100 >"$BATS_TEST_TMPDIR/in"
    run in_terminal 100 prof-report "$BATS_TEST_TMPDIR/in"
    [[ "$output" == *$'\e[33m  1.0% '* ]]
    functions 300 100 >"$BATS_TEST_TMPDIR/in"
    run in_terminal 100 prof-report "$BATS_TEST_TMPDIR/in"
    [[ "$output" == *$'\n  0.3% '* ]]
}

@test "NO_COLOR and TERM=dumb take the colours away, an empty NO_COLOR doesn't (C91)" {
    run in_terminal 100 NO_COLOR=1 prof-report "$mixed"
    [[ "$output" == *"52.5%"* ]]
    [[ "$output" != *$'\e'* ]]
    run in_terminal 100 TERM=dumb prof-report "$mixed"
    [[ "$output" == *"52.5%"* ]]
    [[ "$output" != *$'\e'* ]]
    run in_terminal 100 NO_COLOR= prof-report "$mixed"
    [[ "$output" == *$'\e'* ]]
}

@test "--color decides against the surroundings" {
    run env NO_COLOR=1 prof-report --color=always "$mixed"
    [[ "$output" == *$'\e[1;31m'* ]]
    run in_terminal 100 prof-report --color=never "$mixed"
    [[ "$output" == *"52.5%"* ]]
    [[ "$output" != *$'\e'* ]]
    run prof-report --color auto "$mixed"
    [[ "$output" == *"52.5%"* ]]
    [[ "$output" != *$'\e'* ]]
}

@test "what is in the report doesn't depend on colour" {
    run bash -c 'prof-report --color always "$1" | sed "s/\x1b\[[0-9;]*m//g" | cmp - "$2"' - "$mixed" "$DATA/report/mixed.report"
    [ "$status" -eq 0 ]
}

@test "on a terminal no line is wider than it (C91)" {
    long=$(printf 'name%.0s' $(seq 60))
    sed "s/\"größe→計算\"/\"größe→計算::$long\"/; s|/w/src/fib.osp|/a/long/way/to/the/directory/of/the/source/fib.osp|" "$mixed" >"$BATS_TEST_TMPDIR/in"
    for columns in 40 50 60 80 120; do
        run in_terminal "$columns" prof-report --color never "$BATS_TEST_TMPDIR/in"
        [ "$status" -eq 0 ]
        [[ "$output" == *"größe"*…*"me"* ]]
        [ "$columns" -lt 60 ] || [[ "$output" == *"fib.osp:2"* ]]
        [ "$(widest <<<"$output")" -le "$columns" ]
    done
}

@test "a narrow terminal gets no bars, then no locations" {
    run in_terminal 80 prof-report --color never "$mixed"
    grep -E '^ 52\.5% ████▎ .* fib  .*fib\.osp:2$' <<<"$output"
    run in_terminal 50 prof-report --color never "$mixed"
    grep -E '^ 52\.5%   52\.5%   525    525  fib +(…/)?fib\.osp:2$' <<<"$output"
    run in_terminal 40 prof-report --color never "$mixed"
    grep -E '^ SELF%  TOTAL%  SELF  TOTAL  FUNCTION$' <<<"$output"
    grep -E '^ 52\.5%   52\.5%   525    525  fib$' <<<"$output"
}

@test "on a terminal long names get room from the bars and from the directories of locations" {
    sed 's/"fib"/"A::Some<int>::function_of_it(int, B) const"/; s|/w/src/|/a/long/way/to/the/directory/of/the/source/|' "$mixed" >"$BATS_TEST_TMPDIR/in"
    run in_terminal 80 prof-report --color never "$BATS_TEST_TMPDIR/in"
    grep -E '^ 52\.5%   52\.5%   525    525  A::Some<…>::function_of_it +…/.*fib\.osp:2$' <<<"$output"
    run in_terminal 110 prof-report --color never "$BATS_TEST_TMPDIR/in"
    grep -E '^ 52\.5% ████▎ .* A::Some<int>::function_of_it\(int, B\) const  …/' <<<"$output"
}

@test "on a terminal a note goes on in lines below its text, between words" {
    run in_terminal 40 prof-report --color never "$mixed"
    [[ "$output" == *$'note: 8 samples were dropped (0.4 %):\n      the totals are too small; a lower\n      rate drops fewer\n'* ]]
    run in_terminal 200 prof-report --color never "$mixed"
    [[ "$output" == *$'note: 8 samples were dropped (0.4 %): the totals are too small; a lower rate drops fewer\n'* ]]
}

@test "many samples and long names of fibers leave a narrow terminal in order" {
    sed 's/"label":"fiber"/"label":"a-fiber-of-a-very-long-name"/; s/,0,300\]/,0,3000000]/; s/"samples":1800/"samples":3001500/' "$mixed" >"$BATS_TEST_TMPDIR/in"
    for columns in 45 80; do
        run in_terminal "$columns" prof-report --color never "$BATS_TEST_TMPDIR/in"
        [[ "$output" == *"a-"*"-1 "* ]]
        [ "$(widest <<<"$output")" -le "$columns" ]
    done
}

@test "in a terminal template arguments go first, then parameters, then scopes, in a pipe nothing goes (C71)" {
    name='std::vector<std::tuple<int, std::tuple<long, std::map<std::string, char>>>>::push_back(std::pair<int, std::array<int, 99>> const\&)'
    functions 1 200 | sed "s/\"f0\"/\"$name\"/" >"$BATS_TEST_TMPDIR/in"
    run in_terminal 100 prof-report --color never "$BATS_TEST_TMPDIR/in"
    [[ "$output" == *" std::vector<…>::push_back(std::pair<…> const&) "* ]]
    run in_terminal 80 prof-report --color never "$BATS_TEST_TMPDIR/in"
    [[ "$output" == *" std::vector<…>::push_back "* ]]
    [ "$(widest <<<"$output")" -le 80 ]
    run in_terminal 60 prof-report --color never "$BATS_TEST_TMPDIR/in"
    [[ "$output" == *" …::push_back "* ]]
    run in_terminal 250 prof-report --color never "$BATS_TEST_TMPDIR/in"
    [[ "$output" == *"${name//\\/}"* ]]
    run prof-report "$BATS_TEST_TMPDIR/in"
    [[ "$output" == *"${name//\\/}"* ]]
}

@test "names of 30 KB fit a terminal of any width (C71)" {
    {
        printf '/"f0"/{s//"'
        printf 'std::tuple<%.0s' $(seq 3000)
        printf '>%.0s' $(seq 3000)
        echo '::f()"/}'
    } >"$BATS_TEST_TMPDIR/long.sed"
    functions 1 200 | sed -f "$BATS_TEST_TMPDIR/long.sed" >"$BATS_TEST_TMPDIR/in"
    for columns in 80 300; do
        run in_terminal "$columns" prof-report --color never "$BATS_TEST_TMPDIR/in"
        [[ "$output" == *" std::tuple<…>::f() "* ]]
        [ "$(widest <<<"$output")" -le "$columns" ]
    done
    functions 1 200 | sed "s/\"f0\"/\"$(printf 'n%.0s' $(seq 30000))\"/" >"$BATS_TEST_TMPDIR/in"
    run in_terminal 300 prof-report --color never "$BATS_TEST_TMPDIR/in"
    [ "$(widest <<<"$output")" -le 300 ]
}

@test "a terminal that tells no width has that of COLUMNS, else 80" {
    sed "s/\"größe→計算\"/\"$(printf 'name%.0s' $(seq 60))\"/; s|/w/src/|/a/long/way/to/the/directory/of/the/source/|" "$mixed" >"$BATS_TEST_TMPDIR/in"
    run in_terminal 0 COLUMNS=200 prof-report --color never "$BATS_TEST_TMPDIR/in"
    [ "$(grep 'name' <<<"$output" | widest)" -eq 200 ]
    for columns in '' x -5; do
        run in_terminal 0 "COLUMNS=$columns" prof-report --color never "$BATS_TEST_TMPDIR/in"
        [ "$(widest <<<"$output")" -le 80 ]
        [ "$(widest <<<"$output")" -gt 70 ]
    done
}

@test "a terminal of twenty columns is no reason to fail" {
    run in_terminal 20 prof-report "$mixed"
    [ "$status" -eq 0 ]
    [[ "$output" == *"52.5%"* ]]
}

@test "columns stay aligned with names of any script" {
    sed 's/"\[truncated\]"/"ｗｉｄｅ e\u0301 🔥"/; s/"0x7f0012345678"/"日本語の長い名前"/' "$mixed" >"$BATS_TEST_TMPDIR/in"
    run prof-report "$BATS_TEST_TMPDIR/in"
    [[ "$output" == *日本語の長い名前* ]]
    while IFS= read -r line; do
        printf '%s\n' "${line%"${line##* }"}" | widest
    done < <(grep -A 5 LOCATION <<<"$output") >"$BATS_TEST_TMPDIR/columns"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/columns")" -eq 6 ]
    [ "$(uniq "$BATS_TEST_TMPDIR/columns" | wc -l)" -eq 1 ]
}

@test "what could harm a terminal or mislead a reader is neutralised" {
    run prof-report <(functions 1 200 | sed 's/"f0"/"a\\u001b[31mb\\u202ec\\u0007d"/; s|/w/x.c|/w/\\u001b]0;x.c|; s/"main"/"m\\u001b[2J"/; s|"/w/x"|"/w/\\u001b[2Jx"|')
    [ "$status" -eq 0 ]
    [[ "$output" == *"a�[31mb�c�d"*"/w/�]0;x.c:1"* ]]
    [[ "$output" == *"m�[2J-0"* ]]
    [[ "$output" != *$'\e'* ]]
}

@test "the locale doesn't matter" {
    run bash -c 'LC_ALL=C prof-report "$1" | cmp - "$2"' - "$mixed" "$DATA/report/mixed.report"
    [ "$status" -eq 0 ]
}

@test "a cut stream and empty input are refused, with nothing on stdout" {
    head -n 20 "$mixed" >"$BATS_TEST_TMPDIR/cut"
    refuses prof-report "$BATS_TEST_TMPDIR/cut"
    [ -z "$output" ]
    refuses prof-report /dev/null
    [ -z "$output" ]
}

@test "a broken line is refused with its file and line" {
    sed '12s/"id":0/"id":"0"/' "$mixed" >"$BATS_TEST_TMPDIR/broken"
    sed -i '12s/.*/nonsense/' "$BATS_TEST_TMPDIR/broken"
    refuses prof-report "$BATS_TEST_TMPDIR/broken"
    [[ "$stderr" == "prof-report: "*"/broken:12: "* ]]
}

@test "records of unknown types are skipped" {
    run bash -c 'sed "2i {\"type\":\"note\"}" "$1" | sed "s/\"lines\":25/\"lines\":26/" | prof-report | cmp - "$2"' - "$mixed" "$DATA/report/mixed.report"
    [ "$status" -eq 0 ]
}

@test "a full disk is noticed" {
    run bash -c 'prof-report "$1" >/dev/full' - "$mixed"
    [ "$status" -eq 1 ]
}

@test "wrong use has status 2" {
    run prof-report --color=red "$mixed"
    [ "$status" -eq 2 ]
    run prof-report --colour "$mixed"
    [ "$status" -eq 2 ]
    run prof-report "$mixed" "$mixed"
    [ "$status" -eq 2 ]
}
