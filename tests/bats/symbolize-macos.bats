# prof-symbolize: profiles of Macs. The files are real, made by LLVM; atos is a stand-in that checks how it is called.
bats_require_minimum_version 1.5.0
load helper
load symbolize-helper

# tool NAME: its path, with a version or without.
tool() { command -v "$1" || command -v "$1-14" || command -v "$1-15" || command -v "$1-16"; }

setup_file() {
    cd "$BATS_FILE_TMPDIR" || return
    cat > app.c <<'EOF'
__attribute__((noinline)) int leaf(int x) { for (volatile int i = 0; i < x; i++) x += i; return x; }
static inline __attribute__((always_inline)) int inner(int x) { return leaf(x) + 2; }
__attribute__((noinline)) int outer(int x) { return inner(x) * 3; }
int main(int argc, char **argv) { return outer(argc) + leaf(argv != 0); }
EOF
    cat > libSystem.tbd <<'EOF'
--- !tapi-tbd
tbd-version: 4
targets: [ arm64-macos, x86_64-macos ]
install-name: '/usr/lib/libSystem.B.dylib'
exports:
  - targets: [ arm64-macos, x86_64-macos ]
    symbols: [ dyld_stub_binder ]
...
EOF
    local arch
    tool ld64.lld && tool dsymutil && tool llvm-lipo
    for arch in arm64 x86_64; do
        clang --target=$arch-apple-macos11 -O2 -g -ffreestanding -c app.c -o $arch.o
        "$(tool ld64.lld)" -arch $arch -platform_version macos 11.0 11.0 -o $arch $arch.o libSystem.tbd
        "$(tool dsymutil)" $arch
    done
    rm ./*.o
    "$(tool llvm-lipo)" -create arm64 x86_64 -output fat
    mkdir -p fat.dSYM/Contents/Resources/DWARF
    "$(tool llvm-lipo)" -create {arm64,x86_64}.dSYM/Contents/Resources/DWARF/* -output fat.dSYM/Contents/Resources/DWARF/fat
}

setup() {
    cd "$BATS_FILE_TMPDIR" || return
    WHERE=$BATS_TEST_TMPDIR
    mkdir "$WHERE/bin"
    PATH=$WHERE/bin:$PATH
}

function_at() { echo $((0x$(llvm-nm "$1" | awk -v name="_$2" '$3 == name { print $1 }'))); }

uuid_of() { llvm-objdump --macho --private-headers "$1" | awk '/ uuid / { gsub("-", ""); print tolower($2) }'; }

SLIDE=4096000

# mac PATH ARCH ADDRESS...: a profile of a program of that path; addresses as its file numbers them, a stack each.
mac() {
    local path=$1 arch=$2
    shift 2
    jq -n -c --arg path "$path" --arg arch "$arch" --argjson slide $SLIDE '
        {version: 1, pid: 7, exe: $path, rate_hz: 997, platform: "macos-arm64", start_unix_ns: 1000, end_unix_ns: 2000,
         images: [{path: $path, base: (4294967296 + $slide), slide: $slide, text: (4294967296 + $slide), text_size: 16384, arch: $arch}],
         threads: [{fiber: 0, label: "main"}], stacks: [$ARGS.positional[] | tonumber | [. + $slide]],
         samples: [range(0; $ARGS.positional | length) | [1, 0, ., 0]], dropped: 0}' --args "$@"
}

# library < PROFILE: the same, with 2 stacks in a library of the shared cache, which has no file.
library() {
    jq -c '.images += [{path: "/usr/lib/system/libsystem_c.dylib", base: 6442450944, slide: 2147483648, text: 6442454016, text_size: 4096, arch: "arm64e", build_id: "00112233445566778899aabbccddeeff"}]
        | .stacks += [[6442454020], [6442454030, 6442454041]] | .samples += [[2, 0, (.stacks | length - 2), 0], [3, 0, (.stacks | length - 1), 0]]'
}

# atos_is SCRIPT: an atos that notes how it was called.
atos_is() {
    printf '#!/bin/sh\necho "$*" >> "%s/calls"\n%s\n' "$WHERE" "$1" > "$WHERE/bin/atos"
    chmod +x "$WHERE/bin/atos"
}

@test "names come from the dSYM bundle beside a program, thin or universal, of the architecture that ran" {
    local arch
    for arch in arm64 x86_64; do
        mac "$PWD/$arch" $arch "$(function_at $arch outer)" "$(function_at $arch leaf)" > in.json
        run --separate-stderr names < in.json
        [ "$output" = $'outer\nleaf' ]
        mac "$PWD/fat" $arch "$(function_at $arch outer)" "$(function_at $arch leaf)" > in.json
        run --separate-stderr names < in.json
        [ "$output" = $'outer\nleaf' ]
        [ "$(prof-symbolize in.json | frame outer | jq -c '.[0:3]')" = "[\"$PWD/app.c\",3,3]" ]
    done
}

@test "inline frames of a Mach-O program come out" {
    local call
    call=$(llvm-objdump -d --no-show-raw-insn arm64 | awk '/<_outer>:/ { on = 1 } on && /\tbl\t/ { sub(":", "", $1); print "0x" $1; exit }')
    mac "$PWD/arm64" arm64 "$(function_at arm64 leaf)" | jq -c --argjson call "$((call + 4 + SLIDE))" '.stacks[0] += [$call]' > in.json
    run --separate-stderr names < in.json
    [ "$output" = "leaf inner outer" ]
}

@test "an architecture that the file has not gives no names" {
    mac "$PWD/fat" arm64e "$(function_at arm64 outer)" > in.json
    run --separate-stderr names < in.json
    [[ "$output" == 0x* ]]
    [ "$(only_stderr)" = "$PWD/fat (it has other architectures only): 1 frame stays unnamed" ]
    mac "$PWD/arm64" x86_64 "$(function_at arm64 outer)" > in.json
    run --separate-stderr names < in.json
    [[ "$output" == 0x* ]]
    mac "$PWD/fat" '' "$(function_at arm64 outer)" > in.json
    run --separate-stderr names < in.json
    [[ "$output" == 0x* ]]
}

@test "the UUID is compared before a name is taken" {
    mac "$PWD/fat" arm64 "$(function_at arm64 outer)" | jq -c --arg id "$(uuid_of arm64)" '.images[0].build_id = $id' > in.json
    run --separate-stderr names < in.json
    [ "$output" = outer ]
    jq -c --arg id "$(uuid_of x86_64)" '.images[0].build_id = $id' in.json > other.json
    run --separate-stderr names < other.json
    [[ "$output" == 0x* ]]
    [ "$(only_stderr)" = "$PWD/fat changed since the profile was taken: 1 frame stays unnamed" ]
}

@test "a dSYM bundle of another build is not taken" {
    cp arm64 "$WHERE/app"
    llvm-strip "$WHERE/app" 2>/dev/null || true
    mkdir -p "$WHERE/app.dSYM/Contents/Resources/DWARF"
    sed 's/return inner(x) \* 3/return leaf(x + 7) * 5/' app.c > changed.c
    clang --target=arm64-apple-macos11 -O2 -g -ffreestanding -c changed.c -o changed.o
    "$(tool ld64.lld)" -arch arm64 -platform_version macos 11.0 11.0 -o changed changed.o libSystem.tbd
    "$(tool dsymutil)" changed
    cp changed.dSYM/Contents/Resources/DWARF/changed "$WHERE/app.dSYM/Contents/Resources/DWARF/app"
    mac "$WHERE/app" arm64 "$(function_at arm64 outer)" > in.json
    [ "$(prof-symbolize in.json 2>/dev/null | jq -r 'select(.type? == "frame") | .file')" = "" ]
}

@test "--symbol-dir finds a dSYM bundle by its UUID where the program is gone" {
    mkdir "$WHERE/dir"
    cp -r arm64.dSYM "$WHERE/dir/"
    mac /nowhere/arm64 arm64 "$(function_at arm64 outer)" | jq -c --arg id "$(uuid_of arm64)" '.images[0].build_id = $id' > in.json
    run --separate-stderr names --symbol-dir "$WHERE/dir" < in.json
    [ "$output" = outer ]
}

@test "a library of the shared cache goes to atos under its own path, pinned to its architecture and load address" {
    # shellcheck disable=SC2016
    atos_is 'cat > "${0%/bin/atos}/asked"; printf "_platform_strlen (in libsystem_c.dylib) + 12\nfoo(int) (in libsystem_c.dylib) (foo.cpp:12)\n-[X init] (in libsystem_c.dylib) + 4\n"'
    mac "$PWD/arm64" arm64 "$(function_at arm64 outer)" | library > in.json
    run --separate-stderr names < in.json
    [ "$output" = $'outer\n_platform_strlen\nfoo(int) -[X init]' ]
    [ "$(cat "$WHERE/calls")" = "-o /usr/lib/system/libsystem_c.dylib -arch arm64e -l 0x180000000" ]
    [ "$(cat "$WHERE/asked")" = $'0x180000c04\n0x180000c0e\n0x180000c18' ]
    [ "$(prof-symbolize in.json | frame 'foo(int)' | jq -c '.[0:2]')" = '["foo.cpp",12]' ]
}

@test "a library of the shared cache is never looked up in the main program, nor with --exe or --force" {
    mac /nowhere/app arm64 "$(function_at arm64 outer)" | library > in.json
    run --separate-stderr names --exe "$PWD/arm64" --force < in.json
    [ "${lines[0]}" = outer ]
    [ "${lines[1]}" = 0x180000c04 ]
    [ "${lines[2]}" = "0x180000c0e 0x180000c19" ]
}

@test "what atos doesn't know stays an address" {
    atos_is 'while read -r address; do echo "$address"; done'
    mac "$PWD/arm64" arm64 "$(function_at arm64 outer)" | library > in.json
    run --separate-stderr names < in.json
    [ "$output" = $'outer\n0x180000c04\n0x180000c0e 0x180000c19' ]
}

@test "an atos that fails, says too little or something else costs its names only" {
    local script
    mac "$PWD/arm64" arm64 "$(function_at arm64 outer)" | library > in.json
    for script in 'exit 1' 'echo "strlen (in libsystem_c.dylib) + 1"' 'echo hello' 'yes "" | head -n 3'; do
        atos_is "$script"
        run --separate-stderr prof-symbolize in.json
        [ "$status" -eq 0 ]
        [[ "${stderr_lines[0]}" == "prof-symbolize: $WHERE/bin/atos "*"of 3 answers came: the other addresses stay without names" ]]
        [[ "$output" == *'"name":"outer"'*'"name":"0x180000c0e"'*'"type":"end"'* ]]
    done
}

@test "without llvm-symbolizer atos names the program too" {
    # shellcheck disable=SC2016
    atos_is 'while read -r address; do echo "f_$address (in $6) (a.c:3)"; done'
    mkdir "$WHERE/only"
    ln -s "$(command -v prof-symbolize)" "$(command -v bash)" "$WHERE/bin/atos" "$WHERE/only/"
    ln -s /bin/sh "$WHERE/only/sh"
    mac "$PWD/arm64" arm64 "$(function_at arm64 outer)" > in.json
    unset LLVM_SYMBOLIZER
    run --separate-stderr env PATH="$WHERE/only" prof-symbolize in.json
    [[ "$output" == *"\"name\":\"f_$(printf '0x%x' $(($(function_at arm64 outer) + SLIDE)))\",\"file\":\"a.c\",\"line\":3,"* ]]
    [ "$(cat "$WHERE/calls")" = "-o $PWD/arm64 -arch arm64 -l $(printf '0x%x' $((4294967296 + SLIDE)))" ]
    [ -z "$stderr" ]
}

@test "no atos is run for a profile of another system" {
    atos_is 'exit 1'
    mac "$PWD/arm64" arm64 "$(function_at arm64 outer)" | library | jq -c '.platform = "linux-x86_64"' > in.json
    run --separate-stderr names < in.json
    [ ! -e "$WHERE/calls" ]
}

@test "Mach-O files that lie about their parts give no crash and no wait" {
    local at
    for at in 0 4 8 16 20 24 32 36 40 60 100 104 108 4096 16384; do
        cp fat "$WHERE/fat"
        printf '\377\377\377\377' | dd of="$WHERE/fat" bs=1 seek=$at conv=notrunc status=none
        mac "$WHERE/fat" arm64 "$(function_at arm64 outer)" > in.json
        run --separate-stderr timeout 20 prof-symbolize in.json
        [ "$status" -eq 0 ]
    done
}
