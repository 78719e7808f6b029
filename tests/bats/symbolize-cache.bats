# prof-symbolize: what was asked once is not asked again.
bats_require_minimum_version 1.5.0
load helper
load symbolize-helper

setup_file() {
    cd "$BATS_FILE_TMPDIR" || return
    cp "$BATS_TEST_DIRNAME"/../data/symbolize/app.* .
    gcc -g -O2 -Wl,--build-id=sha1 -o app app.c
    gcc -g -O2 -Wl,--build-id=none -o no_id app.c
}

setup() {
    cd "$BATS_FILE_TMPDIR" || return
    CACHE=$XDG_CACHE_HOME/osprey-prof
    RUNS=$BATS_TEST_TMPDIR/runs
    local real
    real=$(command -v llvm-symbolizer)
    stand_in "echo run >> '$RUNS'; exec '$real' \"\$@\""
    raw "$PWD/app" "$(at app sing) $(return_of app main sing)" "$(at app read_input) $(return_of app outermost read_input)" "$(at app stop) 64" > in.json
}

# runs: how many symbolizers ran.
runs() { if [ -e "$RUNS" ]; then wc -l < "$RUNS"; else echo 0; fi; }

@test "the second look at a profile gives the same and runs nothing" {
    prof-symbolize in.json > first
    [ "$(runs)" -eq 1 ]
    LLVM_SYMBOLIZER=/nowhere/llvm-symbolizer prof-symbolize in.json > second
    cmp first second
    [ "$(runs)" -eq 1 ]
}

@test "only addresses that are new are asked for, and those from before are kept" {
    raw "$PWD/app" "$(at app sing)" | prof-symbolize > out
    prof-symbolize in.json > mixed
    raw "$PWD/app" "$(at app sing)" | prof-symbolize > out
    [ "$(runs)" -eq 2 ]
    prof-symbolize --no-cache in.json | jq -c 'select(.type? == "frame") | del(.id)' | sort > fresh
    jq -c 'select(.type? == "frame") | del(.id)' mixed | sort | cmp - fresh
}

@test "--no-cache neither uses nor keeps anything" {
    prof-symbolize --no-cache in.json > first
    [ ! -e "$CACHE" ]
    prof-symbolize in.json > second
    prof-symbolize --no-cache in.json > third
    [ "$(runs)" -eq 3 ]
    cmp first second
    cmp first third
}

@test "names that were demangled are not those that were not" {
    echo 'int b(int x) __asm__("_ZN1a1bEi"); int b(int x) { return x; } int main(void) { return 0; }' > plus.c
    gcc -Wl,--build-id=sha1 -o plus plus.c
    raw "$PWD/plus" "$(at plus _ZN1a1bEi)" > plus.json
    [ "$(names < plus.json)" = 'a::b(int)' ]
    [ "$(names --no-demangle < plus.json)" = _ZN1a1bEi ]
    [ "$(names < plus.json)" = 'a::b(int)' ]
}

@test "a program that was rebuilt has names of its own" {
    cp app built
    raw "$PWD/built" "$(at app sing)" > built.json
    [ "$(names < built.json)" = sing ]
    { echo 'int in_front(void) { return 3; }' && cat app.c; } > changed.c
    gcc -g -O1 -Wl,--build-id=sha1 -o built changed.c
    raw "$PWD/built" "$(at built stop)" > built.json
    [ "$(names < built.json)" = stop ]
}

@test "a debug file that comes later is looked into" {
    cp app "$BATS_TEST_TMPDIR/app"
    objcopy --only-keep-debug app "$BATS_TEST_TMPDIR/dbg"
    strip "$BATS_TEST_TMPDIR/app"
    objcopy "--add-gnu-debuglink=$BATS_TEST_TMPDIR/dbg" "$BATS_TEST_TMPDIR/app"
    mv "$BATS_TEST_TMPDIR/dbg" "$BATS_TEST_TMPDIR/away"
    raw "$BATS_TEST_TMPDIR/app" "$(at app sing)" > app.json
    run --separate-stderr names < app.json
    [[ "$output" == app+0x* ]]
    mv "$BATS_TEST_TMPDIR/away" "$BATS_TEST_TMPDIR/dbg"
    [ "$(names < app.json)" = sing ]
}

@test "files without a build id are not kept" {
    raw "$PWD/no_id" "$(at no_id sing)" > no_id.json
    prof-symbolize no_id.json > out
    prof-symbolize no_id.json > out
    [ "$(runs)" -eq 2 ]
}

@test "what a symbolizer did not answer is asked again" {
    local real=$LLVM_SYMBOLIZER
    stand_in 'exit 1'
    run --separate-stderr names < in.json
    [[ "$output" == 0x* ]]
    LLVM_SYMBOLIZER=$(command -v llvm-symbolizer) run --separate-stderr names < in.json
    [[ "$output" == "sing main"* ]]
}

@test "damaged and hostile cache files are ignored, and replaced" {
    prof-symbolize in.json > first
    local file size at
    file=$(echo "$CACHE"/*)
    cp "$file" whole
    size=$(stat -c %s whole)
    for ((at = 0; at < size; at += 1 + size / 60)); do
        cp whole "$file"
        printf '\377' | dd of="$file" bs=1 seek="$at" conv=notrunc status=none
        prof-symbolize in.json > out
        cmp first out
        head -c "$at" whole > "$file"
        prof-symbolize in.json > out
        cmp first out
        cmp whole "$file"
    done
}

@test "a cache file that is a link, a FIFO or a directory is ignored" {
    prof-symbolize in.json > first
    local file
    file=$(echo "$CACHE"/*)
    mv "$file" elsewhere
    ln -s "$PWD/elsewhere" "$file"
    prof-symbolize in.json > out
    cmp first out
    rm "$file" && mkfifo "$file"
    prof-symbolize in.json > out
    cmp first out
    rm "$file" && mkdir "$file"
    prof-symbolize in.json > out
    cmp first out
}

@test "a cache that can't be written, or has no place, is no harm" {
    prof-symbolize --no-cache in.json > first
    local place
    for place in /dev/null/x "$PWD/app" relative ''; do
        XDG_CACHE_HOME=$place HOME=/dev/null run --separate-stderr prof-symbolize in.json
        [ "$status" -eq 0 ]
        [ -z "$stderr" ]
        [ "$output" = "$(cat first)" ]
    done
    [ ! -e relative ]
}

@test "without XDG_CACHE_HOME it is in .cache at home" {
    unset XDG_CACHE_HOME
    HOME=$BATS_TEST_TMPDIR/home prof-symbolize in.json > out
    [ -n "$(ls "$BATS_TEST_TMPDIR/home/.cache/osprey-prof")" ]
}

@test "runs beside each other give the same and leave one whole file" {
    prof-symbolize --no-cache in.json > first
    local n
    for n in 1 2 3 4 5 6 7 8; do prof-symbolize in.json > "out.$n" 3>&- & done
    wait
    for n in 1 2 3 4 5 6 7 8; do cmp first "out.$n"; done
    run ls -A "$CACHE"
    [ "${#lines[@]}" -eq 1 ]
    rm -f "$RUNS"
    prof-symbolize in.json > out
    cmp first out
    [ "$(runs)" -eq 0 ]
}

@test "the files that were not used for the longest time go when there are too many bytes" {
    mkdir -p "$CACHE"
    truncate -s 200M "$CACHE/old"
    truncate -s 100M "$CACHE/recent"
    touch -d '2 days ago' "$CACHE/old"
    touch -d '1 day ago' "$CACHE/recent"
    prof-symbolize in.json > out
    [ ! -e "$CACHE/old" ]
    [ -e "$CACHE/recent" ]
}
