#!/usr/bin/env bats
# Ways to link a Linux program: C libraries, linkers, and where they put the code. In each of them the ten places of
# places.c come out under their names, with their lines, from the file that was run.

bats_require_minimum_version 1.5.0
load helper

PLACES=$BATS_TEST_DIRNAME/places.c

setup_file() {
    needs musl-gcc musl-tools
    needs ld.lld lld
    needs ld.gold binutils
    runtime gnu
    runtime musl CC=musl-gcc
    awk '/^PLACE/ { match($0, /place_[0-9]/); print substr($0, RSTART, RLENGTH), NR }' "$PLACES" |
        sort >"$BATS_FILE_TMPDIR/lines"
    awk '/^\tplace/ { print "main", NR }' "$PLACES" | sort >"$BATS_FILE_TMPDIR/calls"
}

setup() {
    cd "$BATS_TEST_TMPDIR"
}

# places LIBC ARGUMENT...: builds places.c with the runtime.
places() {
    local compiler=gcc
    [ "$1" = gnu ] || compiler=musl-gcc
    with_runtime "$1" $compiler -mno-omit-leaf-frame-pointer -o places "${@:2}" "$PLACES"
}

# named LIBC ARGUMENT...: builds it so, profiles it, and looks at what the filters make of it.
named() {
    places "$@"
    told ./places
}

# right EXPECTED: of the lines on stdin none is wrong, and most that can be are there. (On a busy machine the sampler
# may sleep through one.)
right() {
    sort -u >found
    run comm -13 "$1" found
    [ -z "$output" ]
    run comm -12 "$1" found
    [ "${#lines[@]}" -ge 7 ]
}

# told PROGRAM
told() {
    OSPREY_PROFILE=raw.json "$1"
    run ! grep /proc/self raw.json
    [ "$(jq -r '.exe' raw.json)" = "$PWD/places" ]
    [ "$(jq -r '[.images[].path] | index("")' raw.json)" = null ]
    prof-symbolize raw.json >named
    jq -r 'objects | select(.type == "frame" and (.name // "" | startswith("place_"))) | "\(.name) \(.line)"' named |
        right "$BATS_FILE_TMPDIR/lines"
    jq -r 'objects | select(.type == "frame" and .name == "main") | "main \(.line)"' named |
        right "$BATS_FILE_TMPDIR/calls"
}

@test "glibc: position-independent, at a fixed address, static, static and position-independent" {
    named gnu
    named gnu -no-pie
    named gnu -static
    named gnu -static-pie
}

@test "musl: position-independent, at a fixed address, static, static and position-independent" {
    named musl
    named musl -no-pie
    named musl -static
    named musl -static-pie
}

@test "lld, whose code's address is not its place in the file" {
    named gnu -fuse-ld=lld
    named gnu -fuse-ld=lld -Wl,-z,separate-code
    named gnu -fuse-ld=lld -no-pie -Wl,--image-base=0x4000000
    named gnu -fuse-ld=lld -static
    named musl -fuse-ld=lld -static-pie
}

@test "gold" {
    named gnu -fuse-ld=gold
    named gnu -fuse-ld=gold -no-pie
}

@test "code in a segment far from the file's beginning, and segments of two megabytes" {
    named gnu -no-pie -Wl,-Ttext-segment=0x4000000
    named gnu -Wl,-Ttext-segment=0x4000000
    named gnu -Wl,-z,max-page-size=0x200000
    named gnu -Wl,-z,noseparate-code
    named gnu -Wl,--build-id=none
}

@test "a shared library, by each linker" {
    echo 'int places_main(void); int main(void) { return places_main(); }' >main.c
    for options in -fuse-ld=bfd -fuse-ld=gold -fuse-ld=lld '-fuse-ld=lld -Wl,-z,separate-code' \
        -Wl,-z,max-page-size=0x200000; do
        # shellcheck disable=SC2086
        gcc -shared -fPIC -O2 -g -fno-omit-frame-pointer -mno-omit-leaf-frame-pointer $options -Dmain=places_main \
            -o libplaces.so "$PLACES"
        with_runtime gnu gcc -o places main.c -L. -lplaces -Wl,-rpath,"$PWD"
        OSPREY_PROFILE=raw.json ./places
        [ "$(jq '[.images[].path] | index("'"$PWD"'/libplaces.so") != null' raw.json)" = true ]
        prof-symbolize raw.json | jq -r 'objects | select(.type == "frame" and (.name // "" | startswith("place_")))
            | "\(.name) \(.line)"' | right "$BATS_FILE_TMPDIR/lines"
    done
}

@test "musl's main thread is walked however deep its stack has grown" {
    runtime musl CC=musl-gcc "$PLATFORMS/musl/programs/workload"
    OSPREY_PROFILE=raw.json "$PLATFORMS/musl/programs/workload" deep 20000
    run jq -e '[.labels[] | select(.[1] == "[truncated]") | .[0]] as $cut
        | [.samples[] | select(.[3] == 0)] | map(.[2] | IN($cut[])) | (map(select(.)) | length) > length / 4' raw.json
    [ "$status" -eq 0 ] # its clock_gettime() keeps no frame pointer
}

@test "an image is its file's real path, also by a link, from another folder, and after a chdir" {
    mkdir real elsewhere
    places gnu -static
    mv places real
    ln -s ../real/places elsewhere/linked
    cd elsewhere
    OSPREY_PROFILE=raw.json ./linked
    [ "$(jq -r '.images[0].path' raw.json)" = "$(dirname "$PWD")/real/places" ]
    [ "$(jq -r .exe raw.json)" = "$(dirname "$PWD")/real/places" ]
}

@test "the runtime calls nothing that musl lacks, and needs no library but libc" {
    places musl -static
    run ldd ./places
    [[ "$output" == *'not a dynamic executable'* ]]
}
