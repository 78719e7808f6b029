# prof-symbolize: names. A name is right, or it is an address.
bats_require_minimum_version 1.5.0
load helper
load symbolize-helper

setup_file() {
    cd "$BATS_FILE_TMPDIR" || return
    cat > parts.s <<'EOF'
.text
.macro function name
.globl \name
.type \name, @function
\name: .cfi_startproc
nop
nop
ret
.cfi_endproc
.size \name, .-\name
.endm
function fib
function fib.cold
function fib.part.0
function fib.constprop.0.isra.0
function fib.lto_priv.12
function fib.llvm.1234567890
function fib.cold.1
function _ZN1a1bEi
function _ZN1a1bEi.part.0.cold
function _RNvCs1234_7mycrate3foo
function _ZN4core5tuple65_$LT$impl$u20$core..cmp..PartialOrd$u20$for$u20$$LP$B$C$A$RP$$GT$2lt17h40c9a8a343c70134E
function _ZN4core5tuple65_$LT$impl$u20$core..cmp..PartialOrd$u20$for$u20$$LP$B$C$A$RP$$GT$2lt17h0123456789abcdefE
function _ZN5crate4main28_$u7b$$u7b$closure$u7d$$u7d$17h0123456789abcdefE.llvm.7
function _ZN1a17h0123456789abcdefEv
function my.part
function v1.2
function main
EOF
    gcc -o parts parts.s
    cat > hidden.c <<'EOF'
#include <stdio.h>
#include <unistd.h>
#define NOINLINE __attribute__((noinline))
static NOINLINE int hot(int x) { for (volatile int i = 0; i < x; i++) x += i; return x; }
static NOINLINE int warm(int x) { for (volatile int i = 0; i < x; i += 2) x += i; return x * 3; }
NOINLINE int tiny(int x) { return x + 1; }
int main(int argc, char **argv) { puts("x"); return tiny(argc) + hot(argc) + warm(argc) + getpid() + !argv; }
EOF
}

setup() {
    cd "$BATS_FILE_TMPDIR" || return
}

# names_of FILE FUNCTION...: the names of their first bytes, a line each. OPTIONS go to prof-symbolize.
names_of() {
    local file=$1 addresses=()
    shift
    for function; do addresses+=("$(at "$file" "$function")"); done
    # shellcheck disable=SC2086
    raw "$PWD/$file" "${addresses[@]}" | names ${OPTIONS:-}
}

@test "parts and copies of a function are the function" {
    run --separate-stderr names_of parts fib fib.cold fib.part.0 fib.constprop.0.isra.0 fib.lto_priv.12 fib.llvm.1234567890 fib.cold.1
    [ "$output" = $'fib\nfib\nfib\nfib\nfib\nfib\nfib' ]
    run --separate-stderr names_of parts _ZN1a1bEi _ZN1a1bEi.part.0.cold
    [ "$output" = $'a::b(int)\na::b(int)' ]
}

@test "the version of an exported symbol is no part of its name" {
    cat > versions.c <<'EOF'
__asm__(".symver old_sing, sing@FIB_1.0, remove");
__asm__(".symver new_sing, sing@@FIB_2.0, remove");
int old_sing(int x); int old_sing(int x) { return x + 1; }
int new_sing(int x); int new_sing(int x) { return x + 2; }
EOF
    echo 'FIB_1.0 { global: sing; }; FIB_2.0 { global: sing; } FIB_1.0;' > versions.map
    gcc -shared -fPIC -O1 -Wl,--version-script=versions.map -o versions.so versions.c
    # shellcheck disable=SC2046
    raw "$PWD/versions.so" $(nm versions.so | awk '/ sing@/ { print "0x" $1 }') > in.json
    run --separate-stderr names < in.json
    [ "$output" = $'sing\nsing' ]
    run --separate-stderr names --keep-suffixes < in.json
    [ "$output" = $'sing\nsing' ]
}

@test "what only looks like such a part keeps its name" {
    run --separate-stderr names_of parts my.part v1.2
    [ "$output" = $'my.part\nv1.2' ]
}

@test "--keep-suffixes tells the parts of a function from it" {
    OPTIONS=--keep-suffixes run --separate-stderr names_of parts fib fib.cold fib.constprop.0.isra.0 _ZN1a1bEi.part.0.cold
    [ "$output" = $'fib\nfib.cold\nfib.constprop.0.isra.0\na::b(int) (.part.0.cold)' ]
}

@test "names are demangled, and left alone with --no-demangle" {
    run --separate-stderr names_of parts _ZN1a1bEi _RNvCs1234_7mycrate3foo
    [ "$output" = $'a::b(int)\nmycrate::foo' ]
    OPTIONS=--no-demangle run --separate-stderr names_of parts _ZN1a1bEi _RNvCs1234_7mycrate3foo _ZN1a1bEi.part.0.cold
    [ "$output" = $'_ZN1a1bEi\n_RNvCs1234_7mycrate3foo\n_ZN1a1bEi' ]
}

@test "names of Rust's older mangling are those of its source, and copies of a function are the function" {
    local lt='_ZN4core5tuple65_$LT$impl$u20$core..cmp..PartialOrd$u20$for$u20$$LP$B$C$A$RP$$GT$2lt17h'
    local closure='_ZN5crate4main28_$u7b$$u7b$closure$u7d$$u7d$17h0123456789abcdefE.llvm.7'
    run --separate-stderr names_of parts "${lt}40c9a8a343c70134E" "${lt}0123456789abcdefE" "$closure" _ZN1a17h0123456789abcdefEv
    [ "${lines[0]}" = 'core::tuple::<impl core::cmp::PartialOrd for (B,A)>::lt' ]
    [ "${lines[1]}" = "${lines[0]}" ]
    [ "${lines[2]}" = 'crate::main::{{closure}}' ]
    [ "${lines[3]}" = 'a::h0123456789abcdef()' ]
    OPTIONS=--keep-suffixes run --separate-stderr names_of parts "$closure"
    [ "$output" = 'crate::main::{{closure}} (.llvm.7)' ]
    OPTIONS=--no-demangle run --separate-stderr names_of parts "${lt}40c9a8a343c70134E"
    [ "$output" = "${lt}40c9a8a343c70134E" ]
    raw "$PWD/parts" "$(at parts "${lt}40c9a8a343c70134E")" > in.json
    prof-symbolize in.json > out
    [ "$(linkage 'core::tuple::<impl core::cmp::PartialOrd for (B,A)>::lt' < out)" = "${lt}40c9a8a343c70134E" ]
}

# linkage NAME: the linkage names of the frames of that name in the records on stdin.
linkage() { jq -r --arg name "$1" 'select(type == "object" and .name? == $name) | .linkage'; }

@test "the name that linkers know is kept beside the one that people read" {
    raw "$PWD/parts" "$(at parts _ZN1a1bEi)" "$(at parts _RNvCs1234_7mycrate3foo)" "$(at parts fib.part.0)" "$(at parts fib)" > in.json
    prof-symbolize in.json > out
    [ "$(linkage 'a::b(int)' < out)" = _ZN1a1bEi ]
    [ "$(linkage mycrate::foo < out)" = _RNvCs1234_7mycrate3foo ]
    [ "$(linkage fib < out)" = $'null\nfib.part.0' ]
    prof-symbolize < out | cmp - out
    prof-symbolize in.json | cmp - out
}

# many_symbols FILE NAME...: an object whose symbols are all at one place.
many_symbols() {
    local file=$1 name
    shift
    for name; do printf '.globl "%s"\n.type "%s", @function\n"%s":\n' "$name" "$name" "$name"; done > "$file.s"
    printf 'nop\nret\n' >> "$file.s"
    for name; do printf '.size "%s", 2\n' "$name"; done >> "$file.s"
    gcc -shared -o "$file" "$file.s"
    raw "$PWD/$file" "$(at "$file" "$1")" > in.json
}

@test "a constructor and a destructor have the symbol that stands for whole objects, wherever it stands" {
    many_symbols constructors.so _ZN1aC2Ev _ZN1aC1Ev
    [ "$(prof-symbolize in.json | linkage 'a::a()')" = _ZN1aC1Ev ]
    many_symbols destructors.so _ZN1aD1Ev _ZN1aD2Ev
    [ "$(prof-symbolize in.json | linkage 'a::~a()')" = _ZN1aD1Ev ]
    strip destructors.so
    [ "$(prof-symbolize in.json | linkage 'a::~a()')" = _ZN1aD1Ev ]
}

@test "of functions that a linker put in one place no symbol is told" {
    many_symbols folded.so _ZN1a1bEv _ZN1a1cEv
    [ "$(prof-symbolize in.json | jq -r 'select(.type? == "frame") | .linkage')" = null ]
    many_symbols mixed.so _ZN1a1bEv _ZN1a1bEv.localalias plain
    run jq -r 'select(.type? == "frame") | .linkage' <<< "$(prof-symbolize in.json)"
    [[ "$output" == null || "$output" == _ZN1a1bEv ]]
}

@test "an inlined function, which has no symbol, has a name and no symbol" {
    printf 'namespace a { static inline __attribute__((always_inline)) int in(int x) { return x * x + 1; }\n__attribute__((noinline)) int out(int x) { return in(x); } }\nint main(int c, char **) { return a::out(c); }\n' > inlined.cc
    clang++ -g -O2 -o inlined inlined.cc
    raw "$PWD/inlined" "$(at inlined _ZN1a3outEi)" > in.json
    run names < in.json
    [ "$output" = 'a::in(int) a::out(int)' ]
    prof-symbolize in.json > out
    [ "$(linkage 'a::in(int)' < out)" = null ]
    [ "$(linkage 'a::out(int)' < out)" = _ZN1a3outEi ]
}

@test "names of D and Swift are what llvm-symbolizer makes of them" {
    many_symbols main.so _Dmain
    [ "$(names < in.json)" = 'D main' ]
    [ "$(prof-symbolize in.json | linkage 'D main')" = _Dmain ]
    local symbol
    for symbol in _D3foo3barFiZv '$s4main3fooyyF'; do
        many_symbols other.so "$symbol"
        [ "$(names < in.json)" = "$(printf 'CODE "%s" %d\n' "$PWD/other.so" "$(at other.so "$symbol")" | llvm-symbolizer --output-style=JSON | jq -r '.Symbol[0].FunctionName')" ]
        [ "$(names --no-demangle < in.json)" = "$symbol" ]
        # A newer one knows more of them.
        stand_in "while read -r code path address; do echo '{\"Address\":\"'\$address'\",\"ModuleName\":\"$PWD/other.so\",\"Symbol\":[{\"FunctionName\":\"foo.bar(int)\",\"StartAddress\":\"'\$address'\"}]}'; done"
        prof-symbolize --no-cache in.json > out
        [ "$(linkage 'foo.bar(int)' < out)" = "$symbol" ]
        unset LLVM_SYMBOLIZER
    done
}

# hostile_names: C functions of such names, a line each as octal escapes.
hostile_names() {
    local hex
    printf '%s\n' '0x1234' 'a\012\012b' '\012' 'form\014feed\010' 'right\342\200\256left' 'lone\355\240\200half' 'over\300\257long' '??' 'tab\011del\177' '\040' '\134\042' 'a;b 12' '\357\273\277'
    for hex in $(seq 1 255); do [ "$hex" -eq 64 ] || printf 'byte %d:\\%03o\n' "$hex" "$hex"; done
    head -c 1000000 /dev/zero | tr '\0' L
}

@test "names of any bytes and of any length come through whole, as JSON in UTF-8 (C69, C75)" {
    hostile_names | awk '{ printf "int f%d(void) __asm__(\"%s\"); int f%d(void) { return %d; }\n", NR, $0, NR, NR } END { print "int main(void) { return 0; }" }' > hostile.c
    clang -O1 -falign-functions=16 -o hostile hostile.c
    local first count
    count=$(hostile_names | sed -n '$=')
    [ "$count" -eq 268 ]
    first=$((0x$(nm hostile | LC_ALL=C grep -a ' T 0x1234' | cut -d' ' -f1)))
    # shellcheck disable=SC2046
    raw "$PWD/hostile" $(seq "$first" 16 $((first + 16 * count))) > in.json
    run --separate-stderr bash -c 'prof-symbolize in.json > out'
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
    iconv -f UTF-8 -t UTF-8 -o /dev/null out
    jq -r 'select(.type? == "frame") | .name | @json' out > got
    [ "$(wc -l < got)" -eq $((count + 1)) ]
    run head -n 13 got
    [ "$output" = '"0x1234"
"a\n\nb"
"\n"
"form\ffeed\b"
"right'$'\342\200\256''left"
"lone'$'\357\277\275\357\277\275\357\277\275''half"
"over'$'\357\277\275\357\277\275''long"
"??"
"tab\tdel\u007f"
" "
"\\\""
"a;b 12"
"'$'\357\273\277''"' ]
    [ "$(grep -c '^"byte' got)" -eq 254 ]
    [ "$(awk 'length == 1000002 && /^"L*"$/' got | wc -l)" -eq 1 ]
    [ "$(tail -n 1 got)" = '"main"' ]
    prof-fold out > folded
    [ "$(wc -l < folded)" -le $((count + 1)) ]
    run ! LC_ALL=C grep -avE '^[^;]+(;[^;]+)* [1-9][0-9]*$' folded
}

@test "of several names for one place the one that a programmer writes is told, wherever it stands" {
    cat > aliases.c <<'EOF'
int __libc_job(int x); int __libc_job(int x) { return x + 1; }
#define ALIAS(name, ...) int name(int) __attribute__((alias("__libc_job"), ##__VA_ARGS__))
ALIAS(__job); ALIAS(job, weak); ALIAS(cjob); ALIAS(_IO_job);
static ALIAS(j, used);
int main(void) { return job(1); }
EOF
    gcc -O1 -rdynamic -o aliases aliases.c
    run --separate-stderr names_of aliases __libc_job
    [ "$output" = cjob ]
    raw "$PWD/aliases" "$(at aliases __libc_job)" > in.json
    strip aliases
    run --separate-stderr names < in.json
    [ "$output" = cjob ]
    sed -i 's/ALIAS(cjob);/ALIAS(cjob, weak);/' aliases.c
    gcc -O1 -rdynamic -o aliases aliases.c
    run --separate-stderr names_of aliases __libc_job
    [ "$output" = job ]
}

@test "the names by which glibc calls functions of its own are told without their prefix" {
    cat > internal.c <<'EOF'
static inline __attribute__((always_inline)) int __GI_within(int x) { return x * x + 1; }
__attribute__((noinline)) int __GI___job(int x) { return __GI_within(x); }
__attribute__((noinline)) int __GI_(int x) { return x - 1; }
int main(int c, char **v) { return __GI___job(c) + __GI_(c) + !v; }
EOF
    gcc -g -O2 -o internal internal.c
    raw "$PWD/internal" "$(at internal __GI___job)" "$(at internal __GI_)" | prof-symbolize > out
    run jq -r 'select(.type? == "frame") | "\(.name) \(.linkage) \(.inlined)"' out
    [ "$(sort <<<"$output")" = $'__GI_ null false\n__job __GI___job false\nwithin null true' ]
}

@test "functions of libc have the names that programs call them by" {
    local libc function
    libc=$(ldd "$(command -v bash)" | awk '$1 ~ /^libc\.so/ { print $3 }')
    for function in free fopen read malloc poll nanosleep printf; do
        raw "$libc" "$(at_dynamic "$libc" $function)" > in.json
        SIZE=$((0x8000000)) run names < <(jq -c '.images[0].text_size = 134217728' in.json)
        [ "$output" = $function ]
    done
}

@test "a stripped function has one name wherever in it the address is, and another than its neighbour" {
    local compiler hot warm
    for compiler in gcc clang 'clang -fuse-ld=lld' 'gcc -fuse-ld=gold' 'gcc -no-pie' 'gcc -static'; do
        $compiler -O2 -rdynamic -o hidden hidden.c 2>/dev/null
        hot=$(at hidden hot) warm=$(at hidden warm)
        strip hidden
        SIZE=$((0x8000000)) raw "$PWD/hidden" "$hot" "$((hot + 1)) $((hot + 9))" "$((warm + 4))" > in.json
        run --separate-stderr names < in.json
        [ "${lines[0]}" = "hidden+0x$(printf '%x' "$hot")" ]
        [ "${lines[1]}" = "${lines[0]} ${lines[0]}" ]
        [ "${lines[2]}" = "hidden+0x$(printf '%x' "$warm")" ]
    done
}

@test "functions without a name are not the program's own source" {
    gcc -O2 -o hidden hidden.c
    local hot
    hot=$(at hidden hot)
    strip hidden
    raw "$PWD/hidden" "$hot" > in.json
    prof-symbolize in.json > out 2>/dev/null
    [ "$(frame "hidden+0x$(printf '%x' "$hot")" < out)" = '["",0,0,"runtime",false]' ]
}

@test "stubs are called after the function behind them, not after _init" {
    local flags stub
    for flags in '' -fcf-protection '-Wl,-z,now' '-static-pie' '-fuse-ld=gold' '-fuse-ld=lld' '-fuse-ld=mold' '-fuse-ld=lld -Wl,-z,now' '-fuse-ld=mold -Wl,-z,now' '-fno-plt' '-m32'; do
        # shellcheck disable=SC2086
        gcc -O2 $flags -o hidden hidden.c 2>/dev/null || continue
        stub=$(objdump -d hidden | sed -n 's/^0*\([0-9a-f]*\) <getpid[@$]plt>:/\1/p')
        [ -n "$stub" ] || [ "$flags" = -static-pie ] || [ "$flags" = -fno-plt ] || [ "$flags" = -m32 ]
        [ -n "$stub" ] && [ "$flags" != -m32 ] || continue
        raw "$PWD/hidden" "$((0x$stub))" "$((0x$stub + 6))" > in.json
        run --separate-stderr names < in.json
        [ "$output" = $'getpid@plt\ngetpid@plt' ]
        strip hidden
        run --separate-stderr names < in.json
        [ "$output" = $'getpid@plt\ngetpid@plt' ]
    done
}

@test "stubs of arm64 have names too" {
    local stub
    aarch64-linux-gnu-gcc -O2 -o arm hidden.c
    stub=$(aarch64-linux-gnu-objdump -d arm | sed -n 's/^0*\([0-9a-f]*\) <getpid@plt>:/\1/p')
    raw "$PWD/arm" "$((0x$stub + 4))" > in.json
    run --separate-stderr names < in.json
    [ "$output" = 'getpid@plt' ]
}

@test "a symbol without a size doesn't name the functions behind it" {
    cat > sizeless.s <<'EOF'
.text
.globl exported
.type exported, @function
exported: ret
.type hidden, @function
hidden: .cfi_startproc
nop
ret
.cfi_endproc
.size hidden, .-hidden
EOF
    gcc -shared -o sizeless.so sizeless.s
    local hidden
    hidden=$(at sizeless.so hidden)
    strip sizeless.so
    raw "$PWD/sizeless.so" "$hidden" "$(at_dynamic sizeless.so exported)" > in.json
    run --separate-stderr names < in.json
    [ "$output" = "sizeless.so+0x$(printf '%x' "$hidden")"$'\nexported' ]
}

@test "programs of all linkers, wherever their code is put, have right names and lines" {
    cp "$DATA"/symbolize/app.* .
    local flags
    for flags in -fuse-ld=bfd -fuse-ld=gold -fuse-ld=lld -fuse-ld=mold '-fuse-ld=lld -Wl,-z,separate-code' -no-pie -static -static-pie \
        '-fuse-ld=lld -no-pie -Wl,--image-base=0x4000000' '-no-pie -Wl,-Ttext-segment=0x4000000' \
        -Wl,-z,max-page-size=0x200000 -shared '-shared -fuse-ld=lld' '-Wl,-z,noseparate-code' '-fuse-ld=lld -Wl,-z,nognustack'; do
        # shellcheck disable=SC2086
        clang -g -O2 -fPIC $flags -o linked app.c 2>/dev/null
        SIZE=$((0x8000000)) raw "$PWD/linked" "$(at linked outermost)" "$(at linked sing)" > in.json
        run --separate-stderr names < in.json
        [ "$output" = $'outermost\nsing' ]
        [ "$(prof-symbolize in.json | frame sing | jq -c '.[1:3]')" = '[8,7]' ]
    done
}

@test "a program with code in two segments, far from each other, has right names and lines in both" {
    cp "$DATA"/symbolize/app.* .
    printf '\n__attribute__((noinline, section(".far"))) int far_away(int x)\n{\n\treturn x ^ 9;\n}\n' > more.c
    cat app.c more.c > two.c
    local flags
    for flags in '-no-pie -Wl,--section-start=.far=0x5000000' '-pie -Wl,--section-start=.far=0x5000000' '-fuse-ld=lld -no-pie -Wl,--section-start=.far=0x5000000'; do
        # shellcheck disable=SC2086
        clang -g -O2 -fPIC $flags -o two two.c
        [ "$(readelf -lW two | grep -c 'LOAD.* R.E ')" -eq 2 ]
        SIZE=$((0x8000000)) raw "$PWD/two" "$(at two sing)" "$(at two far_away)" > in.json
        run --separate-stderr names < in.json
        [ "$output" = $'sing\nfar_away' ]
        [ "$(prof-symbolize in.json | frame far_away | jq -c '.[1] - .[2]')" -eq 1 ]
        # Between the two is nothing.
        SIZE=$((0x8000000)) raw "$PWD/two" $((0x4800000)) > in.json
        run --separate-stderr names < in.json
        [ "$output" = "$(printf '0x%x' $((BASE + 0x4800000)))" ]
    done
}

@test "unwind tables that lie give no crash and no wait" {
    gcc -O2 -o hidden hidden.c
    local hot at byte header size
    hot=$(at hidden hot)
    read -r header size <<< "$(readelf -SW hidden | sed -n 's/^.* \.eh_frame_hdr *[A-Z_]* *[0-9a-f]* \([0-9a-f]*\) \([0-9a-f]*\) .*/\1 \2/p')"
    strip hidden
    raw "$PWD/hidden" "$hot" "$((hot + 9))" > in.json
    cp hidden whole
    for ((at = 0x$header; at < 0x$header + 0x$size + 200; at += 3)); do
        cp whole hidden
        printf '\377\300\177' | dd of=hidden bs=1 seek="$at" conv=notrunc status=none
        run --separate-stderr timeout 20 prof-symbolize in.json
        [ "$status" -eq 0 ]
    done
}

@test "addresses in the vDSO have names where the kernel is the run's" {
    gcc -O2 -o vdso -x c - <<'EOF'
#include <stdio.h>
#include <sys/auxv.h>
#include <unistd.h>
int main(void) { return write(1, (void *)getauxval(AT_SYSINFO_EHDR), 8192) != 8192; }
EOF
    ./vdso > vdso.so || [ -s vdso.so ]
    local clock
    clock=$(at_dynamic vdso.so __vdso_clock_gettime)
    [ "$clock" -gt 0 ]
    raw '[vdso]' "$((clock + 4))" "$((clock + 5))" | image "build_id=\"$(build_id vdso.so)\"" > in.json
    run --separate-stderr names < in.json
    [ "$output" = $'__vdso_clock_gettime\n__vdso_clock_gettime' ]
    [ -z "$stderr" ]
    sed 's/"build_id":"../"build_id":"00/' in.json > other.json
    run --separate-stderr names < other.json
    [ "$output" = $'[vdso]\n[vdso]' ]
}

@test "that there is no room to look into the vDSO is told" {
    raw '[vdso]' 4096 > in.json
    # Pipes know no limit of sizes.
    run bash -c 'trap "" XFSZ; ulimit -f 0; prof-symbolize --no-cache in.json 2>&1 | cat'
    [ "${lines[0]}" = "prof-symbolize: no room in the temporary directory to look into the vDSO: its functions stay without names" ]
    [[ "$output" == *'"name":"[vdso]"'*'"type":"end"'* ]]
}

# jit PID: a profile of a process with a region of made code; map PID LINE...: its map.
jit() {
    raw '[jit 0x555500000000]' "16 40" "80" | jq -c --argjson pid "$1" --argjson start "$(date +%s)000000000" \
        '.pid = $pid | .start_unix_ns = $start - 60000000000 | .end_unix_ns = $start'
}
map() {
    MAP=/tmp/perf-$1.map
    printf '%s\n' "${@:2}" > "$MAP"
}

teardown() {
    rm -f "${MAP:-}"
}

@test "code that the program made has names from its perf map" {
    map 4111222333 '555500000010 10 my jit;fn' '555500000020 0x10 other' 'garbage' '555500000050 10'
    jit 4111222333 > in.json
    prof-symbolize in.json > out
    run bash -c 'set -o pipefail; jq -r "select(.type? == \"frame\") | .name" out'
    [ "$output" = $'my jit;fn\nother\n[jit 0x555500000000]' ]
}

@test "of two functions that had the same place the later is named" {
    map 4111222334 '555500000000 100 first' '555500000010 10 second'
    jit 4111222334 > in.json
    run --separate-stderr names < in.json
    [ "$output" = $'second first\nfirst' ]
}

@test "a perf map tells names where no image tells of the code that was made, as after a crash" {
    map 4111222336 '555500000010 10 made'
    jit 4111222336 | jq -c '.images = []' > in.json
    run --separate-stderr names < in.json
    [ "$output" = $'made 0x555500000028\n0x555500000050' ]
    [ "$(only_stderr)" = "2 addresses are in no image" ]
}

@test "a perf map from before the run, or of another user, is not taken" {
    map 4111222335 '555500000000 100 stale'
    touch -d '1 hour ago' "$MAP"
    jit 4111222335 > in.json
    run --separate-stderr names < in.json
    [[ "$output" != *stale* ]]
    [ "$(id -u)" -eq 0 ] || skip "only root can give a file away"
    touch "$MAP"
    chown 65534 "$MAP"
    run --separate-stderr names < in.json
    [[ "$output" != *stale* ]]
}
