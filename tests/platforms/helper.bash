# What every test file of the other platforms loads.
load ../bats/helper

PLATFORMS=$BUILD/platforms
export PLATFORMS

# needs COMMAND-OR-FILE PACKAGE: fails with what to install.
needs() {
    command -v "$1" >/dev/null || [ -e "$1" ] || {
        echo "$1 is missing: apt-get install $2" >&2
        return 1
    }
}

# runtime NAME VARIABLE=VALUE...: builds the runtime without a warning; $PLATFORMS/NAME/lib/libosprey_prof.a is left.
runtime() {
    local name=$1
    shift
    "${MAKE:-make}" -s -C "$ROOT" BUILD="$PLATFORMS/$name" WERROR=1 "$@" "$PLATFORMS/$name/lib/libosprey_prof.a"
}

# with_runtime NAME COMPILER ARGUMENT...: compiles with frame pointers and links with that runtime.
with_runtime() {
    local archive=$PLATFORMS/$1/lib/libosprey_prof.a
    shift
    "$@" -O2 -g -fno-omit-frame-pointer -pthread -Wl,--whole-archive "$archive" -Wl,--no-whole-archive
}

# folded RAW: the stacks of on-CPU samples, without what called main.
folded() {
    prof-symbolize "$1" 2>/dev/null | prof-fold --state cpu --no-fiber | sed 's/^.*;main;/main;/'
}

# share RAW PATTERN: the percentage of on-CPU samples whose stack matches.
share() {
    folded "$1" | awk -v pattern="$2" '
        { all += $NF }
        $0 ~ pattern { some += $NF }
        END { printf "%.1f", 100 * some / all }'
}

# between LOW VALUE HIGH
between() {
    awk -v low="$1" -v value="$2" -v high="$3" 'BEGIN { exit !(low <= value && value <= high) }' ||
        { echo "$2 is not between $1 and $3"; return 1; }
}
