# prof-symbolize: functions, files and lines for addresses.
bats_require_minimum_version 1.5.0
load helper
load symbolize-helper

setup_file() {
    cd "$BATS_FILE_TMPDIR" || return
    cp "$BATS_TEST_DIRNAME"/../data/symbolize/* .
    gcc -g -O2 -Wl,--build-id=sha1 -o app app.c
    clang -O1 -o strange strange.c
}

setup() {
    cd "$BATS_FILE_TMPDIR" || return
}

@test "a function has its name, file, line and first line" {
    raw "$PWD/app" "$(at app read_input)" > in.json
    run bash -c 'set -o pipefail; prof-symbolize in.json | jq -c "select(.name? == \"read_input\") | [.file, .line, .start_line, .kind, .inlined, .image]"'
    [ "$status" -eq 0 ]
    [ "$output" = "[\"$PWD/app.c\",5,3,\"user\",false,0]" ]
}

@test "an inline chain becomes frames of the stack, innermost first, all but the last marked inlined" {
    raw "$PWD/app" "$(at app read_input) $(return_of app outermost read_input) $(return_of app main outermost)" > in.json
    run names < in.json
    [ "$output" = "read_input innermost middle outermost main" ]
    prof-symbolize in.json > out
    [ "$(frame innermost < out)" = "[\"$PWD/app.h\",3,1,\"user\",true]" ]
    [ "$(frame middle < out)" = "[\"$PWD/app.c\",12,10,\"user\",true]" ]
    [ "$(frame outermost < out)" = "[\"$PWD/app.c\",17,15,\"user\",false]" ]
}

@test "a call that never returns, at the end of a function, belongs to that function and its line" {
    raw "$PWD/app" "$(at app stop) $(end_of app last_word)" > in.json
    run names < in.json
    [ "$output" = "stop last_word" ]
    run bash -c 'set -o pipefail; prof-symbolize in.json | jq -c "select(.name? == \"last_word\") | .line"'
    [ "$output" = 27 ]
}

@test "the leaf is looked up where it is, at the first byte of a function too" {
    raw "$PWD/app" "$(at app after_last_word)" > in.json
    run names < in.json
    [ "$output" = after_last_word ]
}

@test "the raw file, its records and prof-images' records all give the same" {
    raw "$PWD/app" "$(at app sing) $(return_of app main sing)" "$(at app stop) 64" > in.json
    prof-symbolize in.json > out
    prof-symbolize < in.json | cmp - out
    run bash -c 'set -o pipefail; prof-images in.json | prof-symbolize | cmp - out'
    [ "$status" -eq 0 ]
    run bash -c 'set -o pipefail; prof-images in.json | jq -c "if type == \"object\" then del(.addr) | del(.image) else . end" | prof-symbolize | cmp - out'
    [ "$status" -eq 0 ]
}

@test "running it twice changes nothing" {
    raw "$PWD/app" "$(return_of app outermost read_input) $(return_of app main outermost)" "64 80" |
        jq -c '.labels = [[1, "[truncated]"]]' > in.json
    prof-symbolize in.json > once
    prof-symbolize once > twice
    cmp once twice
}

@test "named records pass byte for byte, with ids, spacing and keys of their own, and no symbolizer runs" {
    stand_in 'touch ran'
    rm -f ran
    {
        raw /w/x | prof-images | head -n 3
        echo '{"type":"frame","id":70, "name":"fib","file":"/w/fib.osp","line":3,"column":5,"start_line":2,"kind":"user","inlined":false,"note":"é"}'
        echo '{"type":"frame","id":7,"name":"fib","file":"/w/fib.osp","line":3,"column":5,"start_line":2,"kind":"user","inlined":false}'
        echo '{"type":"stack","id":9,"frames":[70 , 7]}'
        echo '[1,0,9,0]'
        echo '{"type":"end","lines":7,"samples":1}'
    } > named
    prof-symbolize named > out
    cmp named out
    [ ! -e ran ]
}

@test "records of unknown types pass byte for byte" {
    raw "$PWD/app" "$(at app sing)" | prof-images | sed '/"type":"stack"/a {"type":"weather" , "sky":"blue"}' > in
    run --separate-stderr bash -c 'set -o pipefail; prof-symbolize in | grep weather'
    [ "$status" -eq 0 ]
    [ "$output" = '{"type":"weather" , "sky":"blue"}' ]
}

@test "the samples come out as they went in, counts and all" {
    raw "$PWD/app" "$(at app sing)" | jq -c '.samples = [[5, 0, 0, 0, 7], [6, 0, 0, 1], [9, 0, 0, 0]]' > in.json
    run bash -c 'set -o pipefail; prof-symbolize in.json | grep -e "^\[" -e "\"end\""'
    [ "$status" -eq 0 ]
    [ "${lines[0]}" = '[5,0,0,0,7]' ]
    [ "${lines[1]}" = '[6,0,0,1]' ]
    [ "${lines[2]}" = '[9,0,0,0]' ]
    [[ "${lines[3]}" == *'"samples":9}' ]]
}

@test "an aggregated stream passes byte for byte" {
    {
        raw /w/x | prof-images | head -n 3
        echo '{"type":"summary","samples":1,"oncpu":1,"waiting":0,"truncated":0,"unresolved":0,"fibers":1,"wall_seconds":1.0,"cpu_seconds":0.001}'
        echo '{"type":"fiber","id":0,"fiber":0,"label":"main","name":"main","samples":1,"oncpu":1,"waiting":0}'
        echo '{"type":"function","id":0,"name":"fib","file":"/w/fib.osp","line":2,"kind":"user","self":1,"total":1}'
        echo '{"type":"line","file":"/w/fib.osp","line":3,"kind":"user","self":1,"total":1}'
        echo '{"type":"end","lines":7,"samples":0}'
    } > sums
    prof-symbolize sums > out
    cmp sums out
}

@test "equal frames of different addresses are defined once" {
    raw "$PWD/app" "64" "64" "$(at app sing)" "$(at app sing) $(($(at app sing) + 1))" > in.json
    run --separate-stderr bash -c 'set -o pipefail; prof-symbolize in.json | jq -c "select(.type? == \"frame\") | del(.id)" | sort | uniq -d'
    [ "$status" -eq 0 ]
    [ -z "$output" ]
}

@test "definitions that come after samples get names too; stacks keep their ids" {
    raw "$PWD/app" "$(at app sing)" "$(at app shipped)" | prof-images > whole
    {
        grep -v -e '"id":1,"' -e '^\[1' -e '"end"' whole
        grep -e '"type":"frame","id":1,"' -e '"type":"stack","id":1,"' whole
        grep -e '^\[1' -e '"end"' whole
    } > late
    [ "$(grep -n '^\[0' late | cut -d: -f1)" -lt "$(grep -n '"type":"stack","id":1,' late | cut -d: -f1)" ]
    run names < late
    [ "$output" = $'sing\nshipped' ]
    run bash -c 'set -o pipefail; prof-symbolize late | jq -c "select(.type? == \"stack\") | [.id, .frames]"'
    [ "$output" = $'[0,[0]]\n[1,[1]]' ]
}

@test "frames that have names already keep them beside those that are still addresses" {
    raw "$PWD/app" "$(at app sing)" "$(at app shipped)" | jq -c '.labels = [[1, "[truncated]"]]' > in.json
    run names < in.json
    [ "$output" = $'sing\nshipped [truncated]' ]
}

@test "a named frame that comes late doesn't take the id of another" {
    raw "$PWD/app" "$(at app sing) $(return_of app outermost read_input)" | prof-images | sed '$d' > late
    {
        echo '{"type":"frame","id":2,"name":"late","file":"/w/late.osp","line":3,"column":5,"start_line":2,"kind":"user","inlined":false}'
        echo '{"type":"stack","id":1,"frames":[2]}'
        echo '[9,0,1,0]'
        echo '{"type":"end","lines":10,"samples":2}'
    } >> late
    run --separate-stderr names < late
    [ "$output" = $'sing innermost middle outermost\nlate' ]
    run bash -c 'set -o pipefail; prof-symbolize late 2>/dev/null | jq "select(.type? == \"frame\") | .id" | sort | uniq -d'
    [ "$status" -eq 0 ]
    [ -z "$output" ]
}

@test "a stack with no frames stays so" {
    raw "$PWD/app" "" "$(at app sing)" > in.json
    run bash -c 'set -o pipefail; prof-symbolize in.json | grep "\"type\":\"stack\",\"id\":0"'
    [ "$output" = '{"type":"stack","id":0,"frames":[]}' ]
}

@test "a frame that no stack uses gets its name" {
    raw "$PWD/app" "$(at app sing)" | prof-images | grep -v -e '"type":"stack"' -e '^\[' > in
    run bash -c 'set -o pipefail; prof-symbolize in 2>/dev/null | jq -r "select(.type? == \"frame\") | .name"'
    [ "$output" = sing ]
}

@test "programs whose file offsets, addresses and load addresses differ all get right names" {
    gcc -g -O2 -no-pie -o fixed app.c
    gcc -g -O2 -static-pie -o static_pie app.c
    gcc -g -O2 -Wl,-Ttext-segment=0x4000000 -no-pie -o high app.c
    cp app plain
    clang -g -O2 -fuse-ld=lld -o by_lld app.c
    local file
    for file in fixed static_pie high plain by_lld; do
        SIZE=$((0x8000000)) raw "$PWD/$file" "$(at "$file" outermost)" "$(at "$file" sing)" > in.json
        run --separate-stderr names < in.json
        [ "$output" = $'outermost\nsing' ]
    done
}

@test "--exe stands for the program when it moved" {
    mkdir -p "moved to/here"
    cp app "moved to/here/app"
    raw /nowhere/app "$(at app sing)" > in.json
    run --separate-stderr names --exe "moved to/here/app" < in.json
    [ "$output" = sing ]
    [ -z "$stderr" ]
}

@test "--exe stands for no other image" {
    raw /nowhere/lib.so "$(at app sing)" | jq -c '.exe = "/w/app" | .images += [.images[0] | .path = "/w/app" | .text = 4096]' > in.json
    run --separate-stderr names --exe app < in.json
    [ "$output" = "$(printf '0x%x' $((BASE + $(at app sing))))" ]
    [[ "$stderr" == *"/nowhere/lib.so (No such file or directory): 1 frame stays unnamed"* ]]
}

@test "--exe with a file that isn't there is refused" {
    raw "$PWD/app" "$(at app sing)" > in.json
    run --separate-stderr prof-symbolize --exe /nowhere/app in.json
    [ "$status" -eq 1 ]
    [ "$stderr" = "prof-symbolize: /nowhere/app: No such file or directory" ]
    [ -z "$output" ]
}

@test "a program that was rebuilt gives no names, and a line says that it changed" {
    cp app rebuilt
    raw "$PWD/rebuilt" "$(at app sing)" | jq -c --arg id "$(build_id app)" '.images[0].build_id = $id' > in.json
    { yes 'int filler;' | head -n 50 && echo 'int in_front(void) { return 3; }' && cat app.c; } > changed.c
    gcc -g -O2 -Wl,--build-id=sha1 -o rebuilt changed.c
    run --separate-stderr names < in.json
    [ "$status" -eq 0 ]
    [ "$output" = "$(printf '0x%x' $((BASE + $(at app sing))))" ]
    [ "$stderr" = "prof-symbolize: $PWD/rebuilt changed since the profile was taken: 1 frame stays unnamed" ]
    run --separate-stderr names --exe app < in.json
    [ "$output" = sing ]
    [ -z "$stderr" ]
}

@test "--exe with another build than the run's gives no names either" {
    gcc -g -O1 -Wl,--build-id=sha1 -o other app.c
    raw "$PWD/app" "$(at app sing)" | jq -c --arg id "$(build_id app)" '.images[0].build_id = $id' > in.json
    run --separate-stderr names --exe other < in.json
    [ "$output" = "$(printf '0x%x' $((BASE + $(at app sing))))" ]
    [ "$stderr" = "prof-symbolize: other changed since the profile was taken: 1 frame stays unnamed" ]
}

@test "a program whose build id was lost is not taken for the one that had it" {
    gcc -g -O2 -Wl,--build-id=none -o no_id app.c
    raw "$PWD/no_id" "$(at no_id sing)" | jq -c --arg id "$(build_id app)" '.images[0].build_id = $id' > in.json
    run --separate-stderr names < in.json
    [[ "$output" == 0x* ]]
    jq -c '.images[0].build_id = ""' in.json > unknown.json
    run --separate-stderr names < unknown.json
    [ "$output" = sing ]
}

@test "files that are missing are named on one line, with the number of addresses, and the status is 0" {
    raw "$PWD/app" "$(at app sing)" "$((0x200010)) $((0x200020)) $((0x300010))" | jq -c --argjson base "$BASE" '.images += [
        {path: "/nowhere/a.so", base: ($base + 2097152), slide: ($base + 2097152), text: ($base + 2097152), text_size: 4096, arch: ""},
        {path: "/etc/passwd", base: ($base + 3145728), slide: ($base + 3145728), text: ($base + 3145728), text_size: 4096, arch: ""}]' > in.json
    run --separate-stderr prof-symbolize in.json
    [ "$status" -eq 0 ]
    [ "$stderr" = "prof-symbolize: /nowhere/a.so (No such file or directory): 2 frames stay unnamed; /etc/passwd (neither an ELF nor a Mach-O file): 1 frame stays unnamed" ]
}

@test "addresses in no image are told when they are in 1 % of the stacks, and have no image" {
    raw "$PWD/app" "$(at app sing) $((0x900000)) $((0x900010))" "$(at app sing)" | jq -c '.samples = [[1,0,0,0,1],[2,0,1,0,99]]' > in.json
    run --separate-stderr prof-symbolize in.json
    [ "$status" -eq 0 ]
    [ "$stderr" = "prof-symbolize: 2 addresses are in no image" ]
    [ "$(jq -c 'select(.type? == "frame") | [.name, has("image")]' <<< "$output")" = $'["sing",true]\n["0x555500900000",false]\n["0x555500900010",false]' ]
    jq -c '.samples[1][4] = 199' in.json > more.json
    run --separate-stderr prof-symbolize more.json
    [ -z "$stderr" ]
    jq -c '.images[0].path = "/nowhere/a.so" | .stacks[0] |= .[:2]' in.json > both.json
    run --separate-stderr prof-symbolize both.json
    [ "$stderr" = "prof-symbolize: /nowhere/a.so (No such file or directory): 1 frame stays unnamed; 1 address is in no image" ]
}

@test "a FIFO, a directory and an ELF file that was cut off give no names and no wait" {
    mkfifo pipe
    head -c 100 app > short
    local file
    for file in pipe . short; do
        raw "$PWD/$file" 4200 > in.json
        run --separate-stderr names < in.json
        [ "$output" = "0x555500001068" ]
        [ "${#stderr_lines[@]}" -eq 1 ]
    done
}

@test "addresses in the vDSO are one frame, and its name is never looked for on disk" {
    cp app '[vdso]'
    raw '[vdso]' "$(at app sing) $(at app stop)" "$(at app main)" > in.json
    run --separate-stderr names < in.json
    [ "$output" = $'[vdso] [vdso]\n[vdso]' ]
    [ -z "$stderr" ]
    run bash -c 'set -o pipefail; prof-symbolize in.json | jq -c "select(.type? == \"frame\") | [.name, .file, .kind, .image]"'
    [ "$output" = '["[vdso]","","runtime",0]' ]
}

@test "an address past the end of the file's code is not called _end" {
    raw "$PWD/app" "$((0xfff00))" > in.json
    run --separate-stderr names < in.json
    [ "$output" = 0x5555000fff00 ]
    jq -c '.images[0].text_size = 0' in.json > unknown_range.json
    run --separate-stderr names < unknown_range.json
    [ "$output" = 0x5555000fff00 ]
}

@test "what is unknown stays an address of kind runtime with no file, and is told when 1 % of the samples are there" {
    raw "$PWD/app" 64 "$(at app sing)" | jq -c '.samples[1][4] = 99' > in.json
    run --separate-stderr prof-symbolize in.json
    [ "$stderr" = "prof-symbolize: $PWD/app: 1 frame stays unnamed" ]
    jq -c '.samples[1][4] = 199' in.json > more.json
    run --separate-stderr prof-symbolize more.json
    [ -z "$stderr" ]
    [ "$(frame 0x555500000040 <<< "$output")" = '["",0,0,"runtime",false]' ]
}

@test "a hidden function is not called after the exported one in front of it" {
    cat > hidden.c <<'EOF'
__attribute__((noinline, visibility("default"))) int tiny(void) { return 1; }
__attribute__((noinline)) static int hot(int x) { for (volatile int i = 0; i < x; i++) x += i; return x; }
int main(int argc, char **argv) { (void)argv; return tiny() + hot(argc); }
EOF
    gcc -O1 -fno-toplevel-reorder -rdynamic -o hidden hidden.c
    local hot
    hot=$(at hidden hot 8)
    strip hidden
    raw "$PWD/hidden" "$hot" > in.json
    run --separate-stderr names < in.json
    [ "$output" = "$(printf 'hidden+0x%x' $((hot - 8)))" ]
}

@test "paths with spaces, quotes of either kind and backslashes are taken" {
    local file
    for file in 'a b' "it's" 'say "hi"' 'back\slash' '$(x);&' 'größe'; do
        cp app "$file"
        raw "$PWD/$file" "$(at app sing)" > in.json
        run --separate-stderr names < in.json
        [ "$output" = sing ]
    done
}

@test "a path that llvm-symbolizer can't be given costs its own names only" {
    local long name
    long=$(printf 'd%.0s' {1..240})
    mkdir -p "$long/$long/$long/$long"
    for name in "it's \"both\"" $'two\nlines' "$long/$long/$long/$long/app"; do
        cp app "$name"
        raw "$PWD/$name" "$(at app sing)" "$((0x200000 + $(at app stop)))" | jq -c --argjson base "$BASE" --arg app "$PWD/app" '.images += [
            {path: $app, base: ($base + 2097152), slide: ($base + 2097152), text: ($base + 2097152), text_size: 1048576, arch: ""}]' > in.json
        run --separate-stderr names < in.json
        [ "${lines[0]}" = "$(printf '0x%x' $((BASE + $(at app sing))))" ]
        [ "${lines[1]}" = stop ]
        [[ "$stderr" == *"(llvm-symbolizer can't take such a path): 1 frame stays unnamed" ]]
        [ "${#stderr_lines[@]}" -eq 1 ]
    done
}

@test "strange symbol names come out whole, in valid JSON and UTF-8" {
    local addresses
    addresses=$(nm strange | grep -a ' T ' | grep -a -v -e main -e ' _' | awk '{ print "0x" $1 "+1" }')
    raw "$PWD/strange" "$addresses" > in.json
    prof-symbolize in.json > out
    run iconv -f UTF-8 -t UTF-8 -o /dev/null out
    [ "$status" -eq 0 ]
    run jq -r 'select(.type? == "frame") | .name | @json' out
    [ "$status" -eq 0 ]
    [ "${#lines[@]}" -eq 8 ]
    [[ "$output" == *'"hot;path 7"'* ]]
    [[ "$output" == *'"say \"hi\"\\n"'* ]]
    [[ "$output" == *'"größe→計算"'* ]]
    [[ "$output" == *'\u001b[31m"'* ]]
    [[ "$output" == *'"two\nlines"'* ]]
    [[ "$output" == *'"</script><img onerror=x>"'* ]]
    [[ "$output" == *'"??"'* ]]
}

@test "C++ names are demangled" {
    echo 'int b(int x) __asm__("_ZN1a1bEic"); int b(int x) { return x; } int main(void) { return 0; }' > plus.c
    gcc -O1 -o plus plus.c
    raw "$PWD/plus" "$(at plus _ZN1a1bEic)" > in.json
    run names < in.json
    [ "$output" = 'a::b(int, char)' ]
}

kind_of() { prof-symbolize in.json | jq -r --arg name "$1" 'select(.type? == "frame" and .name == $name) | .kind'; }

@test "user is what the program's own sources hold; the runtime's and the system's are not" {
    raw "$PWD/app" "$(at app sing) $(at app shipped 1) $(at app fiber_part 1) $(at app game_part 1) $(at app _start 4)" > in.json
    [ "$(kind_of sing)" = user ]
    [ "$(kind_of shipped)" = runtime ]
    [ "$(kind_of fiber_part)" = runtime ]
    [ "$(kind_of game_part)" = user ]
    [ "$(kind_of _start)" = runtime ]
}

@test "every source of the runtime is known as such, and is not the user's" {
    local programs=$BUILD/programs functions
    functions=$(nm "$programs/workload" | awk '$3 ~ /^(osp_prof_|store_|walk|observe_|json_)/ { print "0x" $1 "+1" }' | tr '\n' ' ')
    raw "$programs/workload" "$functions" > in.json
    run bash -c 'set -o pipefail; prof-symbolize in.json | jq -r "select(.kind? == \"runtime\") | .file" | grep -c /osprey-prof/runtime/'
    [ "$status" -eq 0 ]
    [ "$output" -gt 10 ]
    run bash -c 'set -o pipefail; prof-symbolize in.json | jq -r "select(.kind? == \"user\") | .file"'
    [ "$status" -eq 0 ]
    [ -z "$output" ]
}

@test "a program that was built with relative paths is still the user's" {
    gcc -g -O2 "-ffile-prefix-map=$PWD=." -o relative app.c
    raw "$PWD/relative" "$(at relative stop)" > in.json
    [ "$(kind_of stop)" = user ]
}

@test "each place is asked once, sorted, and of one process" {
    local real
    real=$(command -v llvm-symbolizer)
    stand_in "echo run >> '$BATS_TEST_TMPDIR/runs'; tee -a '$BATS_TEST_TMPDIR/asked' | '$real' \"\$@\""
    gcc -g -O1 -o other app.c
    raw "$PWD/other" "$(at other sing) $(at other stop 1)" "$(at other sing)" "$((0x200000 + $(at app stop)))" | jq -c --argjson base "$BASE" --arg app "$PWD/app" '.images += [
        {path: $app, base: ($base + 2097152), slide: ($base + 2097152), text: ($base + 2097152), text_size: 1048576, arch: ""}]' > in.json
    run names < in.json
    [ "$output" = $'sing stop\nsing\nstop' ]
    [ "$(wc -l < "$BATS_TEST_TMPDIR/runs")" -eq 1 ]
    run cat "$BATS_TEST_TMPDIR/asked"
    [ "${#lines[@]}" -eq 3 ]
    [ "${lines[2]}" = "$(printf 'CODE "%s" 0x%x' "$PWD/app" "$(at app stop)")" ]
    [[ "${lines[0]}" < "${lines[1]}" ]]
}

# many FILE COUNT: a profile with that many addresses from the first function on, in FILE and in a copy of it.
many() {
    cp "$1" "$1.copy"
    SIZE=2097152 raw "$PWD/$1" | jq -c --argjson first "$(at "$1" main)" --argjson count "$2" --argjson base "$BASE" '
        .images[0].text_size = 1048576 | .images += [.images[0] | .path += ".copy" | .base += 1048576 | .slide += 1048576 | .text += 1048576]
        | .stacks = [range($count) as $n | [$base + $first + $n], [$base + 1048576 + $first + $n]] | .samples = [[1, 0, 0, 0]]'
}

@test "files are asked side by side, none of two processes, and the answers stay in order" {
    local real
    real=$(command -v llvm-symbolizer)
    stand_in "tee '$BATS_TEST_TMPDIR/asked.'\$\$ | '$real' \"\$@\""
    many app 500 > in.json
    prof-symbolize --no-cache in.json > out
    env -u LLVM_SYMBOLIZER prof-symbolize --no-cache in.json | cmp - out
    [ "$(cat "$BATS_TEST_TMPDIR"/asked.* | wc -l)" -ge 900 ]
    [ "$(cut -d' ' -f2 "$BATS_TEST_TMPDIR"/asked.* | sort -u | wc -l)" -eq 2 ]
    [ "$(for file in "$BATS_TEST_TMPDIR"/asked.*; do cut -d' ' -f2 "$file" | sort -u; done | wc -l)" -eq 2 ]
    [ "$(getconf _NPROCESSORS_ONLN)" -lt 2 ] || [ "$(find "$BATS_TEST_TMPDIR" -name 'asked.*' | wc -l)" -eq 2 ]
}

@test "of symbolizers side by side one that dies costs its own answers, and is told once" {
    local real
    real=$(command -v llvm-symbolizer)
    stand_in "questions=\$(cat); case \$questions in *.copy*) ;; *) kill -9 \$\$ ;; esac; printf '%s\\n' \"\$questions\" | '$real' \"\$@\""
    many app 500 > in.json
    run --separate-stderr names --no-cache < in.json
    [ "$status" -eq 0 ]
    [ "${#stderr_lines[@]}" -eq 1 ]
    [[ "$stderr" == *"ended early, "*" answers came: the other addresses stay without names" ]]
    [[ "${lines[0]}" == 0x* ]]
    [ "$(getconf _NPROCESSORS_ONLN)" -lt 2 ] || [ "${lines[1]}" = main ]
}

@test "a symbolizer that is killed, as for memory, leaves what it did not answer" {
    local real
    real=$(command -v llvm-symbolizer)
    stand_in "'$real' \"\$@\" | { head -n 1; kill -9 \$\$; }"
    raw "$PWD/app" "$(at app stop) $(at app sing 1)" > in.json
    run --separate-stderr names < in.json
    [ "$status" -eq 0 ]
    [[ "$output" == "stop 0x5555"* ]]
    [[ "$stderr" == *"ended early, 1 of 2 answers came"* ]]
}

@test "a symbolizer that can have no memory leaves addresses" {
    stand_in "ulimit -v 20000; exec '$(command -v llvm-symbolizer)' \"\$@\""
    fails_with "0 of 2 answers came"
}

@test "a symbolizer that answers out of shape leaves addresses" {
    local shape
    for shape in '[]' 'null' '{}' '{"Address":"0x1","ModuleName":7,"Symbol":[]}' '[[[[[[[[[[' '{"Address":' '{"Symbol":[{"FunctionName":"liar"}]}' '"x"' ''; do
        stand_in "while read -r code path address; do echo '$shape'; done"
        fails_with "did not answer what it was asked, 0 of 2 answers came"
    done
    for shape in '"Symbol":{}' '"Symbol":"liar"' '"Symbol":null' '"symbol":[]'; do
        stand_in "while read -r code path address; do path=\${path%\\\"}; echo '{\"Address\":\"'\$address'\",\"ModuleName\":\"'\${path#\\\"}'\",$shape}'; done"
        fails_with "did not answer what it was asked, 0 of 2 answers came"
    done
}

@test "names and numbers of other types than they should have are unknown" {
    local symbol
    for symbol in '{}' '{"FunctionName":7,"Line":"x"}' '7' 'null' '{"FunctionName":"a"},{"FunctionName":""}' '{"FunctionName":null}'; do
        stand_in "while read -r code path address; do path=\${path%\\\"}; echo '{\"Address\":\"'\$address'\",\"ModuleName\":\"'\${path#\\\"}'\",\"Symbol\":[$symbol]}'; done"
        raw "$PWD/app" "64" > in.json
        run --separate-stderr names --no-cache < in.json
        [ "$status" -eq 0 ]
        [ "$output" = 0x555500000040 ]
    done
}

@test "without LLVM_SYMBOLIZER the newest llvm-symbolizer-NN on PATH is taken when there is no plain one" {
    local real
    real=$(command -v llvm-symbolizer)
    mkdir "$BATS_TEST_TMPDIR/path"
    ln -s "$(command -v prof-symbolize)" "$BATS_TEST_TMPDIR/path"
    printf '#!/bin/sh\nexit 1\n' > "$BATS_TEST_TMPDIR/path/llvm-symbolizer-9"
    ln -s "$real" "$BATS_TEST_TMPDIR/path/llvm-symbolizer-14"
    chmod +x "$BATS_TEST_TMPDIR/path/llvm-symbolizer-9"
    raw "$PWD/app" "$(at app sing)" > in.json
    run --separate-stderr env PATH="$BATS_TEST_TMPDIR/path" prof-symbolize in.json
    [[ "$output" == *'"name":"sing"'* ]]
    [ -z "$stderr" ]
}

# fails_with TEXT: all that a failing symbolizer leaves is addresses, one line that holds TEXT, and status 0.
fails_with() {
    raw "$PWD/app" "$(at app sing) $(at app stop 1)" > in.json
    run --separate-stderr prof-symbolize --no-cache in.json
    [ "$status" -eq 0 ]
    [ "${#stderr_lines[@]}" -eq 1 ]
    [[ "$stderr" == "prof-symbolize: "*"$1"* ]]
    [ "$(jq -r 'select(.type? == "frame") | .name' <<< "$output" | grep -c '^0x5555')" -eq 2 ]
    [[ "$output" == *'"type":"end"'* ]]
}

@test "no symbolizer at all leaves addresses and says how to get one" {
    unset LLVM_SYMBOLIZER
    raw "$PWD/app" "$(at app sing)" > in.json
    run --separate-stderr env PATH="$BUILD/bin" prof-symbolize in.json
    [ "$status" -eq 0 ]
    [[ "$stderr" == "prof-symbolize: no llvm-symbolizer found: "* ]]
    [[ "$output" == *'"name":"0x5555'*'"type":"end"'* ]]
}

@test "a symbolizer that can't be run leaves addresses" {
    export LLVM_SYMBOLIZER=/nowhere/llvm-symbolizer
    fails_with "/nowhere/llvm-symbolizer can't be run (No such file or directory), 0 of 2 answers came"
}

@test "a symbolizer that fails leaves addresses" {
    stand_in 'echo broken >&2; exit 1'
    fails_with "ended early, 0 of 2 answers came"
}

@test "a symbolizer that says something else leaves addresses" {
    stand_in 'echo sing; echo /w/app.c:3:4'
    fails_with "did not answer what it was asked"
}

@test "a symbolizer without JSON leaves addresses" {
    stand_in 'while read -r line; do printf "sing\n/w/app.c:3:4\n\n"; done'
    fails_with "did not answer what it was asked"
}

@test "a symbolizer that answers for another address or another file leaves addresses" {
    stand_in "echo '{\"Address\":\"0x7\",\"ModuleName\":\"$PWD/app\",\"Symbol\":[{\"FunctionName\":\"liar\"}]}'"
    fails_with "did not answer what it was asked"
    stand_in 'while read -r code path address; do
        echo "{\"Address\":\"$address\",\"ModuleName\":\"/w/other\",\"Symbol\":[{\"FunctionName\":\"liar\"}]}"; done'
    fails_with "did not answer what it was asked"
}

@test "a symbolizer that writes a gigabyte on one line leaves addresses" {
    stand_in 'head -c 1000000000 /dev/zero | tr "\000" x'
    fails_with "gave a line of more than 16 MiB"
}

@test "a symbolizer that hangs leaves addresses" {
    stand_in 'exec sleep 1000 3>&-'
    fails_with "said nothing for 30 seconds"
}

@test "a symbolizer that stops half-way leaves what it did not answer" {
    local real
    real=$(command -v llvm-symbolizer)
    stand_in "'$real' \"\$@\" | head -n 1 | head -c \${CUT:-100000}"
    raw "$PWD/app" "$(at app stop) $(at app sing 1)" > in.json
    run --separate-stderr names < in.json
    [ "$status" -eq 0 ]
    [[ "$output" == "stop 0x5555"* ]]
    [[ "$stderr" == *"ended early, 1 of 2 answers came"* ]]
    CUT=30 fails_with "0 of 2 answers came"
}

@test "a symbolizer that failed is not tried again, nor complained of twice" {
    stand_in "echo run >> '$BATS_TEST_TMPDIR/runs'; exit 1"
    raw "$PWD/app" "$(at app sing)" "$(at app shipped)" | prof-images > whole
    {
        grep -v -e '"id":1,"' -e '^\[1' -e '"end"' whole
        grep -e '"type":"frame","id":1,"' -e '"type":"stack","id":1,"' whole
        grep -e '^\[1' -e '"end"' whole
    } > late
    run --separate-stderr prof-symbolize late
    [ "$status" -eq 0 ]
    [ "${#stderr_lines[@]}" -eq 1 ]
    [ "$(wc -l < "$BATS_TEST_TMPDIR/runs")" -eq 1 ]
}

@test "what a symbolizer says of a file that it can't read is told" {
    stand_in 'while read -r code path address; do path=${path%\"}
        echo "{\"Address\":\"$address\",\"Error\":{\"Message\":\"too odd\"},\"ModuleName\":\"${path#\"}\"}"; done'
    fails_with "$PWD/app: llvm-symbolizer can't read it (too odd)"
}

@test "no questions are left in the temporary directory" {
    mkdir "$BATS_TEST_TMPDIR/questions"
    raw "$PWD/app" "$(at app sing)" > in.json
    TMPDIR=$BATS_TEST_TMPDIR/questions prof-symbolize in.json > out
    [ -z "$(ls -A "$BATS_TEST_TMPDIR/questions")" ]
}

@test "a temporary directory that can't be written is an error" {
    raw "$PWD/app" "$(at app sing)" > in.json
    TMPDIR=/nowhere run --separate-stderr prof-symbolize in.json
    [ "$status" -eq 1 ]
    [[ "$stderr" == "prof-symbolize: /nowhere/"*": No such file or directory" ]]
}

@test "a profile with no samples is passed on" {
    raw "$PWD/app" > in.json
    run prof-symbolize in.json
    [ "$status" -eq 0 ]
    [ "${lines[-1]}" = '{"type":"end","lines":3,"samples":0}' ]
}

@test "empty input is refused" {
    : > empty
    refuses prof-symbolize empty
}

@test "a stream that was cut is refused" {
    raw "$PWD/app" "$(at app sing)" | prof-images | sed '$d' > cut
    refuses prof-symbolize cut
}

@test "a broken line is refused with file and line" {
    raw "$PWD/app" "$(at app sing)" | prof-images | sed '4s/.*/{"type":/' > broken_line
    refuses prof-symbolize broken_line
    [[ "$stderr" == "prof-symbolize: broken_line:4: "* ]]
}

@test "a full disk is noticed" {
    raw "$PWD/app" "$(at app sing)" > in.json
    run --separate-stderr bash -c 'prof-symbolize in.json > /dev/full'
    [ "$status" -eq 1 ]
    [[ "$stderr" == "prof-symbolize: stdout: "* ]]
}

@test "an unknown option is wrong use" {
    run --separate-stderr prof-symbolize --frobnicate in.json
    [ "$status" -eq 2 ]
    [ -z "$output" ]
}

@test "--exe without a path is wrong use" {
    run --separate-stderr prof-symbolize --exe
    [ "$status" -eq 2 ]
}

@test "help goes to standard output" {
    run --separate-stderr prof-symbolize --help
    [ "$status" -eq 0 ]
    [[ "$output" == "usage: prof-symbolize"* ]]
    [ -z "$stderr" ]
}

@test "the examples of the manual run" {
    raw "$PWD/app" "$(at app sing) $(return_of app main sing)" > raw.json
    local page script
    for page in prof-symbolize prof-images; do
        sed -n '/^\.Bd -literal/,/^\.Ed/{ s/\\e/\\/g; /^\.[BE]d/!p; }' "$ROOT/man/man1/$page.1" > script
        [ -s script ]
        while read -r script; do
            run --separate-stderr bash -c "set -o pipefail; $script"
            [ "$status" -eq 0 ]
            [ -n "$output" ]
            [ -z "$stderr" ]
        done < script
    done
}

@test "on a terminal long work shows how far it is, and leaves nothing behind" {
    local real
    real=$(command -v llvm-symbolizer)
    stand_in "sleep 2; exec '$real' \"\$@\""
    raw "$PWD/app" "$(at app sing) $(return_of app main sing)" > in.json
    TERM=xterm run script -qec 'prof-symbolize in.json > out' /dev/null
    [ "$status" -eq 0 ]
    [[ "$output" == *"prof-symbolize: 0 of 2 addresses looked up"*$'\r\033[K' ]]
    run --separate-stderr prof-symbolize --no-cache in.json
    [ -z "$stderr" ]
}
