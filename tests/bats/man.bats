#!/usr/bin/env bats
# The man pages: they are there, they are clean, and what they show works.

bats_require_minimum_version 1.5.0
load helper

setup_file() {
    cd "$BATS_FILE_TMPDIR"
    cp "$ROOT"/examples/fib.* .
    cc -O2 -g -fno-omit-frame-pointer -I "$BUILD/include" -o fib fib.c -pthread \
        -Wl,--whole-archive "$BUILD/lib/libosprey_runtime.a" -Wl,--no-whole-archive
    echo 'int main(void) { return 0; }' | cc -x c -o plain -
    OSPREY_PROFILE=raw.json ./fib >/dev/null
    prof-symbolize raw.json >records
    # these stand in for the real ones; the first is as strict about its input
    mkdir bin
    printf '#!/bin/sh\n! grep -vE "^[^;]+(;[^;]+)* [1-9][0-9]*$"\n' >bin/flamegraph.pl
    printf '#!/bin/sh\ncat\n' >bin/less
    chmod +x bin/*
}

@test "every program has a page, and every page's name is in its NAME section" {
    for program in "$BUILD"/bin/*; do
        [ -f "$ROOT/man/man1/${program##*/}.1" ] || { echo "no page: $program"; return 1; }
    done
    for page in "$ROOT"/man/man*/*; do
        name=${page##*/}
        grep -qx ".Nm ${name%.*}" "$page" || { echo "$page"; return 1; }
    done
}

@test "mandoc has nothing to say of any page" {
    run mandoc -T lint -W warning "$ROOT"/man/man*/*
    [ -z "$output" ]
    [ "$status" -eq 0 ]
}

@test "every page that is referred to is there, or is a page of another project" {
    for name in $(sed -n 's/^\.Xr \(osprey[^ ]*\|prof-[^ ]*\) \([157]\).*/\1.\2/p' "$ROOT"/man/man*/* | sort -u); do
        [ -f "$ROOT/man/man${name##*.}/$name" ] || { echo "no page: $name"; return 1; }
    done
}

@test "every option in a program's help is in its page, and the other way round" {
    for program in "$BUILD"/bin/*; do
        name=${program##*/}
        options='s/^  *\(-[a-z], \)\{0,1\}\(--[a-z][a-z-]*\).*/\2/p'
        "$program" --help | sed -n "$options" | sort -u >"$BATS_TEST_TMPDIR/help"
        mandoc -T ascii "$ROOT/man/man1/$name.1" | sed $'s/.\b//g' |
            sed -n "/The options are/,/^[A-Z]/$options" | sort -u >"$BATS_TEST_TMPDIR/page"
        diff "$BATS_TEST_TMPDIR/help" "$BATS_TEST_TMPDIR/page" || { echo "$name"; return 1; }
    done
}

@test "every program's help is at most 80 columns wide" {
    for program in "$BUILD"/bin/*; do
        run "$program" --help
        [ "$status" -eq 0 ]
        run ! grep -E '.{81}' <<<"$output"
    done
}

@test "every example of every page runs" {
    failures=0 examples=0
    for page in "$ROOT"/man/man*/*; do
        work=$BATS_TEST_TMPDIR/${page##*/}
        cp -R "$BATS_FILE_TMPDIR" "$work"
        cd "$work"
        while IFS= read -r -d '' command; do
            examples=$((examples + 1))
            status=0
            PATH=$work/bin:$PATH LD_LIBRARY_PATH=$BUILD/lib bash -o pipefail -c "$command" </dev/null >out 2>err || status=$?
            # 141: head had enough
            if [ "$status" -ne 0 ] && [ "$status" -ne 141 ] || grep -vE ': wrote |the end record counts|no Osprey compiler' err; then
                printf '%s: status %s: %s\n' "${page##*/}" "$status" "$command"
                failures=$((failures + 1))
            fi
        done < <(awk -f "$BATS_TEST_DIRNAME/man-examples.awk" "$page")
    done
    [ "$failures" -eq 0 ]
    [ "$examples" -gt 20 ]
}

# example PAGE N: the Nth block of data in a page's EXAMPLES
example() {
    awk -v wanted="$2" '
        /^\.Sh/ { examples = $2 == "EXAMPLES" }
        /^\.Bd -literal$/ && examples { number++; inside = 1; next }
        /^\.Ed/ { inside = 0 }
        inside && number == wanted' "$ROOT/man/man5/$1"
}

@test "the whole profile that osprey-prof-raw(5) shows becomes what osprey-prof-records(5) shows" {
    example osprey-prof-raw.5 1 >raw.json
    example osprey-prof-records.5 1 >expected
    prof-images raw.json >records
    diff expected records
}

@test "the prompts of the README are commands that run" {
    cd "$BATS_FILE_TMPDIR"
    sed -n '/^```sh$/,/^```$/{/^```/!p;}' "$ROOT/README.md" | grep -v '^sh scripts/' >readme.sh
    [ "$(wc -l <readme.sh)" -gt 3 ]
    ln -sf "$ROOT/examples" examples
    PATH=$BATS_FILE_TMPDIR/bin:$PATH run --separate-stderr bash -eu readme.sh
    [ "$status" -eq 0 ]
    # no pipefail: a program whose reader had enough would fail too. What fails says so.
    run ! grep -vE ': wrote |the end record counts' <<<"${stderr:-the end record counts}"
}

# shape: text without its numbers, bars and widths
shape() {
    sed 's/[0-9][0-9.]*/N/g; s/(N times wall)/(N % of wall)/; s/[█▉▊▋▌▍▎▏]//g; s/  */ /g; s/^ //'
}

@test "the transcript of the README is what its command prints" {
    transcript=$(sed -n '/^    \$ /,/^[^ ]/{/^[^ ]/!s/^    //p;}' "$ROOT/README.md")
    command=$(sed -n '1s/^\$ //p' <<<"$transcript")
    [ -n "$command" ]
    mkdir "$BATS_TEST_TMPDIR/root"
    cd "$BATS_TEST_TMPDIR/root"
    cp -R "$ROOT/examples" .
    ln -s "$BUILD/bin" bin
    unset OSPREY_COMPILER
    bash -c "$command" 2>&1 | shape >printed
    # rows of functions, and notes, depend on the machine
    sed 1d <<<"$transcript" | shape | grep -e '^osprey' -e '^fib$' -e '^main N, fiber' -e '^wall' -e '^FIBER' -e '^SELF%' -e '^N% N% N N fib ' \
        -e '^N% N% N N main ' >expected
    [ "$(wc -l <expected)" -eq 9 ]
    while IFS= read -r line; do
        grep -qxF -e "$line" printed || { echo "not printed: $line"; cat printed; return 1; }
    done <expected
}
