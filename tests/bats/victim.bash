# victim OUT OPTIONS...: builds the program that burns a little and returns 3, with the profiler in it.
victim() {
    local out=$1
    shift
    cc -O1 -g -D_GNU_SOURCE -Wall -Wextra -Werror -fno-omit-frame-pointer -pthread "$@" -o "$out" \
        "$ROOT/tests/faults/victim.c" -Wl,--whole-archive "$BUILD/lib/libosprey_prof.a" -Wl,--no-whole-archive
}
