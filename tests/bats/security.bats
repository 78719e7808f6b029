#!/usr/bin/env bats
# Names and paths are somebody else's: none becomes a command, an option, a terminal's escape or a way to another's file.
bats_require_minimum_version 1.5.0
load helper
load victim

setup_file() {
    victim "$BATS_FILE_TMPDIR/victim"
}

setup() {
    mkdir "$BATS_TEST_TMPDIR/work" "$BATS_TEST_TMPDIR/tmp"
    export TMPDIR=$BATS_TEST_TMPDIR/tmp
    cd "$BATS_TEST_TMPDIR/work" || exit
    unset CC OSPREY_COMPILER OSPREY_PROFILE
}

teardown() {
    [ -z "$(ls -A "$BATS_TEST_TMPDIR/tmp")" ]
}

# Titles, colours, clearing the screen, 8-bit CSI, a link, and what turns the direction of text.
hostile='a\u001b]0;title\u0007\u001b[2J\u009b31m\u001b]8;;http://x\u001b\\\\b\u202ec\r\nd\u007f'

# no_escapes FILE: nothing in it that a terminal would take for more than text
no_escapes() {
    ! LC_ALL=C grep -q "$(printf '[\001-\010\013-\037\177]\|\302[\200-\237]\|\342\200[\252-\256]')" "$1"
}

@test "no name, path, thread, image or message brings an escape to a terminal, in any view" {
    jq -c --arg name "$(printf '%b' "${hostile//\\u/\\u}")" '
        if type != "object" then . else
            (if has("name") then .name += $name else . end) |
            (if has("label") and .fiber > 0 then .label += $name else . end) |
            (if has("file") and .file != "" then .file += $name else . end) |
            (if has("path") then .path += $name else . end) |
            (if has("exe") then .exe += $name else . end)
        end' "$DATA/records/named.records" >hostile.records
    grep -q '\\u001b' hostile.records
    for view in '' --tree --flame --lines '--callers fib'; do
        # shellcheck disable=SC2086
        prof-report --color never $view hostile.records >"report$view" 2>"messages$view" || [ "$view" = '--callers fib' ]
        no_escapes "report$view"
        no_escapes "messages$view"
    done
    prof-fold hostile.records >folded
    no_escapes folded
    prof-symbolize "$DATA/records/mapped.records" >/dev/null 2>messages
    sed 's|/fib|/\\u001b[31mfib|' "$DATA/records/mapped.records" | prof-symbolize >/dev/null 2>messages
    grep -q '31mfib' messages
    no_escapes messages
    run --separate-stderr -1 prof-fold $'no\e[31m\u009b31m'
    printf '%s\n' "$stderr" >messages
    no_escapes messages
}

@test "what the driver says of a file has one line and no escapes, whatever its name" {
    local name=$'a\e]0;title\a\e[31m\u009b31m\nb\r\x7f'
    run --separate-stderr -127 osprey "$name"
    printf '%s\n' "$stderr" >messages
    [ "$(wc -l <messages)" -eq 1 ]
    no_escapes messages
    cp "$BATS_FILE_TMPDIR/victim" "$name"
    osprey "./$name" --profile >out 2>messages || :
    grep -q '^osprey: wrote ' messages
    no_escapes messages
}

@test "no name is evaluated by a shell or taken for options" {
    local names=('$(touch owned)' '`touch owned`' '; touch owned' '| touch owned' '& touch owned' '${IFS}' "' touch owned '"
        '" touch owned "' '>owned' $'x\ntouch owned' '-delete' '--help' '-o' '*' '[a-z]' '~' '#x' '\' 'a=b' '%p' '%s%n')
    cp "$BATS_FILE_TMPDIR/victim" "$BATS_TEST_TMPDIR/prog"
    for name in "${names[@]}"; do
        mkdir "$BATS_TEST_TMPDIR/place" "$BATS_TEST_TMPDIR/place/$name"
        cd "$BATS_TEST_TMPDIR/place/$name"
        cp "$BATS_TEST_TMPDIR/prog" "./$name"
        osprey "./$name" --profile -- "$name" >out 2>messages || :
        osprey "$PWD/$name" --profile -o "./$name.2" >out 2>messages || :
        for suffix in folded cpuprofile speedscope.json profile.json; do
            [ -s "./$name.$suffix" ] && [ -s "./$name.2.$suffix" ] || { echo "$name"; cat messages; return 1; }
        done
        [ "$(find "$BATS_TEST_TMPDIR" -name owned)" = '' ]
        [ "$(find . -printf x | wc -c)" -eq 12 ]
        cd ../..
        rm -r place
    done
}

@test "an interpreter that is called like an option is a file like any other" {
    printf 'keep me\n' >precious
    cp "$BATS_FILE_TMPDIR/victim" ./-delete
    printf '#!-delete\n' >script
    chmod +x script
    run osprey ./script --profile
    [ -s script.folded ]
    [ -e precious ] && [ -e script ]
}

@test "output goes to no file that a planted link names" {
    printf 'keep me\n' >"$BATS_TEST_TMPDIR/precious"
    cp "$BATS_FILE_TMPDIR/victim" prog
    printf 'int main(void) { return 0; }\n' >made.c
    for name in prog.folded prog.cpuprofile prog.speedscope.json prog.profile.json made raw.json raw.json.part other.json.part; do
        ln -s "$BATS_TEST_TMPDIR/precious" "$name"
    done
    ln -s "$BATS_TEST_TMPDIR/nowhere" dangling.json
    osprey ./prog --profile >out || :
    [ -f prog.folded ] && [ ! -L prog.folded ]
    osprey made.c
    OSPREY_PROFILE=raw.json run ./prog
    OSPREY_PROFILE=dangling.json run ./prog
    OSPREY_PROFILE=other.json run ./prog
    [ "$(cat "$BATS_TEST_TMPDIR/precious")" = 'keep me' ]
    [ ! -e "$BATS_TEST_TMPDIR/nowhere" ]
}

@test "temporary files are nobody else's to read, and their names can't be guessed" {
    cp "$BATS_FILE_TMPDIR/victim" prog
    (umask 0 && strace -f -o trace -e trace=openat,mkdir,mkdirat osprey ./prog --profile >out) || :
    [ -s prog.folded ]
    # Whatever is made in the scratch place is below a directory of mode 0700 with a random name, or has one itself.
    grep "\"$TMPDIR/" trace | grep -e O_CREAT -e mkdir >made
    grep -q "mkdir.*\"$TMPDIR/osprey\.[A-Za-z0-9]\{6\}\", 0700" made
    run ! grep -v -e "\"$TMPDIR/osprey\.[A-Za-z0-9]\{6\}[\"/]" -e 'O_EXCL.*, 0600' made
}

@test "a program with another user's rights takes no order from the environment" {
    [ "$(id -u)" -eq 0 ] || skip "only root can give a file away"
    cp "$BATS_FILE_TMPDIR/victim" prog
    chmod 777 .
    chown nobody prog
    OSPREY_PROFILE=$PWD/before.json run ./prog
    [ -s before.json ]
    chmod 4755 prog
    OSPREY_PROFILE=$PWD/raw.json run --separate-stderr ./prog
    [ ! -e raw.json ] && [ -z "$stderr" ]
}

@test "programs and the library to preload are hardened" {
    for file in "$BUILD"/bin/prof-* "$BUILD/lib/libosprey-prof-preload.so"; do
        readelf -lW "$file" >parts
        readelf -dW "$file" >entries
        grep -q GNU_RELRO parts
        grep -q 'FLAGS.*NOW' entries
        grep -q 'GNU_STACK .* RW ' parts
        run ! grep -q TEXTREL entries
    done
    for file in "$BUILD"/bin/prof-*; do
        readelf -hW "$file" | grep -q 'Type:.*DYN'
        readelf -sW "$file" >symbols
        grep -q __stack_chk_fail symbols
        grep -q '_chk@' symbols
    done
}
