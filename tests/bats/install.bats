#!/usr/bin/env bats
# The installed tree, and the sources as a stranger meets them.

bats_require_minimum_version 1.5.0
load helper

setup_file() {
    make -s -C "$ROOT" BUILD="$BUILD" DESTDIR="$BATS_FILE_TMPDIR/root" PREFIX=/opt/prof install
}

setup() {
    tree=$BATS_FILE_TMPDIR/root/opt/prof
    cd "$BATS_TEST_TMPDIR"
    cat >burn.c <<'END'
#include <osprey_fiber.h>
static int64_t burn(void)
{
	for (volatile long i = 0; i < 50000000; i++)
		;
	return 7;
}
int main(void) { return (int)fiber_await(fiber_spawn(burn)); }
END
}

@test "install puts every program, archive, header and page in its place" {
    for program in "$BUILD"/bin/*; do
        [ -x "$tree/bin/${program##*/}" ]
        [ -f "$tree/share/man/man1/${program##*/}.1" ]
        [ -f "$tree/share/bash-completion/completions/${program##*/}" ]
    done
    for file in lib/libosprey_prof.a lib/libosprey_runtime.a include/osprey_prof.h include/osprey_fiber.h \
        share/man/man5/osprey-prof-raw.5 share/man/man5/osprey-prof-records.5 share/man/man7/osprey-prof.7; do
        [ -f "$tree/$file" ] || { echo "$file"; return 1; }
    done
}

@test "nothing that is installed names the place of the sources or of the build" {
    run ! grep -rlF -e "$ROOT/" -e "$BUILD" "$tree/bin" "$tree/share" "$tree/include" --include='osprey*' --include='*.jq' --include='*.awk'
}

@test "the driver works from the installed tree, without the sources" {
    PATH=$tree/bin:/usr/bin:/bin run osprey burn.c --profile
    [ "$status" -eq 7 ]
    jq -e '.hotFunctions[0].name == "burn"' burn.profile.json
}

@test "the installed tree can be moved" {
    cp -R "$tree" moved
    PATH=/usr/bin:/bin run moved/bin/osprey burn.c --profile
    [ "$status" -eq 7 ]
    [ -s burn.folded ]
}

@test "the archive and its header alone profile a program" {
    cc -O2 -g -fno-omit-frame-pointer -I "$tree/include" -c -x c - -o main.o <<'END'
#include <osprey_prof.h>
int main(void)
{
	osp_prof_boot();
	for (volatile long i = 0; i < 50000000; i++)
		;
	return 0;
}
END
    cc main.o -pthread -Wl,--whole-archive "$tree/lib/libosprey_prof.a" -Wl,--no-whole-archive -o main
    OSPREY_PROFILE=raw.json ./main
    "$tree/bin/prof-fold" raw.json | grep -q '^main;'
}

@test "the archives define no global symbol outside of their own names, but for the calls that they stand in front of" {
    for archive in libosprey_prof.a libosprey_runtime.a; do
        cc -shared -o all.so -Wl,--whole-archive "$tree/lib/$archive" -Wl,--no-whole-archive -pthread
        run ! bash -c "nm -D --defined-only all.so | grep -vE ' ((osp_prof|fiber|channel|effect)_|signal$|sig(action|timedwait|wait|waitinfo)$|(pthread|thrd)_create$)'"
    done
}

@test "uninstall removes every file that install made" {
    cp -R "$BATS_FILE_TMPDIR/root" root
    make -s -C "$ROOT" BUILD="$BUILD" DESTDIR="$PWD/root" PREFIX=/opt/prof uninstall
    [ -z "$(find root ! -type d)" ]
}

@test "deps is done at once when nothing is missing" {
    mkdir tools
    ln -s /usr/bin/* tools/
    rm tools/apt-get
    printf '#!/bin/sh\necho called >%s/apt\n' "$PWD" >tools/apt-get
    chmod +x tools/apt-get
    PATH=$PWD/tools run sh "$ROOT/scripts/deps"
    [ "$status" -eq 0 ]
    [ -z "$output" ]
    [ ! -e apt ]
}

@test "deps installs what is missing when it is root, else it prints how to" {
    mkdir tools
    ln -s /usr/bin/* tools/
    rm tools/jq tools/apt-get tools/id
    printf '#!/bin/sh\necho "$@" >>%s/apt\n' "$PWD" >tools/apt-get
    printf '#!/bin/sh\necho "$ID"\n' >tools/id
    chmod +x tools/apt-get tools/id
    ID=1000 PATH=$PWD/tools run sh "$ROOT/scripts/deps"
    [ "$status" -eq 1 ]
    [[ $output == *"apt-get install"*" jq"* ]]
    [ ! -e apt ]
    ID=0 PATH=$PWD/tools run sh "$ROOT/scripts/deps"
    [ "$status" -eq 0 ]
    grep -q 'install .* jq' apt
    rm tools/apt-get
    ID=0 PATH=$PWD/tools run sh "$ROOT/scripts/deps"
    [ "$status" -eq 1 ]
    [[ $output == *" jq" ]]
}

@test "deps knows every package that the tests of the other platforms ask for" {
    packages=$(sed -n 's/^ *needs .* \([a-z0-9-]*\)$/\1/p' "$ROOT"/tests/platforms/*.bats | sort -u)
    [ "$(wc -l <<<"$packages")" -gt 8 ]
    mkdir tools
    ln -s "$(command -v sh)" "$(command -v dirname)" tools/
    sed "s|/usr/include|$PWD/none|; s|/usr/local/include|$PWD/none|; s|file_or /|file_or /none/|" "$ROOT/scripts/deps" >deps
    printf '#!/bin/sh\n' >tools/apt-get
    printf '#!/bin/sh\necho 1000\n' >id && chmod +x tools/apt-get id && mv id tools/id
    mkdir scripts && mv deps scripts/
    PATH=$PWD/tools run sh scripts/deps --test --platforms
    [ "$status" -eq 1 ]
    for package in $packages; do
        [[ " $output " == *" $package "* ]] || [ "$package" = binutils ] || { echo "$package"; return 1; } # gcc brings it
    done
}

@test "check runs the unit tests, those of the programs and those of the other platforms, and counts all" {
    mkdir -p tools build/tests
    printf '#!/bin/sh\necho "ok 1 $*"\n' >tools/bats
    printf '#!/bin/sh\necho "ok 1 unit"\necho "not ok 2 unit"\n' >build/tests/test_x
    chmod +x tools/bats build/tests/test_x
    MAKE=true BUILD=$PWD/build PATH=$PWD/tools:$PATH run sh "$ROOT/scripts/check" --no-deps
    [ "$status" -eq 1 ]
    [[ $output == *"ok 1 --tap tests/bats"* ]]
    [[ $output == *"ok 1 --tap "*tests/platforms/arm64.bats* ]]
    [ "${lines[-1]}" = "3 passed, 1 failed" ]
}

@test "make takes a changed, a new and a removed source into the archives and what is linked with them" {
    mkdir sources
    cp -R "$ROOT"/{Makefile,bin,lib,runtime,share,examples} sources/
    cd sources
    remake() { make -s "$@" build/lib/libosprey_prof.a build/lib/libosprey-prof-preload.so build/examples/fib; }
    defines() { nm build/lib/libosprey_prof.a build/lib/libosprey-prof-preload.so build/examples/fib 2>/dev/null | grep -c " T $1\$"; }
    rm -rf build
    remake
    echo '__attribute__((visibility("default"))) int osp_more(void); int osp_more(void) { return 1; }' >>runtime/walk.c
    remake
    [ "$(defines osp_more)" -eq 3 ]
    echo '__attribute__((visibility("default"))) int osp_new(void); int osp_new(void) { return 1; }' >runtime/new.c
    remake
    [ "$(defines osp_new)" -eq 3 ]
    rm build/obj/runtime/walk.o
    remake
    [ -e build/obj/runtime/walk.o ]
    rm runtime/new.c
    remake
    [ "$(defines osp_new)" -eq 0 ]
    [ "$(defines osp_more)" -eq 3 ]
    remake -q
}

@test "lint-signal tells a call that is not listed" {
    printf '/* Functions called:\n *   abs\n */\nint getpid(void);\nint abs(int);\nint f(int x) { return getpid() + x; }\n' >signal.c
    cc -c signal.c -fno-builtin
    run sh "$ROOT/scripts/lint-signal" signal.c signal.o
    [ "$status" -eq 1 ]
    [[ $output == *getpid* ]]
    sed -i 's/   abs/   getpid/' signal.c
    sh "$ROOT/scripts/lint-signal" signal.c signal.o
}
