#!/usr/bin/env bats
# Windows and WebAssembly: the hooks are there, link, and do nothing.

bats_require_minimum_version 1.5.0
load helper

WASM_CC="clang --target=wasm32-wasi -nostdlibinc -isystem /usr/include/wasm32-wasi"

setup() {
    cd "$BATS_TEST_TMPDIR"
}

# does_nothing COMMAND...: the program calls its hooks, and leaves no file.
does_nothing() {
    mkdir run
    cd run
    run --separate-stderr env OSPREY_PROFILE=raw.json "$@"
    echo "$stderr"
    [ "$status" -eq 0 ]
    [ "${output%$'\r'}" = done ]
    [ -z "$(ls)" ]
}

@test "a Windows program with the hooks links and runs" {
    needs x86_64-w64-mingw32-gcc gcc-mingw-w64-x86-64
    needs /usr/lib/wine/wine64 wine64
    runtime windows PLATFORM=stub CC=x86_64-w64-mingw32-gcc AR=x86_64-w64-mingw32-ar
    x86_64-w64-mingw32-gcc -std=c11 -I"$ROOT/runtime" -o hooks.exe "$BATS_TEST_DIRNAME/hooks.c" \
        "$PLATFORMS/windows/lib/libosprey_prof.a"
    export WINEPREFIX=$BATS_TEST_TMPDIR/wine WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml,winemenubuilder.exe='
    does_nothing /usr/lib/wine/wine64 ../hooks.exe
}

@test "a WebAssembly program with the hooks links and runs" {
    needs wasm-ld lld
    needs /usr/include/wasm32-wasi/stdio.h wasi-libc
    needs "$(clang -print-resource-dir)/lib/wasi/libclang_rt.builtins-wasm32.a" libclang-rt-14-dev-wasm32
    needs node nodejs
    runtime wasm PLATFORM=stub CC="$WASM_CC" AR=llvm-ar
    $WASM_CC -std=c11 -O2 -I"$ROOT/runtime" -o hooks.wasm "$BATS_TEST_DIRNAME/hooks.c" \
        "$PLATFORMS/wasm/lib/libosprey_prof.a"
    does_nothing node --no-warnings "$BATS_TEST_DIRNAME/run-wasi.mjs" ../hooks.wasm
}
