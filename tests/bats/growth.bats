#!/usr/bin/env bats
# What a filter costs grows with its input and not faster. Counted in instructions, which are the same on a loaded machine.
bats_require_minimum_version 1.5.0
load helper

setup() {
    cd "$BATS_TEST_TMPDIR" || exit
}

# instructions FILTER FILE
instructions() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$BUILD/bin/$1" "$2" 2>&1 >/dev/null |
        awk '/Collected/ { count = $NF } END { if (!count) exit 1; print count }'
}

# grows FILTER FORM
grows() {
    small=$(instructions "prof-$1" "small.$2")
    large=$(instructions "prof-$1" "large.$2")
    echo "prof-$1 of $2: $small instructions, then $large"
    [ "$large" -lt "$((6 * small))" ]
}

# grows_evenly "SIZE..." N OPTIONS...: no filter takes more than six times the instructions for four times N.
grows_evenly() {
    local small=() large=()
    for size in $1; do
        small+=("--$size" "$2")
        large+=("--$size" "$((4 * $2))")
    done
    "$BUILD/bench/gen-raw" "${@:3}" "${small[@]}" >small.json
    "$BUILD/bench/gen-raw" "${@:3}" "${large[@]}" >large.json
    prof-images small.json >small.records
    prof-images large.json >large.records
    grows images json
    for filter in images symbolize fold aggregate report to-speedscope to-v8; do
        grows "$filter" records
    done
}

@test "four times the samples cost no filter more than six times the instructions" {
    grows_evenly samples 4000 --stacks 50 --depth 5
}

@test "four times the stacks cost no filter more than six times the instructions" {
    grows_evenly stacks 500 --samples 500 --depth 10
}

@test "four times the frames cost no filter more than six times the instructions" {
    grows_evenly 'frames stacks' 2000 --samples 500 --depth 1
}

@test "stacks that are four times as deep cost no filter more than six times the instructions" {
    grows_evenly depth 30 --samples 500 --stacks 200
}

@test "four times the threads cost no filter more than six times the instructions" {
    grows_evenly threads 250 --samples 4000 --stacks 50 --depth 5
}

@test "four times the images cost no filter more than six times the instructions" {
    grows_evenly images 250 --samples 500 --stacks 500 --depth 10 --frames 4000
}
