#!/usr/bin/env bats
# Laws of input that hold for every filter: each test goes through all programs prof-* that were built, but for
# prof-recover, which reads neither a raw profile nor records.
bats_require_minimum_version 1.5.0
load helper

setup() {
    file=$BATS_TEST_TMPDIR/input
    programs=$(cd "$BUILD/bin" && ls -d prof-* | grep -vx prof-recover)
    raw=$DATA/raw/small.json
    records=$DATA/records/small.records
}

# no_whole_result OUTPUT: nothing, or records without their end
no_whole_result() {
    [ -z "$1" ] || { [[ $1 == '{"type":"profile"'* ]] && [[ $1 != *'"type":"end"'* ]]; }
}

# all_refuse MESSAGE: each program, given $file, fails with the one line `PROGRAM: FILE…MESSAGE`
all_refuse() {
    for program in $programs; do
        run --separate-stderr "$program" "$file"
        echo "$program: status $status, '$stderr'"
        [ "$status" -eq 1 ]
        [ "${#stderr_lines[@]}" -eq 1 ]
        [[ $stderr == "$program: $file"* ]]
        [[ $stderr == *"$1" ]]
        no_whole_result "$output"
    done
}

# refuse_beginnings TEXT: each beginning of it is refused as cut; by one program, and by all at each 16th byte
refuse_beginnings() {
    LC_ALL=C
    for ((length = 1; length < ${#1}; length++)); do
        printf %s "${1:0:length}" >"$file"
        some=prof-images
        ((length % 16)) || some=$programs
        for program in $some; do
            status=0
            "$program" "$file" >"$file.out" 2>"$file.err" || status=$?
            mapfile -t lines <"$file.err"
            mapfile output <"$file.out"
            if [ "$status" -ne 1 ] || [ ${#lines[@]} -ne 1 ] || [[ ${lines[0]} != *cut* ]] ||
                ! no_whole_result "${output[*]}"; then
                echo "$program, $length bytes: status $status, '${lines[*]}', '${output[*]}'"
                return 1
            fi
        done
    done
}

# all_take FILE: each program succeeds with it
all_take() {
    for program in $programs; do
        run --separate-stderr "$program" "$1"
        echo "$program: status $status, '$stderr'"
        [ "$status" -eq 0 ]
    done
}

# with_line NUMBER LINE: the golden records with LINE in place of their line NUMBER
with_line() {
    awk -v number="$1" 'NR == number { while ((getline line < "/dev/stdin") > 0) print line; next } { print }' \
        "$records" <<<"$2" >"$file"
}

# with_raw JQ_PROGRAM: the golden raw file, changed by jq
with_raw() {
    jq -c "$1" "$raw" >"$file"
}

@test "an empty input is refused" {
    : >"$file"
    all_refuse ': empty, a raw profile or records expected'
    printf ' \n\n' >"$file"
    all_refuse ': empty, a raw profile or records expected'
}

@test "a missing file and a folder are refused" {
    file=$BATS_TEST_TMPDIR/missing
    all_refuse ': No such file or directory'
    file=$BATS_TEST_TMPDIR
    all_refuse ': is a directory'
}

@test "what is not JSON is refused" {
    printf 'main of 2 fibers\nand more\n' >"$file"
    all_refuse ": neither records nor a raw profile: it begins with 'm'"
    printf '\001\002\003\377' >"$file"
    all_refuse ': neither records nor a raw profile: it begins with byte 0x01'
    head -c 100000 /dev/urandom | tr -d '{[ \t\r\n' >"$file"
    all_refuse ''
}

@test "other JSON files are refused" {
    printf '{' >"$file"
    all_refuse ': byte 1: cut off: a key in quotes expected'
    echo '{"nodes":[],"startTime":1,"endTime":2,"samples":[1],"timeDeltas":[0]}' >"$file"
    all_refuse ': neither records nor a raw profile: an object without "version"'
    echo '[{"ph":"X","ts":1}]' >"$file"
    all_refuse ':1: the first record is not a profile'
}

@test "what is made of records is refused with what to take instead" {
    all='which nothing more can be made of: take the raw profile or the records, which osprey --profile --records keeps'
    prof-to-speedscope "$records" >"$file"
    all_refuse ": a file for speedscope, $all"
    prof-to-v8 "$records" >"$file"
    all_refuse ": a .cpuprofile, $all"
    prof-to-html "$records" >"$file"
    all_refuse ": a page, $all"
    prof-fold "$records" >"$file"
    all_refuse ": folded stacks, $all"
    prof-aggregate "$records" >"$file.sums"
    jq -n -f "$ROOT/share/osprey-prof/summary.jq" "$file.sums" >"$file"
    all_refuse ": a summary for editors, $all"
}

@test "a part file is refused with what makes a raw profile of it" {
    printf 'osprpart\2\0\0\0' >"$file"
    all_refuse ': a part file, of a program that runs or was killed: prof-recover makes a raw profile of it'
}

@test "records are no summary, whatever their names" {
    sed 's/"name":"[a-z]*"/"name":"wallSeconds"/; s/"exe":"[^"]*"/"exe":"https:\/\/www.speedscope.app\/"/' "$records" >"$file"
    all_take "$file"
}

@test "a compressed file is refused with the way to read it" {
    gzip -c "$raw" >"$file"
    all_refuse ': compressed, pipe it through gzip -dc'
}

@test "UTF-16 and a byte order mark are refused" {
    iconv -f UTF-8 -t UTF-16 "$raw" >"$file"
    all_refuse ': UTF-16, only UTF-8 is read'
    iconv -f UTF-8 -t UTF-16LE "$records" >"$file"
    all_refuse ': UTF-16, only UTF-8 is read'
    { printf '\357\273\277' && cat "$raw"; } >"$file"
    all_refuse ': begins with a byte order mark, which JSON has not'
}

@test "records with CR LF are refused, a raw file with CR LF is taken" {
    sed 's/$/\r/' "$records" >"$file"
    all_refuse ":1: the line ends in CR LF, pipe it through tr -d '\\r'"
    sed 's/$/\r/' "$raw" >"$file"
    all_take "$file"
}

@test "NUL bytes are refused" {
    with_line 5 '{"type":"thread","id":1,"fiber":3,"label":"a@b","name":""}'
    tr '@' '\000' <"$file" >"$file.nul"
    mv "$file.nul" "$file"
    all_refuse ':5: column 45: a control character in a text: 0x00'
    sed 's/"label":"main"/"label":"ma@in"/' "$raw" | tr '@' '\000' >"$file"
    all_refuse ': a control character in a text: 0x00'
    with_line 5 '{"type":"thread","id":1,"fiber":3,"label":"a\u0000b","name":""}'
    all_refuse ':5: column 51: a NUL in a text'
}

@test "another version is refused by its number" {
    echo '{"version":2}' >"$file"
    all_refuse ': version 2 is not known, this program reads version 1'
    with_raw '.version = 0'
    all_refuse ': version 0 is not known, this program reads version 1'
    echo '{"type":"profile","version":7,"new":true}' >"$file"
    all_refuse ':1: column 30: version 7 is not known, this program reads version 1'
}

@test "a raw file cut anywhere is refused" {
    refuse_beginnings "$(cat "$DATA/raw/tiny.json")"
}

@test "records cut anywhere are refused" {
    refuse_beginnings "$(prof-images "$DATA/raw/tiny.json")"
}

@test "what needs samples refuses sums, and says what to take" {
    prof-aggregate "$DATA/exports/fibers.records" >"$file"
    programs='prof-fold prof-to-html prof-to-speedscope prof-to-v8'
    all_refuse 'the samples were aggregated away; take the records from before prof-aggregate'
}

@test "records without their last LF are whole" {
    printf %s "$(cat "$records")" >"$file"
    all_take "$file"
}

@test "a required key that is missing is named" {
    for key in pid exe rate_hz platform start_unix_ns end_unix_ns images threads stacks samples dropped; do
        with_raw "del(.$key)"
        all_refuse ": neither records nor a raw profile: an object without \"$key\""
    done
    with_raw 'del(.images[1].text)'
    all_refuse ': an image without "text"'
    with_raw 'del(.threads[0].label)'
    all_refuse ': a thread without "label"'
    with_line 4 '{"type":"thread","id":0,"label":"main","name":""}'
    all_refuse ':4: column 50: a thread record without "fiber"'
}

@test "a key that comes twice is refused" {
    sed 's/"dropped":2}/"dropped":2,"samples":[]}/' "$raw" >"$file"
    all_refuse ': the key "samples" comes twice'
    sed 's/"fiber":3,/"fiber":3,"fiber":4,/' "$raw" >"$file"
    all_refuse ': the key "fiber" comes twice'
    with_line 5 '{"type":"thread","id":1,"fiber":3,"label":"fiber","name":"","id":1}'
    all_refuse ':5: column 66: the key "id" comes twice'
}

@test "an index out of range is named with its place" {
    sed 's/\[2000500,1,1,1\]/[2000500,1,5,1]/' "$raw" >"$file"
    all_refuse ': stack 5 is not defined'
    sed 's/\[2000500,1,1,1\]/[2000500,3,1,1]/' "$raw" >"$file"
    all_refuse ': thread 3 is not defined'
    sed 's/\[3,"\[waiting\]"\]/[70,"[waiting]"]/' "$raw" >"$file"
    all_refuse ': a label for stack 70, which is not defined'
    with_line 22 '[2000500,1,77,1]'
    all_refuse ':22: stack 77 is not defined'
    with_line 22 '[2000500,4294967296,1,1]'
    all_refuse ': thread 4294967296 is not defined'
    with_line 10 '{"type":"stack","id":0,"frames":[0,1,99]}'
    all_refuse ':10: frame 99 is not defined'
}

@test "numbers that are none, or too large, are refused" {
    for number in 18446744073709551616 99999999999999999999999 1e400 -1 1.5 01 '"1"' null true; do
        sed "s/\[2000500,1,1,1\]/[$number,1,1,1]/" "$raw" >"$file"
        all_refuse ''
        sed "s/4198500/$number/" "$raw" >"$file"
        all_refuse ''
        sed "s/\"dropped\":2/\"dropped\":$number/" "$raw" >"$file"
        all_refuse ''
        with_line 22 "[$number,1,1,1]"
        all_refuse ''
    done
}

@test "a count of 0, a count below it and a state other than 0 and 1 are refused" {
    sed 's/\[3000500,1,1,1,3\]/[3000500,1,1,1,0]/' "$raw" >"$file"
    all_refuse ': a sample with a count of 0'
    sed 's/\[3000500,1,1,1,3\]/[3000500,1,1,1,-3]/' "$raw" >"$file"
    all_refuse ": a number of 0 or more expected, not '-'"
    sed 's/\[3000500,1,1,1,3\]/[3000500,1,1,2,3]/' "$raw" >"$file"
    all_refuse ': a state is 0 (on-CPU) or 1 (waiting), not 2'
    with_line 22 '[2000500,1,1,1,0]'
    all_refuse ':22: column 17: a sample with a count of 0'
}

@test "counts that add up to more than 63 bits are refused" {
    sed 's/\[3000500,1,1,1,3\]/[3000500,1,1,1,9223372036854775807]/' "$raw" >"$file"
    all_refuse ': the counts of the samples add up to more than 2^63 - 1'
    with_line 22 '[2000500,1,1,1,9223372036854775807]'
    all_refuse ': the counts of the samples add up to more than 2^63 - 1'
}

@test "a rate of 0 and an end before the start are refused" {
    with_raw '.rate_hz = 0'
    all_refuse ': a rate_hz of 0'
    with_raw '.end_unix_ns = 1'
    all_refuse ': the profile ends before it starts'
    sed '1s/"rate_hz":1000/"rate_hz":0/' "$records" >"$file"
    all_refuse ':1: a rate_hz of 0'
}

@test "what follows the end is refused" {
    { cat "$raw" && echo '{}'; } >"$file"
    all_refuse ": the end expected, not '{'"
    cat "$records" "$records" >"$file"
    all_refuse ':28: a line behind the end record'
}

@test "a second profile in the stream is refused" {
    { sed '$d' "$records" && cat "$records"; } >"$file"
    all_refuse ':27: a second profile record: one profile at a time'
}

@test "records whose profile is missing are refused" {
    sed 1d "$records" >"$file"
    all_refuse ':1: the first record is not a profile'
}

@test "records over several lines are refused with the way to mend them" {
    jq . "$records" >"$file"
    all_refuse ': records, but the first is not whole on the first line: it was cut, or pretty-printed (use jq -c)'
}

@test "a line that is no record is refused with its number" {
    with_line 7 'nonsense'
    all_refuse ":7: column 1: '{' expected, not 'n'"
    with_line 7 ''
    all_refuse ':7: an empty line'
    with_line 7 '{"id":4}'
    all_refuse ':7: column 9: a record without "type"'
    with_line 7 '{"type":"note","x":[1,]}'
    all_refuse ":7: column 23: a value expected, not ']'"
}

@test "nesting thousands deep is refused" {
    bomb=$(head -c 5000 /dev/zero | tr '\000' '[')
    printf '{"version":1,"x":%s' "$bomb" >"$file"
    all_refuse ': nested more than 1024 deep'
    printf '%s' "$bomb" >"$file"
    all_refuse ''
    with_line 7 "{\"type\":\"note\",\"x\":$bomb}"
    all_refuse ': nested more than 1024 deep'
}

@test "a message stays one line without escapes, whatever it quotes" {
    with_line 7 '{"type":"frame","id":0,"name":"","kind":"a\nb\u001b[31m"}'
    all_refuse ': a kind is "user" or "runtime", not "a?b?[31m"'
}

@test "picked samples are taken, with one warning" {
    grep -v '^\[2000500,' "$records" >"$file"
    for program in $programs; do
        run --separate-stderr "$program" "$file"
        echo "$program: status $status, '$stderr'"
        [ "$status" -eq 0 ]
        [ "$(grep -c "^$program: $file:26: the end record counts 26 lines, 25 came: some were filtered out$" <<<"$stderr")" -eq 1 ]
    done
}

@test "a profile without samples is taken by all" {
    all_take "$DATA/raw/zero.json"
    all_take "$DATA/records/zero.records"
}

@test "every stage and numbers at their limits are taken by all" {
    for input in raw/small.json raw/extreme.json raw/names.json records/small.records records/mapped.records \
        records/named.records records/foreign.records; do
        all_take "$DATA/$input"
    done
}

@test "a file, stdin, a pipe and an operand - give the same" {
    for program in $programs; do
        for input in "$raw" "$records"; do
            "$program" "$input" >"$BATS_TEST_TMPDIR/file"
            "$program" <"$input" >"$BATS_TEST_TMPDIR/stdin"
            # A pipe, which can't be read twice.
            # shellcheck disable=SC2002
            cat "$input" | "$program" >"$BATS_TEST_TMPDIR/pipe"
            "$program" - <"$input" >"$BATS_TEST_TMPDIR/dash"
            cmp "$BATS_TEST_TMPDIR/file" "$BATS_TEST_TMPDIR/stdin"
            cmp "$BATS_TEST_TMPDIR/file" "$BATS_TEST_TMPDIR/pipe"
            cmp "$BATS_TEST_TMPDIR/file" "$BATS_TEST_TMPDIR/dash"
        done
    done
}

@test "a raw file may be pretty-printed, on one line, or in another order of keys" {
    jq . "$raw" >"$BATS_TEST_TMPDIR/pretty"
    jq -c . "$raw" >"$BATS_TEST_TMPDIR/line"
    jq -cS . "$raw" >"$BATS_TEST_TMPDIR/sorted"
    for program in $programs; do
        "$program" <"$raw" >"$BATS_TEST_TMPDIR/expected"
        for form in "$BATS_TEST_TMPDIR/pretty" "$BATS_TEST_TMPDIR/line" "$BATS_TEST_TMPDIR/sorted" \
            "$DATA/raw/reordered.json"; do
            "$program" <"$form" >"$BATS_TEST_TMPDIR/output"
            cmp "$BATS_TEST_TMPDIR/output" "$BATS_TEST_TMPDIR/expected"
        done
    done
}

@test "names of any bytes come out as UTF-8 without control characters" {
    for program in $programs; do
        "$program" "$DATA/raw/names.json" >"$BATS_TEST_TMPDIR/output"
        iconv -f UTF-8 -t UTF-8 "$BATS_TEST_TMPDIR/output" >/dev/null
        run ! grep -aP '[\x00-\x08\x0b-\x1f\x7f]' "$BATS_TEST_TMPDIR/output"
        case $program in
        prof-fold | prof-report | prof-to-html) ;;
        *) jq . "$BATS_TEST_TMPDIR/output" >/dev/null ;;
        esac
    done
}

@test "a full disk and a closed output are noticed" {
    for program in $programs; do
        for input in "$raw" --help --version; do
            run bash -c '"$1" "$2" 2>&1 >/dev/full' - "$program" "$input"
            echo "$program $input: status $status, '$output'"
            [ "$status" -eq 1 ]
            [[ $output == *"$program: stdout: No space left on device" ]]
            run bash -c '"$1" "$2" 2>&1 >&-' - "$program" "$input"
            [ "$status" -eq 1 ]
            [[ $output == *"$program: stdout: Bad file descriptor" ]]
        done
    done
}

@test "a reader that went away ends the program by SIGPIPE" {
    for program in $programs; do
        run bash -c 'exec 3> >(:); wait $!; "$1" "$2" >&3' - "$program" "$raw"
        echo "$program: status $status, '$output'"
        [ "$status" -eq 141 ]
    done
}

@test "a file size limit is noticed like a full disk" {
    for program in $programs; do
        head -c 1024 /dev/zero >"$file"
        run bash -c 'ulimit -f 1; "$1" "$2" 2>&1 >>"$3"' - "$program" "$raw" "$file"
        [ "$status" -eq 1 ]
        [[ $output == *"$program: stdout: File too large" ]]
    done
}

@test "a message that nobody reads doesn't change the status" {
    for program in $programs; do
        run bash -c 'exec 3> >(:); wait $!; "$1" /no/such/file 2>&3' - "$program"
        [ "$status" -eq 1 ]
        run bash -c 'exec 3> >(:); wait $!; "$1" --no-such-option 2>&3' - "$program"
        [ "$status" -eq 2 ]
    done
}

@test "a raw file from a pipe that can't be copied aside is refused" {
    for program in $programs; do
        run bash -c 'cat "$2" | TMPDIR=/no/such/folder "$1" 2>&1' - "$program" "$raw"
        [ "$status" -eq 1 ]
        [ "$output" = "$program: can't make a temporary file in /no/such/folder: No such file or directory" ]
    done
}

@test "a closed input is an empty one" {
    for program in $programs; do
        run bash -c '"$1" 2>&1 <&-' - "$program"
        [ "$status" -eq 1 ]
        [ "$output" = "$program: stdin: empty, a raw profile or records expected" ]
    done
}

@test "help and version go to stdout with status 0" {
    for program in $programs; do
        for option in --help -h; do
            run --separate-stderr "$program" "$option"
            [ "$status" -eq 0 ]
            [ -z "$stderr" ]
            [[ $output == *"$program"* ]]
        done
        run --separate-stderr "$program" --version
        [ "$status" -eq 0 ]
        [[ $output =~ ^"$program "[0-9]+\.[0-9]+\.[0-9]+" (osprey-prof)"$ ]]
    done
}

@test "wrong use gives status 2 and one line that points to the help" {
    for program in $programs; do
        for arguments in --no-such-option -Z --help=x "$raw $records"; do
            # Two operands when there are two words.
            # shellcheck disable=SC2086
            run --separate-stderr "$program" $arguments
            echo "$program $arguments: status $status, '$stderr'"
            [ "$status" -eq 2 ]
            [ -z "$output" ]
            [ "${#stderr_lines[@]}" -eq 1 ]
            [[ $stderr == "$program: "*"; try '$program --help'" ]]
        done
    done
}
