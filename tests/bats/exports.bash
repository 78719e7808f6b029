# For tests of the exports: profiles made of rows of samples, and all fixtures.

# with_samples HZ [WALL_NS [FIBERS]]: records of that many fibers, main first, else two, and stacks 0 (a), 1 (b) and 2 (sleep);
# the samples from stdin
with_samples() {
    cat <<END
{"type":"profile","version":1,"pid":7,"exe":"/w/x","rate_hz":$1,"platform":"","start_unix_ns":"1000","end_unix_ns":"$((1000 + ${2:-0}))","dropped":0}
{"type":"frame","id":0,"name":"a","file":"/w/a.c","line":1,"column":3,"start_line":1,"kind":"user","inlined":false}
{"type":"frame","id":1,"name":"b","file":"/w/a.c","line":103,"column":3,"start_line":100,"kind":"user","inlined":false}
{"type":"frame","id":2,"name":"sleep","file":"","line":0,"column":0,"start_line":0,"kind":"runtime","inlined":false}
{"type":"stack","id":0,"frames":[0]}
{"type":"stack","id":1,"frames":[1]}
{"type":"stack","id":2,"frames":[2]}
END
    for ((fiber = 0; fiber < ${3:-2}; fiber++)); do
        label=fiber
        [ "$fiber" -gt 0 ] || label=main
        echo '{"type":"thread","id":'"$fiber"',"fiber":'"$fiber"',"label":"'$label'","name":""}'
    done
    awk -v lines="$((7 + ${3:-2}))" '{ print; count = split($0, row, /[][,]/) > 6 ? row[6] : 1; sum += count }
        END { printf "{\"type\":\"end\",\"lines\":%d,\"samples\":%.0f}\n", NR + lines, sum }'
}

# deep: one sample of a stack of 100,000 frames, all b but the leaf
deep() {
    printf '' | with_samples 1000 1000000 1 | grep -v -e '"stack"' -e '"end"'
    printf '{"type":"stack","id":0,"frames":[0%s]}\n[1,0,0,0]\n{"type":"end","lines":7,"samples":1}\n' \
        "$(printf ',1%.0s' $(seq 99999))"
}

# of_fixtures PROGRAM OUT COMMAND...: what PROGRAM makes of each fixture that is not aggregated, as the file OUT, is as COMMAND wants it.
# SKIPPED: the name of those to leave out
of_fixtures() {
    local program=$1 out=$2 taken=0 fixture
    shift 2
    for fixture in "$DATA"/records/*.records "$DATA"/report/*.records "$DATA"/exports/*.records "$DATA"/raw/*.json; do
        [ "$(basename "${fixture%.*}")" != "${SKIPPED-}" ] || continue
        "$program" "$fixture" >"$out" 2>err || grep -q 'aggregated away' err || { cat err; return 1; }
        [ -s "$out" ] || continue
        "$@" "$out" >/dev/null || { echo "$fixture"; return 1; }
        taken=$((taken + 1))
    done
    [ "$taken" -ge 5 ]
}
