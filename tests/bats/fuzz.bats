#!/usr/bin/env bats
# A short round of `make fuzz`, with inputs that are always the same.
bats_require_minimum_version 1.5.0
load helper

@test "readers, tables and the walk bear the kept inputs and thousands that are made of them" {
    make -s -C "$ROOT" BUILD="$BUILD" fuzzers >"$BATS_TEST_TMPDIR/messages" 2>&1 || { cat "$BATS_TEST_TMPDIR/messages"; return 1; }
    run sh "$ROOT/tests/fuzz/run" runs 2000
    echo "$output"
    [ "$status" -eq 0 ]
    [ "$(grep -c '^# ' <<<"$output")" -eq "$(ls -d "$ROOT"/tests/fuzz/fuzz_*.c | wc -l)" ]
}
