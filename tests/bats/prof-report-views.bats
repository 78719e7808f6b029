#!/usr/bin/env bats
# The views of the report: who called whom, the flame graph, hot lines.

bats_require_minimum_version 1.5.0
load helper
load report
load stacks

setup() {
    export LC_ALL=C.UTF-8 # columns are counted below
    mixed=$DATA/report/mixed.records
    in=$BATS_TEST_TMPDIR/in
    unset NO_COLOR COLUMNS
    export TERM=xterm
}

# calls: stacks that recurse by way of others, and one that doesn't
calls() {
    stacks linux-arm64 \
        '0 400 lex factor term expr factor term expr parse main' \
        '0 300 spin expr factor term expr parse main' \
        '0 200 spin main' \
        '0 100 fib fib fib main'
}

# lines_of FILE [LINE] : a profile of 200 samples at a line of a source file, of a run that began now
lines_of() {
    functions 1 199 | sed "s|/w/x.c|$1|; s|\"line\":1,|\"line\":${2:-1},|; s|\"start_unix_ns\":\"0\"|\"start_unix_ns\":\"$(date +%s)999999999\"|; s|\"end_unix_ns\":\"[0-9]*|\"end_unix_ns\":\"$(($(date +%s) + 2))000000000|"
}

# deep DEPTH : one stack of so many functions
deep() {
    functions 1 199 | head -n 2
    seq 0 $(($1 - 1)) | sed 's/.*/{"type":"frame","id":&,"name":"f&","file":"\/w\/x.c","line":1}/'
    printf '{"type":"stack","id":0,"frames":[%s]}\n' "$(seq -s, $(($1 - 1)) -1 0)"
    echo '[0,0,0,0,200]'
    echo '{"type":"end","lines":'$(($1 + 4))',"samples":200}'
}

@test "the golden profile gives the golden views" {
    run --separate-stderr prof-report --tree --callers fib --flame --lines "$mixed"
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
    diff -u "$DATA/report/mixed.views" <(echo "$output")
}

@test "views come in one order whatever that of the options, between a header and notes" {
    run prof-report --lines --flame --callers fib --tree "$mixed"
    diff -u "$DATA/report/mixed.views" <(echo "$output")
    run prof-report --lines "$mixed"
    [ "${lines[0]}" = fib ]
    [[ "${lines[2]}" == " SELF%  TOTAL%  LOCATION"* ]]
    [[ "$output" != *FIBER* ]]
    [[ "$output" == *"note: 8 samples were dropped"* ]]
}

@test "the largest call comes first, an only one straight below its caller" {
    prof-report --tree <(calls) | sed 's/^.\{16\}//' >"$in"
    diff -u - <(sed -n '5,13p' "$in") <<'END'
main
├─ parse
│  expr (recursive)
│  ├─ term
│  │  factor
│  │  lex
│  └─ spin
├─ spin
└─ fib (recursive)
END
}

@test "a function stands once on each way from the root, and its totals are never above that of the table (C89)" {
    run prof-report --tree --min 0 <(calls)
    grep -E '^ 70\.0% +0\.0%  │  expr \(recursive\)$' <<<"$output"
    grep -E '^ 40\.0% +0\.0%  │  ├─ term$' <<<"$output"
    grep -E '^ 10\.0% +10\.0%  └─ fib \(recursive\)$' <<<"$output"
    [ "$(grep -c factor <<<"$output")" -eq 1 ]
    run grep -E '(10[1-9]|1[1-9][0-9]|[2-9][0-9][0-9])\.[0-9]%' <<<"$output"
    [ "$status" -eq 1 ]
}

@test "the selfs of a function in the tree add up to that of the table" {
    for function in lex spin fib; do
        table=$(prof-report <(calls) | awk -v name=$function '{ for (i = 1; i <= NF; i++) if ($i == name) print $1 + 0 }')
        tree=$(prof-report --tree --min 0 <(calls) |
            awk -v name=$function '{ for (i = 3; i <= NF; i++) if ($i == name) sum += $2 } END { print sum }')
        [ "$table" = "$tree" ]
        [ -n "$table" ]
    done
}

@test "what is at the root adds up to 100 %, what is folded too" {
    functions 60 9 >"$in"
    for least in 0 1 1.7 50; do
        run prof-report --tree --min "$least" "$in"
        sum=$(awk '/%.*(├─|└─|… )/ { sum += $1 } END { printf "%.0f", sum }' <<<"$output")
        [ "$sum" -eq 100 ] || [ "$sum" -eq 102 ] # sixty rows of 1.66 % are 1.7 % each
    done
    [[ "$output" == *"100.0%          "*"… 60 more"* ]]
}

@test "what is below the threshold is folded, and how much it is stands at the end" {
    stacks linux-arm64 '0 900 hot main' '0 60 warm main' '0 9 a main' '0 8 b main' '0 9 x warm main' '0 14 y warm main' >"$in"
    run prof-report --tree "$in"
    grep -E '^  1\.7%          +└─ … 2 more$' <<<"$output"
    grep -E '^  1\.4% +1\.4%  │  y$' <<<"$output"
    [[ "$output" == *"shares are of 1000 CPU samples; folded: 3 calls below 1 %, 2.6 % in all"* ]]
    run prof-report --tree --min 1.5 "$in"
    [[ "$output" == *"folded: 4 calls below 1.5 %, 4.0 % in all"* ]]
    run prof-report --tree --min 0 "$in"
    [[ "$output" != *folded* ]]
    [[ "$output" != *…* ]]
    [ "$(grep -c '^ *[0-9.]*% ' <<<"$output")" -eq 7 ]
}

@test "a share that is just the threshold is not folded" {
    stacks linux-arm64 '0 7 a main' '0 93 b main' >"$in"
    run prof-report --tree --min 7 "$in"
    grep -E '^  7\.0% +7\.0%  └─ a$' <<<"$output"
    stacks linux-arm64 '0 11 a main' '0 989 b main' >"$in"
    run prof-report --tree --min 1.1 "$in"
    grep -E '^  1\.1% +1\.1%  └─ a$' <<<"$output"
    run prof-report --tree --min 1.2 "$in"
    [[ "$output" == *"folded: 1 call below 1.2 %, 1.1 % in all"* ]]
}

@test "what recursion leaves without samples is neither shown nor counted as folded" {
    run prof-report --tree <(stacks linux-arm64 '0 500 lex expr factor term expr main')
    [ "$(grep -c '^100\.0% ' <<<"$output")" -eq 3 ]
    [[ "$output" == *"shares are of 500 CPU samples"* ]]
    [[ "$output" != *folded* ]]
    [[ "$output" != *factor* ]]
}

@test "roots that are folded have a row, however little they are" {
    run prof-report --tree <(stacks linux-arm64 '0 996 main' '0 4 start_thread')
    grep -E '^ 99\.6% +99\.6%  ├─ main$' <<<"$output"
    grep -E '^  0\.4%          +└─ … 1 more$' <<<"$output"
}

@test "callers stand below the function, and its total is that of the table" {
    run prof-report --callers spin <(calls)
    grep -E '^ 50\.0%  spin$' <<<"$output"
    grep -E '^ 30\.0%  ├─ expr \(recursive\)$' <<<"$output"
    grep -E '^ 20\.0%  └─ main$' <<<"$output"
    [[ "$output" != *lex* ]]
    run prof-report <(calls)
    grep -E '^ 50\.0% .* spin +-$' <<<"$output"
}

@test "callers are of the function of that name, else of those whose name has it as a part" {
    stacks linux-arm64 '0 500 read main' '0 300 read_all main' '0 200 thread_run main' >"$in"
    run prof-report --callers read "$in"
    grep -E '^ 50\.0%  read$' <<<"$output"
    [[ "$output" != *read_all* ]]
    run prof-report --callers ead_ "$in"
    grep -E '^ 30\.0%  ├─ read_all$' <<<"$output"
    grep -E '^ 20\.0%  └─ thread_run$' <<<"$output"
    [[ "$output" != *" read"$'\n'* ]]
}

@test "callers of a recursive function count once a sample" {
    run prof-report --callers expr <(calls)
    grep -E '^ 70\.0%  expr \(recursive\)$' <<<"$output"
    grep -E '^ 70\.0%  parse$' <<<"$output"
}

@test "a function that no CPU sample has is refused with nothing on stdout" {
    stacks linux-arm64 '0 500 burn main' '1 500 sleep main' >"$in"
    for name in nothing sleep; do
        run --separate-stderr prof-report --tree --callers "$name" "$in"
        [ "$status" -eq 1 ]
        [ -z "$output" ]
        [ "$stderr" = "prof-report: no CPU sample has a function '$name': --tree --min 0 shows those that there are" ]
    done
}

@test "waiting samples are in no view" {
    stacks linux-arm64 '0 500 burn main' '1 500 sleep main' >"$in"
    run prof-report --tree --flame "$in"
    grep -E '^100\.0% +0\.0%  main$' <<<"$output"
    [[ "$output" != *sleep* ]]
}

@test "where threads wait is in the table, the tree, the flame graph and the lines" {
    stacks linux-arm64 '0 500 burn main' '1 300 poll serve main' '1 100 sleep idle main' '1 100 sleep main' >"$in"
    run --separate-stderr prof-report --state waiting --tree --flame --lines --callers sleep "$in"
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
    [[ "$output" != *burn* ]]
    grep -E '^100\.0% +0\.0%  main$' <<<"$output"
    grep -E '^ 60\.0% +60\.0%  │ +poll$' <<<"$output"
    grep -E '^ 40\.0%  sleep$' <<<"$output"
    grep -E '▏poll 60\.0%' <<<"$output"
    [ "$(grep -c 'shares are of 500 waiting samples' <<<"$output")" -eq 4 ]
    run prof-report --state waiting "$in"
    grep -E '^ 60\.0% .*  60\.0%   300    300  poll +-$' <<<"$output"
    grep -E '^ 40\.0% .*  40\.0%   200    200  sleep +-$' <<<"$output"
    [ "${lines[-1]}" = "shares are of 500 waiting samples" ]
    diff -u <(prof-report --state cpu "$in") <(prof-report "$in")
}

@test "few samples are told of the state that the shares are of" {
    stacks linux-arm64 '0 5 burn main' '1 500 sleep main' >"$in"
    run prof-report --state waiting "$in"
    [[ "$output" != *"low confidence"* ]]
    stacks linux-arm64 '0 500 burn main' '1 1 sleep main' >"$in"
    run prof-report --state waiting "$in"
    [[ "$output" == *"low confidence: only 1 waiting sample, shares are ± 98 points"* ]]
}

@test "waiting that is not there, or was aggregated away, is said" {
    stacks linux-arm64 '0 500 burn main' >"$in"
    run prof-report --state waiting --tree "$in"
    [ "$status" -eq 0 ]
    [[ "$output" == *"no waiting samples in "* ]]
    run --separate-stderr prof-report --state waiting --callers burn <(stacks linux-arm64 '0 500 burn main' '1 9 sleep main')
    [ "$status" -eq 1 ]
    [[ "$stderr" == *": no waiting sample has a function 'burn': "* ]]
    prof-aggregate "$mixed" >"$in"
    run --separate-stderr prof-report --state waiting "$in"
    [ "$status" -eq 1 ]
    [ -z "$output" ]
    [[ "$stderr" == *"the stacks were aggregated away; "* ]]
    run prof-report --state all "$mixed"
    [ "$status" -eq 2 ]
}

@test "aggregated records have lines, but no stacks" {
    prof-aggregate "$mixed" >"$in"
    for view in --tree --flame '--callers fib'; do
        run --separate-stderr prof-report $view "$in"
        [ "$status" -eq 1 ]
        [ -z "$output" ]
        [ "$stderr" = "prof-report: $in: the stacks were aggregated away; take the records from before prof-aggregate" ]
    done
    run prof-report --lines "$in"
    diff -u <(prof-report --lines "$mixed") <(echo "$output")
}

@test "views take a raw file and what prof-images makes of it" {
    run prof-report --tree "$DATA/report/small.raw.json"
    grep -E '^ 75\.0% .* 0x401191$' <<<"$output"
    diff -u <(echo "$output") <(prof-images "$DATA/report/small.raw.json" | prof-report --tree)
}

@test "a profile of addresses is told what gives it names, one with names isn't" {
    run --separate-stderr prof-report "$DATA/report/small.raw.json"
    [ -z "$stderr" ]
    [ "$(grep -c 'note: addresses only: run prof-symbolize first' <<<"$output")" -eq 1 ]
    [[ "$output" != *"without a name"* ]]
    run prof-report --flame "$DATA/report/small.raw.json"
    [[ "$output" == *"note: addresses only"* ]]
    run prof-report "$mixed"
    [[ "$output" != *"addresses only"* ]]
}

@test "without CPU samples each view says so" {
    for view in --tree --flame --lines '--callers main'; do
        run --separate-stderr prof-report $view "$DATA/report/empty.records"
        [ "$status" -eq 0 ]
        [ -z "$stderr" ]
        [[ "$output" == *"no CPU samples in 3.00 s: the registered threads used less CPU than one sampling period (1.0 ms); "* ]]
    done
}

@test "stacks of a hundred thousand functions need no deep C stack" {
    deep 100000 >"$in"
    run bash -c 'ulimit -s 256; prof-report --tree "$1" | grep -c "^100.0%"' - "$in"
    [ "$output" -eq 100000 ]
    run bash -c 'ulimit -s 256; prof-report --callers f99999 "$1" | grep -c "^100.0%"' - "$in"
    [ "$output" -eq 100000 ]
    run bash -c 'ulimit -s 256; prof-report --flame "$1" | grep -c "^▏"' - "$in"
    [ "$output" -eq 100000 ]
}

@test "the lines of callers are never more than half of what a terminal has" {
    specs=()
    for depth in $(seq 40); do
        specs+=("0 10 leaf$depth $(seq -s ' ' -f 'level%g' "$depth" -1 1)")
    done
    stacks linux-arm64 "${specs[@]}" >"$in"
    for columns in 40 80; do
        run in_terminal "$columns" prof-report --tree --min 0 --color never "$in"
        [[ "$output" == *"…  │  "*level30* ]]
        [ "$(widest <<<"$output")" -le "$columns" ]
    done
}

@test "the flame graph is as wide as the terminal, and eighty columns in a pipe" {
    for columns in 40 80 120; do
        run in_terminal "$columns" prof-report --flame --color never "$mixed"
        [ "$(grep -a '^▏main' <<<"$output" | widest)" -eq "$columns" ]
    done
    run in_terminal 0 COLUMNS=97 prof-report --flame --color never "$mixed"
    [ "$(grep -a '^▏main' <<<"$output" | widest)" -eq 97 ]
    [ "$(COLUMNS=97 prof-report --flame "$mixed" | grep '^▏main' | widest)" -eq 80 ]
}

@test "boxes of the flame graph are as wide as their shares, below their callers" {
    stacks linux-arm64 '0 500 a main' '0 250 b main' '0 250 c other' >"$in"
    run prof-report --flame "$in"
    [ "$(grep -o '▏main[^▏]*' <<<"$output" | widest)" -eq 60 ]
    [ "$(grep -o '▏a[^▏]*' <<<"$output" | widest)" -eq 40 ]
    [ "$(grep -o '▏b[^▏]*' <<<"$output" | widest)" -eq 20 ]
    [ "$(grep -o '^.*▏c' <<<"$output" | widest)" -eq 62 ]
    [[ "$output" == *"▏main 75.0%░"*"▏other 25.0%░"* ]]
}

@test "calls that are narrower than a column are left out, and how much that is stands below" {
    stacks linux-arm64 '0 990 a main' '0 4 b main' '0 3 c main' '0 3 d main' >"$in"
    run prof-report --flame "$in"
    [[ "$output" == *"shares are of 1000 CPU samples; left out: 2 calls below a column, 0.6 % in all"* ]] ||
        [[ "$output" == *"shares are of 1000 CPU samples; left out: 3 calls below a column, 1.0 % in all"* ]]
    run prof-report --flame <(stacks linux-arm64 '0 500 a main')
    [[ "$output" != *"left out"* ]]
}

@test "names in boxes are shortened by the columns that they take" {
    stacks linux-arm64 '0 150 日本語の長い名前の関数 main' '0 150 🔥🔥🔥🔥🔥🔥🔥🔥🔥 main' '0 700 é́é́é́ main' >"$in"
    for columns in 40 80 120; do
        run in_terminal "$columns" prof-report --flame --color never "$in"
        [ "$(grep '^▏' <<<"$output" | widest)" -eq "$columns" ]
        [ "$columns" -eq 40 ] || [[ "$output" == *▏日*▏*🔥* ]]
    done
    stacks linux-arm64 '0 150 日本語の長い名前の関数 main' '0 850 b main' >"$in"
    run prof-report --flame "$in"
    [[ "$output" == *"▏日本語…関数"* ]]
}

@test "a box has no name that is cut to nearly nothing" {
    stacks linux-arm64 '0 50 abc main' '0 50 abcdefgh main' '0 900 main' >"$in"
    run prof-report --flame "$in"
    [[ "$output" == *"▏abc▏░░░"* ]]
    [[ "$output" != *…* ]]
}

@test "the flame graph says the same with colours and without" {
    prof-report --flame --color always "$mixed" >"$in"
    grep -q $'\e\\[38;5;16;48;5;[0-9]*m▏main' "$in"
    diff -u <(sed 's/\x1b\[[0-9;]*m//g; s/  *$//; s/   */ /g' "$in") <(prof-report --flame "$mixed" | sed 's/░/ /g; s/  *$//; s/   */ /g')
}

@test "a function has the same colour whatever the order of the profile [PROF-VSCODE-FLAME]" {
    color() { # NAME: from the report on stdin
        grep -o $'\e\\[[0-9;]*m▏'"$1" | head -n 1
    }
    stacks linux-arm64 '0 500 alpha main' '0 300 beta main' '0 200 gamma main' >"$in"
    stacks linux-arm64 '0 100 gamma main' '0 800 beta main' '0 100 alpha main' >"$in.other"
    seen=
    for name in main alpha beta gamma; do
        first=$(prof-report --flame --color always "$in" | color $name)
        [ -n "$first" ]
        [ "$first" = "$(prof-report --flame --color always "$in.other" | color $name)" ]
        seen+="${first%%▏*}"$'\n'
    done
    [ "$(sort -u <<<"$seen" | grep -c .)" -eq 4 ]
}

@test "views have colours where the report has" {
    for view in --tree --flame --lines '--callers fib'; do
        run prof-report $view "$mixed"
        [[ "$output" != *$'\e'* ]]
        run in_terminal 80 prof-report $view "$mixed"
        [[ "$output" == *$'\e['* ]]
        run in_terminal 80 NO_COLOR=1 prof-report $view "$mixed"
        [[ "$output" != *$'\e'* ]]
        run in_terminal 80 TERM=dumb prof-report $view "$mixed"
        [[ "$output" != *$'\e'* ]]
        run env NO_COLOR=1 prof-report --color=always $view "$mixed"
        [[ "$output" == *$'\e[1;31m'* || "$output" == *$'\e[38;5;16'* ]]
    done
}

@test "no line of any view or note is wider than the terminal (C91)" {
    long=$(printf 'name%.0s' $(seq 60))
    sed "s/\"größe→計算\"/\"größe→計算::$long\"/; s/\"0x7f0012345678\"/\"日本語🔥e\\\\u0301$long\"/; s|/w/src/fib.osp|/a/long/way/to/the/directory/of/the/source/fib.osp|" "$mixed" >"$in"
    for columns in 40 80 120; do
        for view in '' --tree --flame --lines '--callers fib' '--callers name'; do
            run in_terminal "$columns" prof-report --color never $view "$in"
            [ "$status" -eq 0 ]
            [[ "$output" == *fib* ]]
            [ "$(widest <<<"$output")" -le "$columns" ] || { echo "$columns $view"; return 1; }
        done
    done
}

@test "in a pipe names and paths are whole, and a note is one line" {
    long=$(printf 'n%.0s' $(seq 300))
    functions 2 50 | sed "s/\"f0\"/\"$long\"/; s|/w/x.c|/a/long/way/to/the/directory/of/the/source/of/x.c|; s/\"dropped\":0/\"dropped\":5/" >"$in"
    run prof-report --tree "$in"
    [[ "$output" == *"├─ $long  /a/long/way/to/the/directory/of/the/source/of/x.c:1"* ]]
    grep -E '^note: 5 samples were dropped \(4\.7 %\): .* drops fewer$' <<<"$output"
    run prof-report --lines "$in"
    [[ "$output" == *"  /a/long/way/to/the/directory/of/the/source/of/x.c:1  (not found)"* ]]
}

@test "what could harm a terminal is neutralised in every view" {
    printf 'int x;\033[2J\033]0;title\007 \342\200\256y\r\n' >"$BATS_TEST_TMPDIR/x.c"
    lines_of "$BATS_TEST_TMPDIR/x.c" | sed 's/"f0"/"a\\u001b[31mb\\u202ec\\u0007d"/' >"$in"
    for view in --tree --flame '--callers b'; do
        run prof-report $view "$in"
        [[ "$output" == *"a�[31mb�c�d"* ]]
        [[ "$output" != *$'\e'* ]]
    done
    run prof-report --lines "$in"
    [[ "$output" == *"  int x;�[2J�]0;title� �y"* ]]
    [[ "$output" != *[$'\e\r\a']* ]]
}

@test "hot lines have their source, without the white space around it" {
    printf 'one\n\t  two\t\tthree  \n' >"$BATS_TEST_TMPDIR/x.c"
    run prof-report --lines <(lines_of "$BATS_TEST_TMPDIR/x.c" 2)
    grep -E "^100\.0%  100\.0%  .*/x\.c:2  two three$" <<<"$output"
    [[ "$output" == *"1 of 1 line, shares are of 200 CPU samples"* ]]
    [[ "$output" != *"line numbers"* ]]
}

@test "source that may not be what ran is not shown" {
    echo secret >"$BATS_TEST_TMPDIR/x.c"
    run prof-report --lines <(lines_of "$BATS_TEST_TMPDIR/x.c")
    [[ "$output" == *"x.c:1  secret"* ]]
    run prof-report --lines <(lines_of "$BATS_TEST_TMPDIR/x.c" 2)
    [[ "$output" == *"x.c:2  (changed since the run)"* ]]
    touch -d '1 hour' "$BATS_TEST_TMPDIR/x.c"
    run prof-report --lines <(lines_of "$BATS_TEST_TMPDIR/x.c")
    [[ "$output" == *"x.c:1  (changed since the run)"* ]]
    [[ "$output" != *secret* ]]
}

@test "what is no file is not waited for and not read" {
    mkfifo "$BATS_TEST_TMPDIR/fifo"
    for file in "$BATS_TEST_TMPDIR/fifo" "$BATS_TEST_TMPDIR" /dev/zero "$BATS_TEST_TMPDIR/none"; do
        run --separate-stderr timeout 20 "$BUILD/bin/prof-report" --lines <(lines_of "$file")
        [ "$status" -eq 0 ]
        [ -z "$stderr" ]
        [[ "$output" == *":1  (not found)"* ]]
    done
}

@test "a source line of any length or bytes is shown" {
    head -c 3000000 /dev/zero | tr '\0' x >"$BATS_TEST_TMPDIR/x.c"
    lines_of "$BATS_TEST_TMPDIR/x.c" >"$in"
    run in_terminal 100 prof-report --color never --lines "$in"
    [[ "$output" == *$'xxx…\n'* ]]
    [ "$(widest <<<"$output")" -le 100 ]
    printf 'a\0b\377c\n' >"$BATS_TEST_TMPDIR/x.c"
    run prof-report --lines <(lines_of "$BATS_TEST_TMPDIR/x.c")
    [[ "$output" == *":1  a�b�c" || "$output" == *":1  a�b�c"$'\n'* ]]
    printf '' >"$BATS_TEST_TMPDIR/x.c"
    run prof-report --lines <(lines_of "$BATS_TEST_TMPDIR/x.c")
    [[ "$output" == *"(changed since the run)"* ]]
}

@test "time without line numbers is told, with what to do" {
    stacks linux-arm64 '0 500 burn main' >"$in"
    run prof-report --lines "$in"
    [[ "$output" == *"0 of 0 lines"* ]]
    [[ "$output" == *"100.0 % of these are in code without line numbers: build it with -g"* ]]
    run prof-report --lines "$mixed"
    [[ "$output" == *"22.5 % of these are in code without line numbers"* ]]
}

@test "twenty lines are shown, and how many there are" {
    run prof-report --lines <(functions 25 10 | awk '/"frame"/ { sub(/"line":1,/, "\"line\":" ++n ",") } { print }')
    [ "$(grep -c '(not found)' <<<"$output")" -eq 20 ]
    [[ "$output" == *"20 of 25 lines, "* ]]
}

@test "a full disk is noticed by each view" {
    for view in --tree --flame --lines '--callers fib'; do
        run bash -c 'prof-report $1 "$2" >/dev/full' - "$view" "$mixed"
        [ "$status" -eq 1 ]
    done
}

@test "wrong use of the views has status 2" {
    for least in x '' -1 101 1x nan 1e999; do
        run --separate-stderr prof-report --tree --min "$least" "$mixed"
        [ "$status" -eq 2 ]
        [[ "$stderr" == "prof-report: --min is a percentage, 0 to 100, not '$least'"* ]]
    done
    run prof-report --callers
    [ "$status" -eq 2 ]
    run prof-report --tree=1 "$mixed"
    [ "$status" -eq 2 ]
}

@test "the locale doesn't matter to the views" {
    LC_ALL=C prof-report --tree --callers fib --flame --lines "$mixed" >"$in"
    diff -u "$DATA/report/mixed.views" "$in"
}
