# prof-images: which image holds each address.
bats_require_minimum_version 1.5.0
load helper

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    cat > raw.json <<'EOF'
{"version":1,"pid":7,"exe":"/w/fib","rate_hz":997,"platform":"linux-x86_64","start_unix_ns":1000,"end_unix_ns":2000,
 "images":[
  {"path":"/w/fib","base":1048576,"slide":1048576,"text":1052672,"text_size":4096,"arch":"","build_id":"ab12"},
  {"path":"/w/lib.so","base":1056768,"slide":1056768,"text":1056768,"text_size":4096,"arch":""},
  {"path":"/w/fixed","base":4194304,"slide":0,"text":4198400,"text_size":4096,"arch":""}],
 "threads":[{"fiber":0,"label":"main"}],
 "stacks":[[1052688,1056768,1056784],[4198416,9999999]],
 "samples":[[1,0,0,0],[2,0,1,1,3]],"dropped":0}
EOF
}

@test "each address gets the image that holds it and its address in that image's file" {
    run bash -c 'set -o pipefail; prof-images raw.json | jq -c "select(type == \"object\" and .pc) | [.pc, .image, .addr]"'
    [ "$status" -eq 0 ]
    [ "${lines[0]}" = '["0x101010",0,"0x1010"]' ]
    [ "${lines[2]}" = '["0x102010",1,"0xf"]' ]
    [ "${lines[3]}" = '["0x401010",2,"0x401010"]' ]
}

@test "a return address at the very end of an image belongs to that image, not to the next" {
    run bash -c 'set -o pipefail; prof-images raw.json | jq -c "select(type == \"object\" and .pc == \"0x102000\") | [.image, .addr]"'
    [ "$status" -eq 0 ]
    [ "$output" = '[0,"0x1fff"]' ]
}

@test "an address that no image holds gets neither image nor address" {
    run bash -c 'set -o pipefail; prof-images raw.json | grep 0x98967f'
    [ "$status" -eq 0 ]
    [ "$output" = '{"type":"frame","id":4,"pc":"0x98967f","call":true}' ]
}

@test "a file and standard input give the same records" {
    prof-images raw.json > from_file
    prof-images < raw.json > from_stdin
    prof-images - < raw.json > from_dash
    cmp from_file from_stdin
    cmp from_file from_dash
}

@test "a pipe gives the same records as a file" {
    prof-images raw.json > from_file
    run bash -c 'set -o pipefail; cat raw.json | prof-images | cmp - from_file'
    [ "$status" -eq 0 ]
}

@test "running it twice changes nothing" {
    prof-images raw.json > once
    prof-images once > twice
    cmp once twice
}

@test "a frame that has its image already passes byte for byte, odd spacing and all" {
    prof-images raw.json | sed '/"pc":"0x101010"/s/.*/{ "type":"frame", "id":0, "extra":[1], "pc":"0x101010", "call":false, "image":1, "addr":"0x9" }/' > odd
    prof-images odd > out
    cmp odd out
}

@test "named frames and records of unknown types pass byte for byte" {
    {
        prof-images raw.json | sed '/"type":"frame"/d; /"type":"stack"/d; /^\[/d; /"type":"end"/d'
        echo '{"type":"weather","sky":"blue" , "n":1}'
        echo '{"type":"frame","id":0,"name":"fib", "file":"/w/fib.osp","line":3,"column":5,"start_line":2,"kind":"user","inlined":false}'
        echo '{"type":"end","lines":7,"samples":0}'
    } > named
    prof-images named > out
    cmp named out
}

@test "the samples come out as they went in" {
    run bash -c 'set -o pipefail; prof-images raw.json | grep "^\["'
    [ "$status" -eq 0 ]
    [ "$output" = $'[1,0,0,0]\n[2,0,1,1,3]' ]
}

@test "a profile with no samples is passed on" {
    jq -c '.samples = [] | .stacks = []' raw.json > none.json
    run bash -c 'set -o pipefail; prof-images none.json | tail -n 1'
    [ "$status" -eq 0 ]
    [ "$output" = '{"type":"end","lines":5,"samples":0}' ]
}

@test "a stream that was cut is refused" {
    prof-images raw.json | sed '$d' > cut
    refuses prof-images cut
}

@test "a broken line is refused with file and line" {
    prof-images raw.json | sed '4s/.*/{"type":/' > broken
    refuses prof-images broken
    [[ "$stderr" == "prof-images: broken:4: "* ]]
}
