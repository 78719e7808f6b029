# What the benchmarks share: paths, a scratch directory in which they run, tables. To be sourced in the root of the sources.
# shellcheck shell=sh

build=$(cd "${BUILD:-build}" && pwd)
PATH=$build/bin:$build/bench:$PATH
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM
XDG_CACHE_HOME=$scratch/cache
export XDG_CACHE_HOME
unset OSPREY_PROFILE OSPREY_PROFILE_HZ
cd "$scratch" || exit

# short LINE: for the lines at the head of the results, if there are to be any.
short() {
    [ -z "${SHORT:-}" ] || [ -z "$1" ] || printf -- '- %s\n' "$1" >>"$SHORT"
}

# has COMMAND: says so when a peer is missing.
has() {
    command -v "$1" >/dev/null || {
        printf '%s is not here: no comparison with it.\n' "$1"
        return 1
    }
}

# Median of the first column, and its 95 % confidence interval by ranks (Hahn, Meeker: Statistical Intervals, 5.2).
median() {
    sort -n | awk '
        { value[NR] = $1 }
        function rank(r) { return value[r < 1 ? 1 : r > NR ? NR : int(r)] }
        END { if (NR) printf "%.3f %.3f %.3f\n", rank((NR + 1) / 2), rank(NR / 2 - 0.98 * sqrt(NR)), rank(NR / 2 + 1 + 0.98 * sqrt(NR)) }'
}
