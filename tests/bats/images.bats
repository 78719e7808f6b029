#!/usr/bin/env bats
# Images that come and go, and code that belongs to none.

bats_require_minimum_version 1.5.0
load helper

setup_file() {
    cd "$BATS_FILE_TMPDIR"
    PLUGIN=$BATS_TEST_DIRNAME/../programs/plugin.h
    ${CC:-cc} -O2 -g -fno-omit-frame-pointer -fPIC -shared -DWORK=work1 -DROUNDS=400000 -x c "$PLUGIN" -o first.so
    ${CC:-cc} -O2 -g -fno-omit-frame-pointer -fPIC -shared -DWORK=work2 -DROUNDS=500000 -x c "$PLUGIN" -o second.so
    printf '#include <unistd.h>\n__attribute__((constructor)) static void slow(void) { sleep(2); }\n' |
        ${CC:-cc} -fPIC -shared -x c - -o slow.so
}

setup() {
    cd "$BATS_TEST_TMPDIR"
    LIBRARIES=$BATS_FILE_TMPDIR
}

@test "libraries that get the same place in turn each keep their own time and names" {
    OSPREY_PROFILE=raw.json run "$BUILD/programs/plugins" "$LIBRARIES/first.so" "$LIBRARIES/second.so"
    [ "$status" -eq 0 ]
    [[ "$output" == *"same place"* ]]
    prof-symbolize raw.json | prof-fold --state cpu --no-fiber >folded
    for function in work1 work2; do
        share=$(awk -v function_="$function" '$0 ~ ";" function_ "(;| )" { sum += $NF } END { print sum + 0 }' folded)
        echo "$function: $share of $(awk '{ sum += $NF } END { print sum }' folded)"
        [ "$share" -ge 760 ] && [ "$share" -le 820 ]
    done
}

@test "no two images of a raw file share an address" {
    OSPREY_PROFILE=raw.json "$BUILD/programs/plugins" "$LIBRARIES/first.so" "$LIBRARIES/second.so"
    run jq -e '[.images[] | select(.text_size > 0) | [.text, .text + .text_size]] | sort
        | [.[:-1], .[1:]] | transpose | all(.[]; .[0][1] <= .[1][0])' raw.json
    [ "$status" -eq 0 ]
}

@test "the loader's lock, held by others, stops neither the program nor its end" {
    OSPREY_PROFILE_HZ=10000 OSPREY_PROFILE=raw.json run timeout 600 "$BUILD/programs/loader_lock" "$LIBRARIES/first.so" "$LIBRARIES/slow.so"
    [ "$status" -eq 0 ]
    [ "$output" = done ]
    jq -e '[.threads[].label] | sort == ["allocate", "iterate", "main", "reload", "thread"]' raw.json
}

@test "code made at run time is one frame a region, below its caller" {
    OSPREY_PROFILE=raw.json run "$BUILD/programs/jit"
    [ "$output" = ran ]
    prof-symbolize raw.json | prof-fold --state cpu --no-fiber >folded
    # In its first instruction the code has no frame yet, and main is skipped.
    share=$(awk '/(^|;)main;\[jit[ _]0x[0-9a-f]+\] [0-9]+$/ { sum += $NF; lines++ } END { if (lines == 1) print sum }' folded)
    cat folded
    [ "$share" -ge 250 ]
}
