# What the tests of symbolization share: made profiles, addresses in files, stand-ins.
# shellcheck disable=SC2154
BASE=$((0x555500000000))

# at FILE NAME [OFFSET]: the address of a function in its file; end_of: the one behind its last byte.
at() { echo $((0x$(nm "$1" | awk -v name="$2" '$3 == name { print $1 }') + ${3:-0})); }
end_of() { nm -S "$1" | awk -v name="$2" '$4 == name { print "0x" $1 " + 0x" $2 }' | { read -r sum && echo $((sum)); }; }

# The return address of the call to CALLEE in FUNCTION of FILE.
return_of() {
    local next
    next=$(objdump -d "$1" --disassemble="$2" | grep -A 1 "call.*<$3>" | sed -n '2s/^ *\([0-9a-f]*\):.*/0x\1/p')
    echo $((next))
}

# raw FILE STACK...: a raw file of a run of FILE, loaded at $BASE with $SIZE bytes of code. A stack is file addresses, leaf first.
raw() {
    local exe=$1 stacks='' samples='' stack address n=0
    shift
    for stack; do
        stacks+="${stacks:+,}["
        for address in $stack; do stacks+="$((BASE + address)),"; done
        stacks="${stacks%,}]"
        samples+="${samples:+,}[$n,0,$n,0]"
        n=$((n + 1))
    done
    jq -n -c --arg exe "$exe" --argjson base "$BASE" --argjson size "${SIZE:-1048576}" --argjson stacks "[$stacks]" --argjson samples "[$samples]" '
        {version: 1, pid: 7, exe: $exe, rate_hz: 997, platform: "linux-x86_64", start_unix_ns: 1000, end_unix_ns: 2000,
         images: [{path: $exe, base: $base, slide: $base, text: $base, text_size: $size, arch: ""}],
         threads: [{fiber: 0, label: "main"}], stacks: $stacks, samples: $samples, dropped: 0}'
}

# names [OPTION...] < PROFILE: a line a stack, leaf first.
names() {
    prof-symbolize "$@" | jq -r -n '
        reduce inputs as $r ({}; if ($r | type) == "array" then . elif $r.type == "frame" then .["\($r.id)"] = $r.name
            elif $r.type == "stack" then .stacks += [[.["\($r.frames[])"]] | join(" ")] else . end) | .stacks[]'
}

# frame NAME: what is known of the frame of that name in the records on stdin.
frame() { jq -c --arg name "$1" 'select(type == "object" and .name? == $name and .type == "frame") | [.file, .line, .start_line, .kind, .inlined]'; }

build_id() { readelf -n "$1" | sed -n 's/.*Build ID: //p'; }

# stand_in SCRIPT: makes SCRIPT the llvm-symbolizer.
stand_in() {
    printf '#!/bin/sh\n%s\n' "$1" > "$BATS_TEST_TMPDIR/llvm-symbolizer"
    chmod +x "$BATS_TEST_TMPDIR/llvm-symbolizer"
    export LLVM_SYMBOLIZER="$BATS_TEST_TMPDIR/llvm-symbolizer"
}

# image KEY=JSON... < RAW: the raw file with these keys more in its image. Not by jq, which rounds large numbers.
image() {
    local key more=''
    for key; do more+=",\"${key%%=*}\":${key#*=}"; done
    sed "s|\"arch\":\"\"|&$more|"
}

# only_stderr: what was said, without the program's name.
only_stderr() { printf '%s\n' "${stderr#prof-symbolize: }"; }

# at_dynamic FILE NAME: the address of what a file exports.
at_dynamic() { echo $((0x$(nm -D "$1" | awk -v name="$2" '{ sub("@.*", "", $3) } $3 == name { print $1 }'))); }
