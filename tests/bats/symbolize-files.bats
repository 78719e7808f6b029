# prof-symbolize: which file a name is taken from, and what is said when there is none.
bats_require_minimum_version 1.5.0
load helper
load symbolize-helper

setup_file() {
    cd "$BATS_FILE_TMPDIR" || return
    cp "$BATS_TEST_DIRNAME"/../data/symbolize/app.* .
    gcc -g -O2 -Wl,--build-id=sha1 -o app app.c
    gcc -g -O2 -Wl,--build-id=none -o no_id app.c
    gcc -g -O1 -Wl,--build-id=sha1 -o other app.c
    objcopy --only-keep-debug app app.debug
    objcopy --only-keep-debug no_id no_id.debug
}

setup() {
    cd "$BATS_FILE_TMPDIR" || return
    WHERE=$BATS_TEST_TMPDIR
}

# linked PROGRAM PLACE: a stripped copy of PROGRAM with a debug link, whose debug file is in PLACE beside it.
linked() {
    cp "$1" "$WHERE/$1"
    strip "$WHERE/$1"
    objcopy "--add-gnu-debuglink=$1.debug" "$WHERE/$1"
    mkdir -p "$WHERE/$2"
    cp "$1.debug" "$WHERE/$2/"
}

# of_app [PATH]: a profile of app, at PATH, with its build id.
of_app() { raw "${1:-$PWD/app}" "$(at app sing)" | image "build_id=\"$(build_id app)\""; }

hex_of() { printf '0x%x' $((BASE + $(at "$1" "$2"))); }

@test "--force takes a file that changed, without a word" {
    of_app "$PWD/other" > in.json
    run --separate-stderr names < in.json
    [ "$output" = "$(hex_of app sing)" ]
    [ "$(only_stderr)" = "$PWD/other changed since the profile was taken: 1 frame stays unnamed" ]
    raw "$PWD/other" "$(at other sing)" | image "build_id=\"$(build_id app)\"" > in.json
    run --separate-stderr names --force < in.json
    [ "$output" = sing ]
    [ -z "$stderr" ]
}

# without_id [SIZE [NANOSECONDS]]: a profile of no_id that tells these of its file.
without_id() {
    raw "$PWD/no_id" "$(at no_id sing)" | image "file_size=${1:-$(stat -c %s no_id)}" "file_mtime_ns=${2:-$(date -r no_id +%s%N)}"
}

@test "a file without a build id is the run's when size and time are" {
    without_id > in.json
    run --separate-stderr names < in.json
    [ "$output" = sing ]
    [ -z "$stderr" ]
}

@test "a file without a build id is another when size or time are" {
    local size
    size=$(stat -c %s no_id)
    without_id $((size + 1)) > in.json
    run --separate-stderr names < in.json
    [ "$output" = "$(hex_of no_id sing)" ]
    [ "$(only_stderr)" = "$PWD/no_id changed since the profile was taken: 1 frame stays unnamed" ]
    without_id "$size" 1234567890123456789 > in.json
    run --separate-stderr names < in.json
    [ "$output" = "$(hex_of no_id sing)" ]
    run --separate-stderr names --force < in.json
    [ "$output" = sing ]
}

@test "a copy of a file without a build id has another time, but must have its size" {
    cp no_id "$WHERE/copy"
    without_id > in.json
    run --separate-stderr names --exe "$WHERE/copy" < in.json
    [ "$output" = sing ]
    echo >> "$WHERE/copy"
    run --separate-stderr names --exe "$WHERE/copy" < in.json
    [ "$output" = "$(hex_of no_id sing)" ]
}

@test "size and time of files go on with the records" {
    without_id 77 1234567890123456789 > in.json
    run bash -c 'set -o pipefail; prof-images in.json | prof-images | jq -c "select(.type? == \"image\") | [.file_size, .file_mtime_ns]"'
    [ "$status" -eq 0 ]
    [ "$output" = '[77,"1234567890123456789"]' ]
}

@test "--symbol-dir finds a debug file by build id where the program is gone" {
    local id
    id=$(build_id app)
    mkdir -p "$WHERE/.build-id/${id:0:2}"
    cp app.debug "$WHERE/.build-id/${id:0:2}/${id:2}.debug"
    of_app /nowhere/app > in.json
    run --separate-stderr names --symbol-dir "$WHERE" < in.json
    [ "$output" = sing ]
    [ -z "$stderr" ]
    run names --symbol-dir "$WHERE/.build-id" < in.json
    [ "$output" = sing ]
}

@test "--symbol-dir finds a file by its name, of the run's build only" {
    cp other "$WHERE/app"
    of_app /nowhere/app > in.json
    run --separate-stderr names --symbol-dir "$WHERE" < in.json
    [ "$output" = "$(hex_of app sing)" ]
    cp app "$WHERE/app"
    run --separate-stderr names --symbol-dir "$WHERE" < in.json
    [ "$output" = sing ]
}

@test "--symbol-dir is not asked for what has no build id" {
    mkdir "$WHERE/dir"
    cp no_id "$WHERE/dir/app"
    raw /nowhere/app "$(at no_id sing)" > in.json
    run --separate-stderr names --symbol-dir "$WHERE/dir" < in.json
    [ "$output" = "$(hex_of no_id sing)" ]
}

@test "--symbol-dir may come again, and helps a file that changed" {
    mkdir "$WHERE/one" "$WHERE/two"
    cp other "$WHERE/one/other"
    cp app "$WHERE/two/other"
    of_app "$PWD/other" > in.json
    run --separate-stderr names --symbol-dir "$WHERE/one" --symbol-dir "$WHERE/two" < in.json
    [ "$output" = sing ]
    [ -z "$stderr" ]
}

@test "a symbol directory that isn't there is refused" {
    of_app > in.json
    run --separate-stderr prof-symbolize --symbol-dir /nowhere/symbols in.json
    [ "$status" -eq 1 ]
    [ "$(only_stderr)" = "/nowhere/symbols: No such file or directory" ]
}

@test "--path-map tells where a directory is now, and the last one that fits wins" {
    mkdir "$WHERE/moved to"
    cp app "$WHERE/moved to/app"
    of_app /build/bin/app > in.json
    run --separate-stderr names --path-map "/build/bin=$WHERE/moved to" < in.json
    [ "$output" = sing ]
    run --separate-stderr names --path-map "/build/bin=$WHERE/moved to" --path-map /build=/nowhere < in.json
    [ "$output" = "$(hex_of app sing)" ]
    run --separate-stderr names --path-map /build=/nowhere --path-map "/build/bin/=$WHERE/moved to/" < in.json
    [ "$output" = sing ]
}

@test "--path-map replaces whole directories only" {
    of_app "${PWD%?}/app" > in.json
    run --separate-stderr names --path-map "${PWD%??}=${PWD%?}" < in.json
    [ "$output" = "$(hex_of app sing)" ]
}

@test "--path-map without an equals sign is wrong use" {
    local map
    for map in /build =/build; do
        run --separate-stderr prof-symbolize --path-map "$map" in.json
        [ "$status" -eq 2 ]
        [[ "$stderr" == *"--path-map wants FROM=TO, not '$map'"* ]]
    done
}

@test "--path-map tells where the source files are now, too (C74)" {
    gcc -g -O2 "-ffile-prefix-map=$PWD=/build/x" -o mapped app.c
    raw "$PWD/mapped" "$(at mapped stop) $(return_of mapped outermost read_input)" > in.json
    prof-symbolize in.json > out
    [ "$(frame stop < out | jq -c '.[0, 3]')" = $'"/build/x/app.c"\n"runtime"' ]
    prof-symbolize --path-map "/build/x=$PWD" in.json > out
    [ "$(frame stop < out | jq -c '.[0, 3]')" = "\"$PWD/app.c\""$'\n"user"' ]
    [ "$(frame innermost < out | jq -c '.[0]')" = "\"$PWD/app.h\"" ]
    gcc -g -O2 "-ffile-prefix-map=$PWD=." -o mapped app.c
    prof-symbolize --path-map ".=$PWD" in.json > out
    [ "$(realpath "$(frame stop < out | jq -r '.[0]')")" = "$(realpath app.c)" ]
}

# stripped_gives NAME [OPTION...]: what the stripped copy of app is named from.
stripped_gives() {
    local name=$1
    shift
    of_app "$WHERE/app" > in.json
    run --separate-stderr prof-symbolize "$@" in.json
    [ "$(jq -r 'select(.type? == "frame") | "\(.name) \(.line)"' <<< "$output")" = "$name" ]
}

@test "a debug file is found beside the program, in .debug, and by build id" {
    local id
    id=$(build_id app)
    linked app .
    stripped_gives "sing 9"
    [ -z "$stderr" ]
    rm "$WHERE/app.debug"
    linked app .debug
    stripped_gives "sing 9"
    rm -r "$WHERE/.debug"
    mkdir -p "$WHERE/dir/.build-id/${id:0:2}"
    cp app.debug "$WHERE/dir/.build-id/${id:0:2}/${id:2}.debug"
    stripped_gives "sing 9" --symbol-dir "$WHERE/dir"
    [ -z "$stderr" ]
}

@test "a debug file that is missing is told by name" {
    linked app elsewhere
    stripped_gives "app+0x$(printf '%x' "$(at app sing)") 0"
    [ "$(only_stderr)" = "$WHERE/app has no symbols: debug file app.debug not found: 1 frame stays unnamed" ]
}

@test "a debug file of another build is none" {
    linked app .
    objcopy --only-keep-debug other "$WHERE/app.debug"
    stripped_gives "app+0x$(printf '%x' "$(at app sing)") 0"
    [[ "$stderr" == *"debug file app.debug not found"* ]]
}

@test "without build ids the CRC of the debug link decides" {
    linked no_id .
    raw "$WHERE/no_id" "$(at no_id sing)" > in.json
    run --separate-stderr names < in.json
    [ "$output" = sing ]
    echo >> "$WHERE/no_id.debug"
    run --separate-stderr names < in.json
    [ "$output" = "no_id+0x$(printf '%x' "$(at no_id sing)")" ]
    [ "$(only_stderr)" = "$WHERE/no_id has no symbols: debug file no_id.debug not found: 1 frame stays unnamed" ]
}

@test "line numbers that are missing are told too" {
    linked app elsewhere
    objcopy -g app "$WHERE/app"
    objcopy --add-gnu-debuglink=app.debug "$WHERE/app"
    stripped_gives "sing 0"
    [ "$(only_stderr)" = "$WHERE/app has no line numbers: debug file app.debug not found" ]
    of_app "$WHERE/app" | jq -c '.stacks = [[]] + .stacks | .samples = [[1,0,0,0,200],[2,0,1,0]]' > in.json
    run --separate-stderr names < in.json
    [[ "$output" == *sing ]]
    [ -z "$stderr" ]
}

@test "what lacks symbols is no news when hardly a sample is in it" {
    cp app "$WHERE/app"
    strip "$WHERE/app"
    raw "$WHERE/app" "$(at app sing)" "$((0x200000 + $(at app stop))) $(at app sing 1)" | jq -c --argjson base "$BASE" --arg app "$PWD/app" '
        .images += [{path: $app, base: ($base + 2097152), slide: ($base + 2097152), text: ($base + 2097152), text_size: 1048576, arch: ""}]
        | .samples = [[1, 0, 0, 0, 1], [2, 0, 1, 0, 200]]' > in.json
    run --separate-stderr prof-symbolize in.json
    [ -z "$stderr" ]
    jq -c '.samples[0][4] = 30' in.json > more.json
    run --separate-stderr prof-symbolize more.json
    [[ "$stderr" == *"has no symbols"* ]]
}

@test "of many files the three that cost most are named" {
    local n images=''
    for n in 1 2 3 4 5; do
        images+="${images:+,}{\"path\":\"/nowhere/$n.so\",\"base\":$((n * 4096)),\"slide\":0,\"text\":$((n * 4096)),\"text_size\":4096,\"arch\":\"\"}"
    done
    raw "$PWD/app" | jq -c ".images = [$images] | .stacks = [[range(1;6) as \$n | range(0; \$n * 300) | \$n * 4096 + 1 + .]] | .samples = [[1,0,0,0]]" > in.json
    run --separate-stderr prof-symbolize in.json
    [ "$(only_stderr)" = "/nowhere/5.so (No such file or directory): 1,500 frames stay unnamed; /nowhere/4.so (No such file or directory): 1,200 frames stay unnamed; /nowhere/3.so (No such file or directory): 900 frames stay unnamed; in 2 other files 900 frames stay unnamed" ]
}

@test "compressed and split debug information gives lines and inline frames" {
    local flags
    for flags in -gz=zlib '-gsplit-dwarf -gdwarf-5' '-gsplit-dwarf -gdwarf-4'; do
        # shellcheck disable=SC2086
        clang -g -O2 $flags -o "$WHERE/split" app.c
        raw "$WHERE/split" "$(return_of "$WHERE/split" outermost read_input)" > in.json
        run names < in.json
        [ "$output" = "innermost middle outermost" ]
    done
}

@test "debug information that this llvm-symbolizer can't decompress is told, and one that it can isn't" {
    cp app "$WHERE/app"
    objcopy --compress-debug-sections=zstd "$WHERE/app"
    of_app "$WHERE/app" > in.json
    run --separate-stderr names < in.json
    [ "$output" = sing ]
    if [ "$(llvm-symbolizer --version | sed -n 's/.*version \([0-9]*\).*/\1/p')" -lt 16 ]; then
        [ "$(only_stderr)" = "$WHERE/app has no line numbers: this llvm-symbolizer can't read what zstd compressed" ]
    fi
    stand_in "while read -r code path address; do echo '{\"Address\":\"'\$address'\",\"ModuleName\":\"$WHERE/app\",\"Symbol\":[{\"FunctionName\":\"sing\",\"FileName\":\"/w/song.osp\",\"Line\":8}]}'; done"
    run --separate-stderr names --no-cache < in.json
    [ "$output" = sing ]
    [ -z "$stderr" ]
}

@test "what the system keeps in /usr/lib/debug is found by build id" {
    local libc id debug
    libc=$(realpath "$(ldd "$(command -v bash)" | awk '$1 ~ /^libc\.so/ { print $3 }')")
    id=$(build_id "$libc")
    debug=/usr/lib/debug/.build-id/${id:0:2}/${id:2}.debug
    [ -e "$debug" ] # libc6-dbg
    run ! grep -q . <(nm "$libc" 2> /dev/null)
    raw "$libc" "$(at "$debug" __libc_start_call_main)" | jq -c '.images[0].text_size = 134217728' | image "build_id=\"$id\"" > in.json
    prof-symbolize in.json > out
    [ "$(frame __libc_start_call_main < out | jq -c '[.[1] > 0, .[3]]')" = '[true,"runtime"]' ]
}

@test "split debug information that is missing is told, with what is lost" {
    local compiler here
    cd "$WHERE"
    cp "$BATS_FILE_TMPDIR"/app.? .
    for compiler in 'clang -gdwarf-5' 'clang -gdwarf-4' 'gcc -gdwarf-5' 'gcc -gdwarf-4'; do
        rm -f ./*.dwo ./*.dwp
        $compiler -g -O2 -gsplit-dwarf -c app.c
        $compiler -o split app.o
        raw "$PWD/split" "$(at split read_input) $(return_of split outermost read_input)" > in.json
        run --separate-stderr names < in.json
        [ "$output" = "read_input innermost middle outermost" ]
        [ -z "$stderr" ]
        mv app.dwo away
        run --separate-stderr names < in.json
        [ "$output" = "read_input outermost" ]
        [[ "$(only_stderr)" == "$PWD/split has no inlined functions: split debug file "*"app.dwo not found" ]]
        [ "${#stderr_lines[@]}" -eq 1 ]
        mv away app.dwo
        llvm-dwp -e split -o split.dwp 2>/dev/null || dwp -e split -o split.dwp 2>/dev/null || continue
        rm app.dwo
        run --separate-stderr names < in.json
        [ -z "$stderr" ]
    done
}

@test "no server is asked for debug files unless DEBUGINFOD_URLS names one, and one that is dead is no harm" {
    linked app elsewhere
    of_app "$WHERE/app" > in.json
    unset DEBUGINFOD_URLS
    run strace -f -qq -e trace=connect -o "$WHERE/calls" prof-symbolize in.json
    run grep -c AF_INET "$WHERE/calls"
    [ "$output" = 0 ]
    DEBUGINFOD_URLS=http://127.0.0.1:1/ run --separate-stderr names < in.json
    [ "$output" = "app+0x$(printf '%x' "$(at app sing)")" ]
    stand_in 'echo "$DEBUGINFOD_TIMEOUT" > "$TIMEOUT_FILE"; exit 1'
    TIMEOUT_FILE=$WHERE/timeout prof-symbolize --no-cache in.json > out 2>&1
    [ "$(cat "$WHERE/timeout")" -le 30 ]
}

# silent_server: a server that takes connections and says nothing; its port is SERVER_PORT.
silent_server() {
    perl -MIO::Socket::INET -e '$| = 1; $s = IO::Socket::INET->new(Listen => 50, LocalAddr => "127.0.0.1") or die; print $s->sockport, "\n"; push @kept, $_ while $_ = $s->accept' > "$WHERE/port" 3>&- &
    SERVER=$!
    until [ -s "$WHERE/port" ]; do sleep 0.1; done
    SERVER_PORT=$(cat "$WHERE/port")
}

teardown() {
    [ -z "${SERVER:-}" ] || kill "$SERVER"
}

@test "a server of debug files that says nothing is no hang" {
    linked app elsewhere
    of_app "$WHERE/app" > in.json
    silent_server
    DEBUGINFOD_TIMEOUT=1 DEBUGINFOD_URLS=http://127.0.0.1:$SERVER_PORT/ run --separate-stderr timeout 100 bash -c 'prof-symbolize --no-cache in.json'
    [ "$status" -eq 0 ]
    [[ "$output" == *'"name":"app+0x'*'"type":"end"'* ]]
}

@test "the more files a server may be asked for, the less it is waited for each" {
    local n images='' stacks='' base
    for n in $(seq 300); do
        ln app "$WHERE/$n"
        base=$((BASE + n * 1048576))
        images+="${images:+,}{\"path\":\"$WHERE/$n\",\"base\":$base,\"slide\":$base,\"text\":$base,\"text_size\":1048576,\"arch\":\"\"}"
        stacks+="${stacks:+,}[$((base + $(at app sing)))]"
    done
    raw "$PWD/app" | jq -c ".images = [$images] | .stacks = [$stacks] | .samples = [[1,0,0,0]]" > in.json
    stand_in 'echo "$DEBUGINFOD_TIMEOUT" > "$TIMEOUT_FILE"; exit 1'
    TIMEOUT_FILE=$WHERE/timeout prof-symbolize --no-cache in.json > out 2>&1
    [ "$(($(cat "$WHERE/timeout") * 300))" -le $((60 * $(getconf _NPROCESSORS_ONLN) + 300)) ]
}

@test "files that lie about their parts give no names, no crash and no wait" {
    local at byte
    mkdir "$WHERE/broken"
    of_app "$WHERE/broken/app" > in.json
    for at in 16 20 32 40 54 56 58 60 62 64 72 80 96 104 120 200 300; do
        for byte in '\000' '\377' '\100'; do
            cp app "$WHERE/broken/app"
            printf "$byte" | dd of="$WHERE/broken/app" bs=1 seek="$at" conv=notrunc status=none
            run --separate-stderr timeout 20 prof-symbolize in.json
            [ "$status" -eq 0 ]
        done
    done
}
