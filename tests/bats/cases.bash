# What the tests of single cases share. A case is a program or a surrounding that is known to break profilers.

cases_setup() {
    mkdir "$BATS_TEST_TMPDIR/here"
    cd "$BATS_TEST_TMPDIR/here" || return
    PROGRAMS=$BUILD/programs
    ulimit -c 0
}

# build OPTION...: a program that carries the runtime, from the C on stdin.
build() {
    ${CC:-cc} -O2 -g -fno-omit-frame-pointer "-I$ROOT/tests/programs" -x c - -x none "$@" -pthread \
        -Wl,--whole-archive "$BUILD/lib/libosprey_prof.a" -Wl,--no-whole-archive -ldl
}

# under COMMAND...: preloaded. Into env it isn't, nor into timeout, which would be the one that is profiled.
under() {
    timeout 600 env LD_PRELOAD="$BUILD/lib/libosprey-prof-preload.so" OSPREY_PROFILE="$PWD/raw.json" "$@"
}

# oncpu FILE [FIBER]: the periods that all rows, or those of a fiber, ran.
oncpu() {
    jq --argjson fiber "${2:-null}" '.threads as $threads
        | [.samples[] | select(.[3] == 0 and ($fiber == null or $threads[.[1]].fiber == $fiber)) | .[4] // 1] | add // 0' "$1"
}

# folded: raw.json with names, on-CPU samples alone.
folded() {
    prof-symbolize raw.json 2>messages | prof-fold --state cpu --no-fiber
}

# part PATTERN: the share, in percent, of the stacks in the file `stacks` that match.
part() {
    awk -v pattern="$1" '{ all += $NF } $0 ~ pattern { mine += $NF } END { print all ? int(100 * mine / all) : 0 }' stacks
}

# same_end COMMAND...: the status and output of a run without a profiler.
same_end() {
    local plain profiled plain_status=0 profiled_status=0
    plain=$(timeout 600 "$@" 2>&1) || plain_status=$?
    profiled=$(OSPREY_PROFILE_HZ=${HZ:-997} OSPREY_PROFILE=raw.json timeout 600 "$@" 2>&1) || profiled_status=$?
    echo "plain: $plain_status $plain, profiled: $profiled_status $profiled"
    [ "$plain_status" = "$profiled_status" ] && [ "$plain" = "$profiled" ]
}
