#!/usr/bin/env bats
# What the page does with the profile is tested in tests/flame.
bats_require_minimum_version 1.5.0
load helper

setup() {
    fibers=$DATA/exports/fibers.records
    cd "$BATS_TEST_TMPDIR" || exit
}

# inside FILE: the profile in a page
inside() {
    sed -n '/ id="profile">/,/^<\/script>/p' "$1" | sed -e 's/.* id="profile">//' -e '$d'
}

# around FILE: the page without its profile
around() {
    sed -e '/ id="profile">/,/^<\/script>/c\profile' "$1"
}

# named NAME: records of one sample in a function of that name
named() {
    {
        printf '{"type":"profile","version":1,"pid":7,"exe":"/w/x","rate_hz":1000,"platform":"","start_unix_ns":"0","end_unix_ns":"0","dropped":0}\n'
        printf '{"type":"thread","id":0,"fiber":0,"label":"main","name":""}\n'
        jq -nc --arg name "$1" '{type:"frame",id:0,name:$name,file:$name,line:1,column:0,start_line:1,kind:"user",inlined:false}'
        printf '{"type":"stack","id":0,"frames":[0]}\n[1,0,0,0]\n{"type":"end","lines":5,"samples":1}\n'
    }
}

@test "the profile in the page is what prof-to-speedscope writes" {
    prof-to-html "$fibers" >page.html
    diff <(inside page.html | jq -S .) <(prof-to-speedscope "$fibers" | jq -S .)
}

@test "the page around the profile is the one that is installed, whatever the profile" {
    prof-to-html "$fibers" >one.html
    named f | prof-to-html >two.html
    cmp <(around one.html) <(around two.html)
    sed 's/ id="profile">/&\n/' "$BUILD/share/osprey-prof/flame.html" >empty.html
    cmp <(around one.html) <(around empty.html)
}

@test "the page asks nothing of a network, and its policy forbids it" {
    prof-to-html "$fibers" >page.html
    around page.html >rest
    run ! grep -E '(src|href)=|url\(|@import|fetch\(|XMLHttpRequest|WebSocket' rest
    grep -q "Content-Security-Policy\" content=\"default-src 'none'; script-src 'sha256-[^']*'; style-src 'sha256-[^']*'; worker-src blob:;" rest
    run ! grep -q unsafe rest
}

@test "the policy names the script and the style by their hashes" {
    page=$BUILD/share/osprey-prof/flame.html
    for part in script style; do
        awk -v part="$part" 'index($0, "<" part ">") { inside = 1; sub(".*<" part ">", "") }
            index($0, "</" part ">") && inside { exit } inside' "$page" >"$part"
        hash=$(node -e 'const {createHash} = require("crypto"); process.stdout.write(createHash("sha256").update(require("fs").readFileSync(0)).digest("base64"))' <"$part")
        grep -qF "$part-src 'sha256-$hash'" "$page"
    done
}

@test "no name can end the script element or begin a comment" {
    for name in '</script><script>alert(1)</script>' '<!--<script>' ']]>' '</SCRIPT >' '"</script>'; do
        named "$name" | prof-to-html >page.html
        [ "$(inside page.html | jq -r '.shared.frames[0].name')" = "$name" ]
        run grep -c '<' <(inside page.html)
        [ "$output" -eq 0 ]
    done
}

@test "control characters, and those that turn or break lines, stand escaped" {
    name=$'\u202e\u2066\u2028\u2029\x1b[31m\x7f\u0085'
    named "$name" | prof-to-html >page.html
    inside page.html >profile
    run ! grep -P '[\x00-\x09\x0b-\x1f\x7f]|\xe2\x80[\xa8-\xae]|\xe2\x81[\xa6-\xa9]|\xc2[\x80-\x9f]' profile
    [ "$(jq -r '.shared.frames[0].name' profile)" = "$name" ]
}

@test "a raw file is taken, and shows addresses" {
    prof-to-html "$DATA/raw/small.json" >page.html
    inside page.html | jq -e '.shared.frames | length > 0 and all(.name | startswith("0x") or startswith("["))'
}

@test "a profile without samples gives a page, and a line says so" {
    grep -v '^\[' "$fibers" | sed 's/"type":"end".*/"type":"end","lines":0,"samples":0}/' >none
    sed -i "s/\"lines\":0/\"lines\":$(($(wc -l <none) - 1))/" none
    run --separate-stderr prof-to-html none
    [ "$status" -eq 0 ]
    [ "$stderr" = "prof-to-html: the profile has no samples" ]
    [[ "$output" == *'"name":"no samples"'*'</html>' ]]
}

@test "a broken line is told with its file and number" {
    sed '3s/.*/{/' "$fibers" >broken
    refuses prof-to-html broken
    [ -z "$output" ]
    [[ "$stderr" == "prof-to-html: broken:3: "* ]]
}

@test "records of an unknown type are passed over" {
    { head -n 1 "$fibers"; echo '{"type":"weather","sun":true}'; tail -n +2 "$fibers"; } |
        sed 's/"lines":\([0-9]*\)/"lines":\1 1/' | awk '{ if (match($0, /"lines":[0-9]+ 1/)) { n = substr($0, RSTART + 8); sub(/ .*/, "", n);
            sub(/"lines":[0-9]+ 1/, "\"lines\":" n + 1) } print }' >more
    cmp <(prof-to-html more) <(prof-to-html "$fibers")
}
