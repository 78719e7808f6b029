#!/usr/bin/env bats
# A short round of what `make soak` does for minutes, and under sanitizers: tests/soak.
bats_require_minimum_version 1.5.0
load helper

@test "threads, libraries and processes that come and go by the hundred leave nothing behind and have all their time" {
    run --separate-stderr timeout -s KILL 600 sh "$ROOT/tests/soak" 3
    echo "$output"
    [ "$status" -eq 0 ]
}
