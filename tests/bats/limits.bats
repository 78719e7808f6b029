#!/usr/bin/env bats
# The sizes that osprey-prof(7) promises, through every filter, with little memory and a small C stack: nothing recurses,
# and nothing grows with the square of anything. (What samples cost is in growth.bats.)
bats_require_minimum_version 1.5.0
load helper
load victim

setup_file() {
    victim "$BATS_FILE_TMPDIR/victim"
}

setup() {
    cd "$BATS_TEST_TMPDIR" || exit
}

# bounded COMMAND...: in 256 KB of C stack and 300 MB of addresses
bounded() {
    bash -c 'ulimit -s 256; ulimit -v 300000; exec "$@"' - "$@"
}

# through_all INPUT: each filter takes it, each view shows it, and what comes out is whole.
through_all() {
    for filter in images symbolize aggregate; do
        bounded "prof-$filter" "$1" >"$filter.out" 2>err
        [ "$(tail -n 1 "$filter.out" | jq -r .type)" = end ]
        [ "$(wc -l <err)" -le 1 ]
    done
    bounded prof-fold symbolize.out >folded.out
    bounded prof-to-speedscope symbolize.out >speedscope.out
    bounded prof-to-v8 symbolize.out >v8.out
    bounded prof-to-html symbolize.out >html.out
    jq -e '.profiles | length > 0' speedscope.out >/dev/null
    jq -e '.nodes | length > 0' v8.out >/dev/null
    jq -n -f "$ROOT/share/osprey-prof/summary.jq" aggregate.out >summary.out
    bounded prof-report aggregate.out >report.out
    for view in --tree --flame --lines; do
        bounded prof-report "$view" symbolize.out >"report$view.out"
        [ -s "report$view.out" ]
    done
}

@test "stacks of 100,000 frames go through every filter" {
    "$BUILD/bench/gen-raw" --samples 50 --stacks 2 --depth 100000 --frames 50000 --waiting 0 >deep.json
    through_all deep.json
    [ "$(head -n 1 folded.out | tr -cd ';' | wc -c)" -eq 100000 ]
    [ "$(jq '.samples | length' v8.out)" -ge 50 ]
}

@test "2,000 images go through every filter, and one line tells those that are missing" {
    "$BUILD/bench/gen-raw" --samples 4000 --images 2000 --stacks 1000 --depth 10 >images.json
    through_all images.json
    [ "$(grep -c '"type":"image"' images.out)" -eq 2000 ]
}

@test "50,000 threads go through every filter" {
    "$BUILD/bench/gen-raw" --samples 100000 --threads 50000 --stacks 50 --depth 5 >threads.json
    through_all threads.json
    [ "$(grep -c '"type":"fiber"' aggregate.out)" -eq 50000 ]
    [ "$(cut -d ';' -f 1 folded.out | sort -u | wc -l)" -eq 50000 ]
    [ "$(jq '.profiles | length' speedscope.out)" -eq 50001 ] # and one of all together
}

@test "10 million samples go through every filter" {
    "$BUILD/bench/gen-raw" --samples 10000000 --stacks 100 --depth 5 --threads 4 >many.json
    bounded prof-symbolize many.json >symbolize.out 2>err
    bounded prof-aggregate symbolize.out >aggregate.out
    bounded prof-fold symbolize.out >folded.out
    [ "$(jq 'select(.type? == "summary").samples' aggregate.out)" -ge 10000000 ]
    [ "$(awk '{ sum += $NF } END { print sum }' folded.out)" -eq "$(jq 'select(.type? == "summary").samples' aggregate.out)" ]
    for filter in to-speedscope to-v8 to-html; do
        bounded "prof-$filter" symbolize.out >/dev/null
    done
    for view in --tree --flame --lines; do
        bounded prof-report "$view" symbolize.out >"report$view.out"
    done
}

@test "names of 1 MB go through every filter" {
    local name sum
    name=$(head -c 1000000 /dev/zero | tr '\0' n)
    {
        echo '{"type":"profile","version":1,"pid":7,"exe":"/w/x","rate_hz":1000,"platform":"linux-x86_64","start_unix_ns":"5","end_unix_ns":"9000000","dropped":0}'
        echo '{"type":"thread","id":0,"fiber":3,"label":"'"$name"'","name":"'"$name"'"}'
        local id=0
        for name in "$name" "a<b>$name" "$(head -c 500000 /dev/zero | tr '\0' '<')$(head -c 500000 /dev/zero | tr '\0' '>')" \
            "$(head -c 500000 /dev/zero | tr '\0' '(')" "$(head -c 200000 /dev/zero | sed 's/\x0/\\u001b/g')"; do
            echo '{"type":"frame","id":'$id',"name":"'"$name"'","file":"/'"$name"'","line":3,"column":1,"start_line":2,"kind":"user","inlined":false}'
            id=$((id + 1))
        done
        echo '{"type":"stack","id":0,"frames":[0,1,2,3,4]}'
        echo '[1000,0,0,0,50]'
        echo '{"type":"end","lines":9,"samples":50}'
    } >long.records
    through_all long.records
    sum=$(grep -o 'n*' long.records | awk 'length > 999999' | sort -u | sha256sum)
    for output in images symbolize aggregate folded speedscope v8 report; do
        [ "$(grep -o 'n*' $output.out | awk 'length > 999999' | sort -u | sha256sum)" = "$sum" ] || { echo "$output"; false; }
    done
}

# deep_directory: makes and enters a directory whose path has about 3,000 bytes
deep_directory() {
    local part
    part=$(printf 'd%.0s' {1..200})
    while [ "${#PWD}" -lt 2800 ]; do
        mkdir "$part"
        cd "$part" || return
    done
}

@test "a program in a path of 3,000 bytes is profiled, and its path comes out whole" {
    deep_directory
    cp "$BATS_FILE_TMPDIR/victim" prog
    OSPREY_PROFILE=$PWD/raw.json run ./prog
    [ "$(jq -r .exe raw.json)" = "$PWD/prog" ]
    run osprey ./prog --profile
    [ "$(jq -r .program prog.profile.json)" = prog ]
    through_all raw.json
    grep -qF "$PWD/prog" images.out
    rm -f err ./*.out
}

@test "a program in a path that is no UTF-8 is profiled, and its outputs are UTF-8" {
    mkdir $'bad\377\376\303'
    cd $'bad\377\376\303'
    cp "$BATS_FILE_TMPDIR/victim" $'p\303'
    OSPREY_PROFILE=raw.json run $'./p\303'
    iconv -f UTF-8 -t UTF-8 raw.json >/dev/null
    run osprey $'./p\303' --profile
    for suffix in folded cpuprofile speedscope.json profile.json; do
        iconv -f UTF-8 -t UTF-8 $'p\303'.$suffix >/dev/null
    done
    through_all raw.json
}
