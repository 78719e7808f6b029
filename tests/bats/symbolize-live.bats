# prof-symbolize: profiles that the runtime wrote, of programs and libraries that change, move and go away.
bats_require_minimum_version 1.5.0
load helper
load symbolize-helper

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    cat > burn.h <<'EOF'
#include <time.h>
static void burn(double seconds)
{
    struct timespec t;
    double end = seconds + (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t), (double)t.tv_sec + (double)t.tv_nsec * 1e-9);
    do
        for (volatile int i = 0; i < 300000; i++) ;
    while (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t), (double)t.tv_sec + (double)t.tv_nsec * 1e-9 < end);
}
EOF
}

# ran PROGRAM ARGUMENT...: runs it under the runtime; the profile is raw.json.
ran() { OSPREY_PROFILE=$PWD/raw.json LD_PRELOAD=$BUILD/lib/libosprey-prof-preload.so "$@"; }

# samples_of NAME: how many samples have a frame of that name.
samples_of() { prof-symbolize raw.json 2>> messages | prof-fold --no-fiber | awk -v name="$1" '$0 ~ "(^|;)" name "[; ]" { sum += $NF } END { print sum + 0 }'; }

# builds OUTPUT NAME [FLAG...]: a program without a build id whose function NAME burns, then does what REST says.
builds() {
    printf '#include "burn.h"\n#include <stdio.h>\n#include <dlfcn.h>\n__attribute__((noinline)) static void %s(void) { burn(0.2); }\nint main(void) { %s(); %s; return 0; }\n' \
        "$2" "$2" "${REST:-}" > "$1.c"
    ${CC:-cc} -O1 -g -fno-omit-frame-pointer -Wl,--build-id=none "${@:3}" -o "$1" "$1.c"
}

@test "a program without a build id has its names, until another of the same size takes its place" {
    builds prog first
    ran ./prog
    jq -e '.images[0] | .build_id == "" and .file_size > 0 and .file_mtime_ns > 0' raw.json
    [ "$(samples_of first)" -gt 50 ]
    builds next other
    [ "$(stat -c %s next)" -eq "$(stat -c %s prog)" ]
    mv next prog
    [ "$(samples_of other)" -eq 0 ]
    [ "$(samples_of first)" -eq 0 ]
    grep -F "$PWD/prog changed since the profile was taken" messages
}

@test "a program that was replaced while it ran is known to be another" {
    builds next other
    REST='rename("next", "prog"); void *more = dlopen("libm.so.6", RTLD_NOW); burn(0.2); (void)!more' builds prog first
    ran ./prog
    [ "$(samples_of other)" -eq 0 ]
    [ "$(samples_of first)" -eq 0 ]
    grep -F "$PWD/prog changed since the profile was taken" messages
    [ "$(jq '[.images[] | select(.path | endswith("/prog"))] | length' raw.json)" -eq 1 ]
}

@test "a library that was rebuilt and loaded again is another image" {
    local name
    for name in works plays; do
        printf '#include "burn.h"\nvoid job(void); void job(void);\n__attribute__((noinline)) static void %s(void) { burn(0.3); }\nvoid job(void) { %s(); }\n' $name $name > $name.c
        ${CC:-cc} -O1 -g -fno-omit-frame-pointer -fPIC -shared -Wl,--build-id=none -o $name.so $name.c
    done
    cp works.so lib.so
    REST='for (int n = 0; n < 2; n++) { void *l = dlopen("./lib.so", RTLD_NOW); ((void (*)(void))dlsym(l, "job"))(); dlclose(l); rename("plays.so", "lib.so"); burn(0.1); }' \
        builds prog first
    ran ./prog
    [ "$(jq '[.images[] | select(.path | endswith("/lib.so"))] | length' raw.json)" -eq 2 ]
    [ "$(samples_of works)" -eq 0 ]
    [ "$(samples_of plays)" -ge 100 ]
    [ "$(samples_of plays)" -le 400 ]
}

@test "what a signal handler returns to has its own name, and not that of the code before it (C41)" {
    cat > signals.c <<'EOF'
#include <signal.h>
#include "burn.h"
static void on_signal(int n) { (void)n; burn(0.3); }
int main(void) { signal(SIGUSR1, on_signal); raise(SIGUSR1); return 0; }
EOF
    ${CC:-cc} -O1 -g -fno-omit-frame-pointer -o signals signals.c
    ${CC:-cc} -O1 -g -fno-omit-frame-pointer -static -o static signals.c -pthread -Wl,--whole-archive "$BUILD/lib/libosprey_prof.a" -Wl,--no-whole-archive
    ran ./signals
    [ "$(prof-symbolize raw.json | prof-fold --no-fiber | awk '/;__restore_rt;osprey_prof_calls_handler;on_signal;burn[; ]/ { sum += $NF } END { print sum + 0 }')" -gt 100 ]
    [ "$(prof-symbolize raw.json | frame __restore_rt | jq -c '.[3]')" = '"runtime"' ]
    OSPREY_PROFILE=$PWD/raw.json ./static
    [ "$(samples_of __restore_rt)" -gt 100 ]
}

@test "static programs have right names and a path of their own (C52)" {
    local kind
    for kind in -static -static-pie; do
        REST=; builds prog hot
        ${CC:-cc} -O1 -g -fno-omit-frame-pointer $kind -o prog prog.c -pthread -Wl,--whole-archive "$BUILD/lib/libosprey_prof.a" -Wl,--no-whole-archive 2> /dev/null
        OSPREY_PROFILE=$PWD/raw.json ./prog
        [ "$(jq -r '.images[0].path' raw.json)" = "$PWD/prog" ]
        run ! grep /proc/self raw.json
        [ "$(samples_of hot)" -gt 50 ]
        [ "$(prof-symbolize raw.json | frame hot | jq -c '.[0]' | head -n 1)" = "\"$PWD/prog.c\"" ]
    done
}

@test "a library that is called by a link, and moved away afterwards, has its names where --path-map says (C59)" {
    mkdir real moved
    printf '#include "burn.h"\nvoid job(void); void job(void) { burn(0.3); }\n' > job.c
    ${CC:-cc} -O1 -g -fno-omit-frame-pointer -fPIC -shared -o real/libjob.so.1 job.c
    ln -s real/libjob.so.1 libjob.so
    REST='void *l = dlopen("./libjob.so", RTLD_NOW); ((void (*)(void))dlsym(l, "job"))()' builds prog first
    ran ./prog
    mv real/libjob.so.1 moved/
    printf 'void other(void); void other(void) { }\n' | ${CC:-cc} -O1 -g -fPIC -shared -o real/libjob.so.1 -x c -
    [ "$(samples_of job)" -eq 0 ]
    grep -F "$PWD/real/libjob.so.1 changed since the profile was taken" messages
    [ "$(prof-symbolize --path-map "$PWD/real=$PWD/moved" raw.json | prof-fold --no-fiber | awk '/;job[; ]/ { sum += $NF } END { print sum + 0 }')" -gt 100 ]
}

# share_of PATTERN: the per cent of the folded stacks on stdin that have it.
share_of() { awk -v pattern="$1" '{ sum += $NF } $0 ~ pattern { part += $NF } END { print int(100 * part / (sum ? sum : 1)) }'; }

@test "functions inlined in each other, over two files and a header, are in order, have their lines and change no total (C68)" {
    cat > third.h <<'EOF'
static INLINE int third(int x)
{
	for (volatile int i = 0; i < 100000; i++) ; /* line 3 */
	return x + 1;
}
EOF
    cat > second.c <<'EOF'
#include "third.h"
static INLINE int second(int x)
{
	return third(x) * 3; /* line 4 */
}
EOF
    cat > first.c <<'EOF'
#include <time.h>
#include "second.c"
static INLINE int first(int x)
{
	return second(x) - 1; /* line 5 */
}
__attribute__((noinline)) int outer(int x)
{
	return first(x) + 2; /* line 9 */
}
int main(void)
{
	struct timespec t;
	int sum = 0;

	for (t.tv_nsec = 0; t.tv_nsec < 500000000; clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t))
		sum += outer(sum);
	return sum == 1;
}
EOF
    local attribute inlined oncpu
    for attribute in 'inline __attribute__((always_inline))' '__attribute__((noinline))'; do
        inlined=$([[ $attribute == *noinline* ]] && echo false || echo true)
        ${CC:-cc} -O1 -g -fno-omit-frame-pointer -fno-optimize-sibling-calls "-DINLINE=$attribute" -o levels first.c
        ran ./levels
        prof-symbolize raw.json > records
        prof-fold --state cpu --no-fiber records > folded
        [ "$(share_of ';outer;first;second;third[ ;]' < folded)" -ge 85 ]
        oncpu=$(jq '[.samples[] | select(.[3] == 0) | .[4] // 1] | add' raw.json)
        [ "$(awk '{ sum += $NF } END { print sum }' folded)" -eq "$oncpu" ]
        [ "$(prof-aggregate records | jq 'select(.type == "function") | .self' | awk '{ sum += $1 } END { print sum }')" -eq "$oncpu" ]
        [ "$(frame third < records | jq -c 'select(.[1] == 3) | [.[0], .[2], .[4]]' | sort -u)" = "[\"$PWD/third.h\",1,$inlined]" ]
        [ "$(frame second < records | jq -c 'select(.[1] == 4) | [.[0], .[1], .[4]]' | sort -u)" = "[\"$PWD/second.c\",4,$inlined]" ]
        [ "$(frame first < records | jq -c 'select(.[1] == 5) | [.[0], .[1], .[4]]' | sort -u)" = "[\"$PWD/first.c\",5,$inlined]" ]
        [ "$(frame outer < records | jq -c 'select(.[1] == 9) | [.[1], .[4]]' | sort -u)" = '[9,false]' ]
    done
}

@test "a program with code in two segments has names for both" {
    cat > two.c <<'EOF'
#include "burn.h"
__attribute__((noinline, section(".far"))) void far_away(void) { burn(0.3); __asm__ volatile(""); }
__attribute__((noinline)) void near_by(void) { burn(0.3); __asm__ volatile(""); }
int main(void) { far_away(); near_by(); return 0; }
EOF
    ${CC:-cc} -O1 -g -fno-omit-frame-pointer -Wl,--section-start=.far=0x5000000 -o two two.c
    [ "$(readelf -lW two | grep -c 'LOAD.* R.E ')" -eq 2 ]
    ran ./two
    [ "$(samples_of far_away)" -gt 100 ]
    [ "$(samples_of near_by)" -gt 100 ]
    [ ! -s messages ]
}

@test "code made at run time has the names of the map that the program wrote (C57)" {
    OSPREY_PROFILE=raw.json "$BUILD/programs/jit"
    local start
    start=$(jq -r '.images[].path' raw.json | sed -n 's/^\[jit 0x\(.*\)\]$/\1/p' | head -n 1)
    MAP=/tmp/perf-$(jq .pid raw.json).map
    echo "$start 1000 my jit;fn" > "$MAP"
    prof-symbolize raw.json > records
    [ "$(frame 'my jit;fn' < records | jq -c '.[3]')" = '"runtime"' ]
    prof-fold --state cpu --no-fiber records > folded
    [ "$(share_of ';my_jit_fn ' < folded)" -ge 50 ]
}

teardown() {
    rm -f "${MAP:-}"
}
