# Where fibers and effects call the profiler.
bats_require_minimum_version 1.5.0
load helper

@test "fibers and effects register first, and unregister before anyone learns of their end" {
    cd "$ROOT"
    ${CC:-cc} -std=c11 -D_GNU_SOURCE -Iruntime -O2 -pthread -o "$BATS_TEST_TMPDIR/hook_order" \
        tests/unit/hook_order.c runtime/fiber.c runtime/channel.c runtime/effect.c runtime/handle.c runtime/condition_linux.c
    run "$BATS_TEST_TMPDIR/hook_order"
    [ "$status" -eq 0 ]
    [ "$output" = "in order" ]
}
