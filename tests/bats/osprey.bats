#!/usr/bin/env bats
# The driver, from outside.

bats_require_minimum_version 1.5.0
load helper

setup_file() {
    cd "$BATS_FILE_TMPDIR"
    cat >prog.c <<'END'
#include <osprey_prof.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t stop;

static void on_signal(int number)
{
	(void)number;
	stop = 1;
}

static double cpu_seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

__attribute__((noinline)) void burn(double seconds)
{
	double end = cpu_seconds() + seconds;

	while (cpu_seconds() < end)
		for (volatile int i = 0; i < 200000; i++)
			;
}

static void until_signal(const char *ready)
{
	fclose(fopen(ready, "w"));
	while (!stop)
		usleep(1000);
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	int status = argc > 2 ? atoi(argv[2]) : 0, c;

	for (int i = 1; i < argc; i++)
		printf("[%s]", argv[i]);
	puts("");
	fflush(stdout);
	burn(argc > 3 && !strcmp(argv[3], "long") ? 0.4 : 0.06);
	if (!strcmp(what, "copy"))
		while ((c = getchar()) != EOF)
			putchar(c);
	if (!strcmp(what, "complain"))
		fputs("complaint\n", stderr);
	if (!strcmp(what, "raise"))
		raise(status);
	if (!strcmp(what, "_exit"))
		_exit(status);
	if (!strcmp(what, "catch")) {
		signal(SIGINT, on_signal);
		signal(SIGTERM, on_signal);
		signal(SIGHUP, on_signal);
	}
	if (!strcmp(what, "catch") || !strcmp(what, "wait"))
		until_signal("ready");
	return status;
}
END
    osprey prog.c
    # It ends before the profiler begins, by SIGKILL, or when it has run a command by _exit.
    cc -w -D_GNU_SOURCE -o leaver -x c - <<'END'
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
static void first(int argc, char **argv, char **environment)
{
	environ = environment;
	if (argc > 1)
		_exit(system(argv[1]) / 256);
	kill(getpid(), SIGKILL);
}
__attribute__((section(".preinit_array"), used)) static void (*place)(int, char **, char **) = first;
int main(void) { return 0; }
END
    cat >tiny.ll <<'END'
define i32 @leaf(i32 %x) noinline {
  %place = alloca i32
  store volatile i32 %x, i32* %place
  %y = load volatile i32, i32* %place
  ret i32 %y
}
define i32 @"a (strange) name"(i32 %x) local_unnamed_addr #0 {
  %y = call i32 @leaf(i32 %x)
  %z = add i32 %y, 1
  ret i32 %z
}
define i32 @lines(
    i32 %x,
    i32 (i32)* %f) #1
{
  %y = call i32 %f(i32 %x)
  %z = add i32 %y, 1
  ret i32 %z
}
define i32 @main() {
  %a = call i32 @"a (strange) name"(i32 3)
  %b = call i32 @lines(i32 %a, i32 (i32)* @leaf)
  ret i32 %b
}
attributes #0 = { noinline "frame-pointer"="none" "x"="y" }
attributes #1 = { "frame-pointer"="non-leaf" noinline }
END
}

setup() {
    mkdir "$BATS_TEST_TMPDIR/work" "$BATS_TEST_TMPDIR/tmp"
    export TMPDIR=$BATS_TEST_TMPDIR/tmp
    cd "$BATS_TEST_TMPDIR/work"
    prog=$BATS_FILE_TMPDIR/prog
    leaver=$BATS_FILE_TMPDIR/leaver
    unset OSPREY_COMPILER OSPREY_PROFILE OSPREY_PROFILE_HZ CC
}

# However a test ends, osprey has left nothing in its scratch place.
teardown() {
    [ -z "$(ls -A "$BATS_TEST_TMPDIR/tmp")" ]
}

# refused STATUS MESSAGE ARGS...: osprey says just this one line.
refused() {
    local wanted=$1 message=$2
    shift 2
    run --separate-stderr "-$wanted" osprey "$@"
    [ -z "$output" ]
    [ "${#stderr_lines[@]}" -eq 1 ]
    [[ ${stderr_lines[0]} == "osprey: "*"$message"* ]] || { echo "$stderr"; return 1; }
}

# An installed tree of links, in which a test may replace parts.
make_tree() {
    tree=$BATS_TEST_TMPDIR/tree
    mkdir -p "$tree/bin" "$tree/lib" "$tree/share"
    cp "$BUILD/bin/osprey" "$tree/bin"
    ln -s "$BUILD"/bin/prof-* "$tree/bin"
    ln -s "$BUILD"/lib/*.a "$tree/lib"
    ln -s "$BUILD/share/osprey-prof" "$tree/share"
    ln -s "$BUILD/include" "$tree"
}

# replace PART SCRIPT
replace() {
    rm "$tree/bin/$1"
    printf '#!/bin/sh\n%s\n' "$2" >"$tree/bin/$1"
    chmod +x "$tree/bin/$1"
}

@test "--help tells the options and leaves with 0" {
    run --separate-stderr osprey --help
    [ "$status" -eq 0 ]
    [[ ${lines[0]} == "usage: osprey FILE "* ]]
    for option in --run --profile --debug -o --hz --help --version; do
        [[ $output == *"$option"* ]]
    done
    [[ $output != *"set -e"* ]]
}

@test "--version tells the version that the filters tell" {
    run osprey --version
    [ "$status" -eq 0 ]
    [ "$output" = "$(prof-fold --version | sed 's/prof-fold/osprey/')" ]
}

@test "wrong use is told in one line with status 125" {
    refused 125 "no FILE"
    refused 125 "no FILE" --run
    refused 125 "unknown option '--speed'" --speed
    refused 125 "two files" "$prog" "$prog" --run
    refused 125 "-o needs a value" "$prog" -o
    refused 125 "exclude each other" --debug --profile "$prog"
    refused 125 "--run or --profile" "$prog"
    refused 125 "goes with --profile" --run --hz 100 "$prog"
    refused 125 "goes with --profile" --run --html "$prog"
    refused 125 "goes with --profile" --run --records "$prog"
}

@test "--hz takes 10 to 10000 and nothing else" {
    for rate in 9 10001 0 -5 ten 100.5 0x64 099 '' 18446744073709551716; do
        run --separate-stderr osprey --profile "$prog" --hz "$rate"
        [ "$status" -eq 125 ]
    done
    for rate in 10 10000; do
        osprey --profile "$prog" --hz "$rate"
        [ "$(jq .rateHz prog.profile.json)" -eq "$rate" ]
    done
}

@test "a file that is not there is 127, one that can't be run is 126" {
    refused 127 "no such file" --run nothing
    refused 127 "no such file" nothing.c
    refused 126 "not a file" --run .
    echo text >text
    refused 126 "neither an executable nor a source" --run text
    for file in "$prog" "$(command -v osprey)"; do
        cp "$file" copy
        chmod -x copy
        refused 126 "copy: it is not marked as executable: chmod +x it" --run copy
    done
}

@test "a C source becomes an executable in the current directory" {
    osprey "$BATS_FILE_TMPDIR/prog.c"
    [ "$(ls)" = prog ]
    run ./prog a b
    [ "$output" = "[a][b]" ]
}

@test "-o names the executable" {
    mkdir sub
    osprey "$BATS_FILE_TMPDIR/prog.c" -o sub/other
    [ "$(find . -type f)" = ./sub/other ]
    sub/other
}

@test "-o never names the source itself" {
    cp "$BATS_FILE_TMPDIR/prog.c" .
    refused 125 "itself" prog.c -o prog.c
    cmp prog.c "$BATS_FILE_TMPDIR/prog.c"
}

@test "what doesn't compile is 125, and nothing is left" {
    echo 'int main(void) { return x; }' >bad.c
    run osprey bad.c --run
    [ "$status" -eq 125 ]
    [[ $output == *"osprey: bad.c: "* ]]
    [ "$(ls)" = bad.c ]
    echo 'int other(void) { return 1; }' >no_main.c
    run osprey no_main.c
    [ "$status" -eq 125 ]
}

@test "--debug compiles without optimising" {
    osprey "$BATS_FILE_TMPDIR/prog.c" -o fast
    osprey "$BATS_FILE_TMPDIR/prog.c" -o slow --debug
    size() { objdump -d --disassemble=until_signal "$1" | wc -l; }
    [ "$(size slow)" -gt 0 ]
    [ "$(size fast)" -lt "$(size slow)" ]
}

# framed EXECUTABLE: each function of tiny.ll sets up a frame pointer
framed() {
    case $(uname -m) in
    x86_64) setup='push +%rbp' ;;
    aarch64) setup='stp\s+x29' ;;
    *) skip "no pattern for this machine" ;;
    esac
    for name in leaf "a (strange) name" lines main; do
        objdump -d "$1" | awk -v head="<$name>:" 'index($0, head) { on = 1 } on && !NF { exit } on' | grep -qE "$setup" ||
            { echo "$name has no frame pointer"; return 1; }
    done
}

@test "every function of an .ll gets a frame pointer, whatever attributes it has" {
    osprey "$BATS_FILE_TMPDIR/tiny.ll"
    framed tiny
    run ./tiny
    [ "$status" -eq 5 ]
}

@test "every function of a .bc gets a frame pointer" {
    clang -Wno-override-module -emit-llvm -c "$BATS_FILE_TMPDIR/tiny.ll" -o tiny.bc
    osprey tiny.bc
    framed tiny
}

@test "a CC that is no clang is for C alone" {
    CC=gcc osprey "$BATS_FILE_TMPDIR/prog.c" -o by_gcc
    readelf -p .comment by_gcc | grep -q GCC
    CC="gcc -std=c11" osprey "$BATS_FILE_TMPDIR/tiny.ll" -o tiny
    framed tiny
    CC=no-such-compiler refused 125 "CC names no-such-compiler" "$BATS_FILE_TMPDIR/prog.c"
}

@test "without clang, IR can't be compiled, and the message says what is missing" {
    mkdir tools
    ln -s /usr/bin/* tools/
    rm tools/clang*
    PATH=$BUILD/bin:$PWD/tools refused 125 "no clang found" "$BATS_FILE_TMPDIR/tiny.ll"
}

# osprey_compiler DIRECTORY: a stand-in that knows one program
osprey_compiler() {
    mkdir -p "$1"
    printf '#!/bin/sh\nprintf "%%s\\n" "$*" >>called\ncat "%s/tiny.ll"\n' "$BATS_FILE_TMPDIR" >"$1/osprey"
    chmod +x "$1/osprey"
}

@test "an .osp file goes through OSPREY_COMPILER" {
    osprey_compiler "a compiler"
    touch my.osp
    OSPREY_COMPILER="$PWD/a compiler/osprey" run --separate-stderr osprey my.osp --run
    [ "$status" -eq 5 ]
    [ -z "$stderr" ]
    [ "$(cat called)" = "my.osp --llvm --profile" ]
}

@test "without OSPREY_COMPILER the first osprey on PATH that is no copy of the driver compiles" {
    osprey_compiler compiler
    touch my.ospml
    PATH=$PATH:$PWD/compiler run osprey my.ospml --run
    [ "$status" -eq 5 ]
    [ "$(cat called)" = "my.ospml --llvm --profile" ]
}

@test "a compiler that fails is told" {
    touch my.osp
    OSPREY_COMPILER=false refused 125 "false failed" my.osp --run
}

@test "without a compiler an .ll beside the .osp is taken, and a line says so" {
    cp "$BATS_FILE_TMPDIR/tiny.ll" my.ll
    touch -d '1 second' my.osp
    run --separate-stderr osprey my.osp --run
    [ "$status" -eq 5 ]
    [ "${#stderr_lines[@]}" -eq 1 ]
    [[ $stderr == *"taking my.ll" ]]
}

@test "an .ll that is older than the .osp is not taken" {
    cp "$BATS_FILE_TMPDIR/tiny.ll" my.ll
    touch -d '1 hour' my.osp
    refused 125 "OSPREY_COMPILER" my.osp --run
    rm my.ll
    refused 125 "OSPREY_COMPILER" my.osp --run
}

@test "the program has its arguments, standard input, output and error, and its status is osprey's" {
    run --separate-stderr osprey --run "$prog" -- copy 7 'a  b' '' '*' --run < <(printf 'in\nput')
    [ "$status" -eq 7 ]
    [ "$output" = $'[copy][7][a  b][][*][--run]\nin\nput' ]
    [ -z "$stderr" ]
    run --separate-stderr osprey --profile "$prog" -- complain 9
    [ "$status" -eq 9 ]
    [ "${lines[0]}" = "[complain][9]" ]
    [ "${stderr_lines[0]}" = complaint ]
}

@test "a program that a signal ends gives 128 and the signal's number" {
    run osprey --run "$prog" -- raise 9
    [ "$status" -eq 137 ]
    run osprey --profile "$prog" -- raise 15
    [ "$status" -eq 143 ]
}

@test "--run alone does not profile" {
    osprey --run "$prog"
    [ -z "$(ls)" ]
}

@test "--html adds a page" {
    osprey --profile --html "$prog"
    [ "$(ls)" = $'prog.cpuprofile\nprog.folded\nprog.html\nprog.profile.json\nprog.speedscope.json' ]
    grep -q '^<!DOCTYPE html>' prog.html
}

@test "--records keeps what the views of the report are made of" {
    osprey --profile --records "$prog" >report
    [ "$(ls prog.*)" = $'prog.cpuprofile\nprog.folded\nprog.profile.json\nprog.records\nprog.speedscope.json' ]
    diff -u <(prof-report prog.records) <(tail -n +2 report) # the program prints a line
    prof-report --tree prog.records | grep -q ' burn'
    cmp <(prof-fold prog.records) prog.folded
}

@test "a directory is no name for outputs" {
    mkdir sub
    for name in sub/ . .. sub/.; do
        run --separate-stderr osprey --profile "$prog" -o "$name"
        [ "$status" -eq 125 ]
        [[ $stderr == "osprey: $name: a directory; "* ]]
    done
    [ "$(ls -A sub)" = "" ]
}

@test "a command is found on PATH, a file here comes first" {
    mkdir tools
    cp "$prog" tools/some-command
    PATH=$PWD/tools:$PATH osprey some-command --profile
    [ -s some-command.speedscope.json ]
    PATH=$PWD/tools:$PATH run -127 osprey no-such-command --run
}

@test "processes that the program started are told" {
    cat >starts.c <<'END'
#include <stdlib.h>
int main(int argc, char **argv) { return argc > 1 ? system(argv[1]) : 0; }
END
    cc -o starts starts.c
    run --separate-stderr osprey starts --profile -- "$prog; $prog"
    [[ $stderr == *" more processes that it started: not in this profile; for a file of each run "* ]]
    run --separate-stderr osprey starts --profile
    [[ $stderr != *"that it started"* ]]
}

@test "what is to be called for the profiles of all processes works as it is told" {
    cat >forks.c <<'END'
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
int main(int argc, char **argv)
{
	if (argc > 1 && (argc != 4 || strcmp(argv[1], "two 'words") || *argv[2] || strcmp(argv[3], "3")))
		return 9;
	fork();
	for (volatile long i = 0; i < 30000000; i++)
		;
	return wait(0) > 0 ? 4 : 0;
}
END
    cc -o "it's forking" forks.c
    osprey forks.c -o carries
    for name in "./it's forking" carries; do
        run --separate-stderr osprey "$name" --profile -o out -- "two 'words" '' 3
        call=$(sed -n 's/.* for a file of each run //p' <<<"$stderr")
        [[ $call == "OSPREY_PROFILE=raw-%p.json "* ]]
        bash -c "$call" || [ $? -eq 4 ]
        [ "$(find . -name 'raw-*.json' | wc -l)" -eq 2 ]
        rm raw-*.json
    done
    run --separate-stderr osprey forks.c --profile
    [[ $stderr == *" for a file of each run OSPREY_PROFILE=raw-%p.json ./NAME (osprey forks.c -o NAME makes it)"* ]]
}

@test "a program that goes on in the background is told, and its profile is kept" {
    cat >daemon.c <<'END'
#include <fcntl.h>
#include <unistd.h>
int main(void)
{
	if (fork() != 0)
		_exit(5);
	for (volatile long i = 0; i < 300000000; i++)
		;
	close(open("ready", O_CREAT, 0600));
	while (access("end", F_OK) != 0)
		usleep(1000);
	return 0;
}
END
    osprey daemon.c --profile >out 2>err 3>&- || [ $? -eq 5 ]
    [ "$(head -n 1 err)" = "osprey: daemon.c left no profile: it ended by _exit, and what it started goes on" ]
    pid=$(sed -n 's/.* goes on (process \([0-9]*\)): .*/\1/p' err)
    kept=$(sed -n 's/.* it comes to \(.*\)\/PID\.json$/\1/p' err)
    [ "$(wc -l <err)" -eq 2 ]
    until_so [ -e ready ]
    osprey snapshot "$pid" -o sofar
    jq -e '.hotFunctions[0].name == "main"' sofar.profile.json
    touch end
    until_so [ -e "$kept/$pid.json" ]
    prof-symbolize "$kept/$pid.json" | prof-fold | grep -q 'main.* [0-9]*$'
    rm -r "$kept"
}

@test "what ends the profile is in no sample" {
    osprey --profile "$prog"
    run ! grep -E 'finish|sampler' prog.folded
}

@test "--profile runs, prints the report after the program's output, and writes the four files" {
    run --separate-stderr osprey --profile "$prog" -- x
    [ "$status" -eq 0 ]
    [ "${lines[0]}" = "[x]" ]
    [[ $output == *SELF%*burn* ]]
    [ "$(ls)" = $'prog.cpuprofile\nprog.folded\nprog.profile.json\nprog.speedscope.json' ]
    [ "${#stderr_lines[@]}" -eq 1 ]
    [[ $stderr == "osprey: wrote prog.speedscope.json, "* ]]
    jq -e '.hotFunctions | length > 0' prog.profile.json
    jq -e '.profiles | length > 0' prog.speedscope.json
    jq -e '.nodes | length > 0' prog.cpuprofile
    grep -q burn prog.folded
}

@test "the outputs can be read by those who can read other new files" {
    umask 022
    osprey --profile "$prog"
    for file in *; do
        [ "$(stat -c %a "$file")" = 644 ]
    done
}

@test "-o names the outputs too" {
    mkdir sub
    osprey --profile "$BATS_FILE_TMPDIR/prog.c" -o "sub/my case"
    [ "$(ls sub)" = $'my case\nmy case.cpuprofile\nmy case.folded\nmy case.profile.json\nmy case.speedscope.json' ]
    [ "$(ls)" = sub ]
    refused 125 "nothing can be written" --profile "$prog" -o nowhere/x
}

@test "old outputs are replaced" {
    echo old >prog.folded
    osprey --profile "$prog"
    run ! grep old prog.folded
}

@test "names with spaces, quotes, newlines, equal signs and leading dashes work" {
    for name in 'a b' "it's" '"q"' $'new\nline' 'a=b' '-x' '$HOME' '*' 'back\slash' 'ü'; do
        mkdir here
        cd here
        cp "$BATS_FILE_TMPDIR/prog.c" "./$name.c"
        osprey "./$name.c" --profile -- copy 0 "$name" </dev/null >out
        said="[copy][0][$name]"
        [[ $(cat out) == "$said"* ]]
        [ -s "./$name.folded" ] && [ -s "./$name.cpuprofile" ]
        [ -s "./$name.speedscope.json" ] && [ -s "./$name.profile.json" ]
        osprey "./$name.c" -o "./$name"
        osprey --run "./$name"
        cd ..
        rm -r here
    done
}

@test "a scratch place with spaces works" {
    TMPDIR="$BATS_TEST_TMPDIR/tmp/a b"
    mkdir "$TMPDIR"
    osprey --profile "$prog"
    [ -s prog.folded ]
    rmdir "$TMPDIR"
}

@test "a program that leaves no profile is told of, and keeps its status" {
    run --separate-stderr osprey --profile "$leaver"
    [ "$status" -eq 137 ]
    [[ ${stderr_lines[-1]} == *"left no profile"* ]]
    [ -z "$(ls)" ]
}

@test "of a program that is killed, crashes or runs no exit handlers, what was sampled is recovered" {
    for pair in '_exit 6:6' '_exit 0:0' 'raise 9:137' 'raise 11:139' 'raise 6:134'; do
        # shellcheck disable=SC2086 # two arguments
        run --separate-stderr osprey --profile "$prog" -o out -- ${pair%:*} long
        [ "$status" -eq "${pair#*:}" ]
        [[ $output == *SELF%*burn* ]]
        [[ $stderr == *"$prog wrote no profile: what was sampled up to its end is recovered"* ]]
        [ "$(ls)" = $'out.cpuprofile\nout.folded\nout.profile.json\nout.speedscope.json' ]
        rm out.*
    done
}

@test "a snapshot of a running program gives its outputs so far, and the program goes on" {
    osprey --profile "$prog" -o whole -- wait 0 long >/dev/null 2>&1 3>&- &
    driver=$!
    until_so [ -e ready ]
    pid=$(pgrep -P "$driver" prog)
    run --separate-stderr osprey snapshot "$pid" -o sofar
    [ "$status" -eq 0 ]
    [[ $output == *SELF%*burn* ]]
    [ "$(ls sofar.*)" = $'sofar.cpuprofile\nsofar.folded\nsofar.profile.json\nsofar.speedscope.json' ]
    osprey snapshot "$pid"
    [ -s prog.folded ]
    kill -TERM "$pid"
    wait "$driver" || [ $? -eq 143 ]
    [ "$(jq .sampleCount sofar.profile.json)" -lt "$(jq .sampleCount whole.profile.json)" ]
}

@test "a snapshot of the driver is one of the program that it runs" {
    osprey --profile "$prog" -o whole -- catch 0 long >/dev/null 2>&1 3>&- &
    driver=$!
    until_so [ -e ready ]
    pid=$(pgrep -P "$driver" prog)
    run --separate-stderr osprey snapshot "$driver" -o sofar
    [ "$status" -eq 0 ]
    [ "${stderr_lines[0]}" = "osprey: process $driver is not under the profiler: taking $pid, which it started" ]
    jq -e '.hotFunctions[0].name == "burn"' sofar.profile.json
    kill -TERM "$driver"
    wait "$driver"
}

@test "a snapshot of what started several programs names those that are under the profiler" {
    bash -c 'for i in 1 2; do
        OSPREY_PROFILE=raw-$i.json "$0" catch 0 long >/dev/null & echo $! >>pids
    done; wait' "$prog" 3>&- &
    starter=$!
    until_so [ -e ready ]
    until_so [ -e raw-1.json.part ]
    until_so [ -e raw-2.json.part ]
    run --separate-stderr osprey snapshot "$starter"
    # shellcheck disable=SC2046 # words
    kill $(<pids)
    wait "$starter"
    [ "$status" -eq 125 ]
    [ "$(grep -ow '[0-9]*' <<<"${stderr#*name one:}" | sort)" = "$(sort pids)" ]
}

@test "a snapshot of another user's process says so, in one line" {
    [ "$(id -u)" -eq 0 ] || refused 125 "process 1 is another user's" snapshot 1
    make_tree
    sed 's|"/proc/$1/maps"|/nowhere|' "$BUILD/bin/osprey" >"$tree/bin/osprey"
    run --separate-stderr "$tree/bin/osprey" snapshot $$
    [ "$stderr" = "osprey: process $$ is another user's" ]
}

@test "that there are no samples is told once, by the report, and other lines of the parts stay" {
    echo 'int main(void) { return 0; }' | cc -x c -o idle -
    run --separate-stderr osprey ./idle --profile --html
    [[ $output == *"no CPU samples in "* ]]
    [ "$stderr" = "osprey: wrote idle.speedscope.json, idle.cpuprofile, idle.folded, idle.html, idle.profile.json" ]
    make_tree
    replace prof-to-v8 'echo "prof-to-v8: too bad" >&2; exit 1'
    ln -s "$BUILD"/lib/*.so "$tree/lib"
    run --separate-stderr "$tree/bin/osprey" ./idle --profile
    [ "$status" -eq 125 ]
    [[ $stderr == "prof-to-v8: too bad"$'\n'"osprey: idle.cpuprofile was not written"$'\n'* ]]
}

@test "a snapshot of what is not there, or not under the profiler, is refused" {
    refused 125 "not under the profiler" snapshot "$BASHPID"
    refused 125 "no process" snapshot 99999999
    refused 125 "'abc' is no process id" snapshot abc
    refused 125 "'12x' is no process id" snapshot 12x
    refused 125 "only -o" snapshot 1 --run
    touch snapshot
    refused 126 "neither an executable nor a source" snapshot --run
}

@test "TERM and HUP are passed on, and the profile is written" {
    for signal in TERM HUP; do
        rm -f ready prog.*
        osprey --profile "$prog" -- catch 4 3>&- &
        until_so [ -e ready ]
        kill -"$signal" $!
        status=0
        wait $! || status=$?
        [ "$status" -eq 4 ]
        [ -s prog.folded ]
    done
}

@test "a program that TERM ends is 143, and its profile is written" {
    osprey --profile "$prog" -- wait 3>&- &
    until_so [ -e ready ]
    kill -TERM $!
    status=0
    wait $! || status=$?
    [ "$status" -eq 143 ]
    [ -s prog.folded ]
}

# ctrl_c ARGS...: what a terminal does on Ctrl-C: the signal goes to the whole process group, as soon as "ready" is there.
ctrl_c() {
    run bash -c 'set -m
        env --default-signal=INT,QUIT osprey "$@" 3>&- &
        for ((i = 0; i < 6000; i++)); do [ ! -e ready ] || break; sleep 0.1; done
        kill -INT -- -$!
        wait $!' bash "$@"
}

@test "Ctrl-C goes to the program, and the profile is written" {
    ctrl_c --profile "$prog" -- catch 4
    [ "$status" -eq 4 ]
    [ -s prog.profile.json ]
    [[ $output == *SELF%* ]]
}

@test "Ctrl-C ends a program that does not catch it" {
    ctrl_c --run "$prog" -- wait
    [ "$status" -eq 130 ]
}

@test "Ctrl-C leaves a profile of a program that does not catch it" {
    ctrl_c --profile "$prog" -- wait
    [ "$status" -eq 130 ]
    [ -s prog.profile.json ]
    [[ $output == *SELF%* ]]
}

@test "what a terminal shows of Ctrl-C has a line of its own" {
    run bash -c '{ until [ -e ready ]; do sleep 0.05; done; printf "\003"; } |
        script -qefc "osprey --profile \"$1\" -- wait" typed' bash "$prog"
    [ "$status" -eq 130 ]
    tr -d '\r' <typed | grep -qxF '^C'
}

@test "a stage that fails leaves no output, the others are kept, and 0 becomes 125" {
    make_tree
    replace prof-fold 'echo half; exit 1'
    run --separate-stderr "$tree/bin/osprey" --profile "$prog"
    [ "$status" -eq 125 ]
    [[ $stderr == *"osprey: prog.folded was not written"* ]]
    [ "$(ls)" = $'prog.cpuprofile\nprog.profile.json\nprog.speedscope.json' ]
    run "$tree/bin/osprey" --profile "$prog" -- x 3
    [ "$status" -eq 3 ]
}

@test "a killed symbolizing stage leaves no output at all" {
    make_tree
    replace prof-symbolize 'echo "{}"; kill -9 $$'
    run --separate-stderr "$tree/bin/osprey" --profile "$prog"
    [ "$status" -eq 125 ]
    [[ $stderr == *"prof-symbolize failed"* ]]
    [ -z "$(ls)" ]
}

@test "without jq only the summary is missing" {
    mkdir tools
    ln -s /usr/bin/* tools/
    rm tools/jq
    PATH=$BUILD/bin:$PWD/tools run --separate-stderr osprey --profile "$prog" -o x
    [ "$status" -eq 125 ]
    [[ $stderr == *"needs jq"* ]]
    [ -s x.folded ] && [ ! -e x.profile.json ]
}

@test "a directory of an output's name is an error, and stays empty" {
    mkdir prog.folded
    run osprey --profile "$prog"
    [ "$status" -eq 125 ]
    [ -z "$(ls prog.folded)" ]
}

# plain_program: one without the runtime
plain_program() {
    echo 'int main(void) { for (volatile long i = 0; i < 50000000; i++); return 8; }' |
        cc -O2 -g -fno-omit-frame-pointer -x c -o plain -
}

@test "an executable without the runtime gets it by preloading" {
    plain_program
    run osprey --profile plain
    [ "$status" -eq 8 ]
    jq -e '.hotFunctions[0].name == "main"' plain.profile.json
    run osprey --run plain
    [ "$status" -eq 8 ]
}

@test "where there is nothing to preload, an executable without the runtime is refused" {
    make_tree
    plain_program
    run --separate-stderr "$tree/bin/osprey" --profile plain
    [ "$status" -eq 125 ]
    [ -z "$output" ]
    [[ $stderr == "osprey: plain: the profiler's runtime is not linked in"* ]]
}

@test "a static executable without the runtime is refused before it runs, and told what to link" {
    echo 'int main(void) { __builtin_puts("ran"); return 8; }' >static.c
    for how in -static -static-pie; do
        cc $how -o static static.c
        refused 125 "static: it is linked statically and carries no profiler: link libosprey_prof.a" --profile static
        run osprey --run static
        [ "$status" -eq 8 ]
    done
}

@test "a static executable with the runtime is profiled" {
    echo 'int main(void) { for (volatile long i = 0; i < 50000000; i++); return 8; }' >static.c
    cc -static -O2 -g -fno-omit-frame-pointer -o static static.c -pthread \
        -Wl,--whole-archive "$BUILD/lib/libosprey_prof.a" -Wl,--no-whole-archive
    run osprey --profile static
    [ "$status" -eq 8 ]
    jq -e '.hotFunctions[0].name == "main"' static.profile.json
}

# needing_loader LOADER: an executable that wants that one
needing_loader() {
    echo 'int main(void) { return 0; }' | cc -x c -o needing -Wl,--dynamic-linker="$1" -
}

@test "an executable whose loader is missing can't be run, and the loader is named" {
    needing_loader /lib/ld-nowhere.so.9
    refused 126 "needing: it needs the loader /lib/ld-nowhere.so.9, which is not there" --run needing
    refused 126 "/lib/ld-nowhere.so.9" --profile needing
}

@test "an executable for another loader than the profiler's is refused" {
    ln -s "$(readelf -l "$(command -v prof-fold)" | sed -n 's/.*interpreter: \(.*\)]/\1/p')" ld-other.so
    needing_loader "$PWD/ld-other.so"
    ./needing
    refused 125 "needing: it is for ld-other.so, the profiler for ld-" --profile needing
}

# script LINE...: an executable file of these lines
script() {
    printf '%s\n' "$@" >script
    chmod +x script
}

@test "of a script what runs it is profiled, and a line says so" {
    plain_program
    script '#!'"$PWD/plain -x"
    run --separate-stderr osprey --profile script
    [ "$status" -eq 8 ]
    [ "${stderr_lines[0]}" = "osprey: script is a script, run by $PWD/plain -x" ]
    jq -e '.program == "plain"' script.profile.json
    run --separate-stderr osprey --run script
    [ -z "$stderr" ]
}

@test "a script whose interpreter is missing can't be run, and the interpreter is named" {
    script '#! /no/interpreter -x' 'exit 3'
    refused 126 "script: it is a script for /no/interpreter, which is not there" --run script
    script $'#!/bin/sh\r' 'exit 3'
    refused 126 "a script for /bin/sh?, which is not there" --profile script
}

@test "a script whose interpreter is static is refused, and the interpreter is named" {
    echo 'int main(void) { return 8; }' | cc -x c -static -o interpreter -
    script "#!$PWD/interpreter"
    run --separate-stderr osprey --profile script
    [ "$status" -eq 125 ]
    [[ ${stderr_lines[1]} == "osprey: $PWD/interpreter: it is linked statically"* ]]
}

@test "a script that starts a program leaves that one's profile to be asked for" {
    plain_program
    run --separate-stderr osprey --profile "$leaver" -- ./plain
    [ "$status" -eq 8 ]
    [[ $stderr == "osprey: $leaver left no profile: "*"; a program that it started can be profiled: give that one to osprey" ]]
}

@test "what is neither ELF nor a script is not run unprofiled" {
    script 'touch ran'
    refused 125 "neither ELF nor a script with a #! line" --profile script
    [ ! -e ran ]
}

@test "a program that gets another user's rights is not run unprofiled" {
    [ "$(id -u)" -eq 0 ] || skip "only root can give a file away"
    plain_program
    chown nobody plain
    chmod 4755 plain
    refused 125 "plain: it gets the rights of its owner" --profile plain
    chown root plain
    osprey --profile plain || [ $? -eq 8 ]
    [ -s plain.folded ]
}

@test "of languages that it doesn't compile it says how to profile them" {
    for name in x.cc x.cpp x.cxx x.C x.rs; do
        touch "$name"
        refused 126 "-o NAME $name, then osprey NAME --profile" "$name" --profile
    done
    printf '#include <vector>\nint main() { std::vector<long> v(9); for (volatile long i = 0; i < 50000000; i++); return (int)v.size(); }\n' >x.cc
    command=$(osprey x.cc --profile 2>&1 | sed 's/.*: run \(.*\), then .*/\1/; s/NAME/named/')
    [[ $command == "c++ "* ]]
    $command
    run osprey named --profile
    [ "$status" -eq 9 ]
    jq -e '.hotFunctions[0].name == "main"' named.profile.json
}

@test "a file's name may be as long as its outputs allow, and one that is longer is told before it runs" {
    name=$(printf %0239d 0)
    cp "$prog" "$name"
    osprey --profile "$name"
    [ -s "$name.speedscope.json" ] && [ -s "$name.folded" ]
    mv "$name" "0$name"
    refused 125 "too long for a file's name: name the outputs with -o" --profile "0$name"
    osprey --profile "0$name" -o short
    [ -s short.folded ]
    [ -z "$(find . -name '.*' -type f)" ]
}

@test "a raw file's name may be as long as names can be" {
    name=$(printf %0255d 0)
    OSPREY_PROFILE=$name "$prog"
    [ "$(ls -A)" = "$name" ]
    rm "$name"
    run --separate-stderr env OSPREY_PROFILE="0$name" "$prog"
    [ "$status" -eq 0 ]
    [ "${#stderr_lines[@]}" -eq 1 ]
    [[ $stderr == "osprey-prof: "*": File name too long" ]]
}

@test "a rate that is no number is told in one line, and the program is unharmed" {
    for rate in 2k fast 1e3 0x10 '9 9'; do
        run --separate-stderr env OSPREY_PROFILE_HZ="$rate" OSPREY_PROFILE=raw.json "$prog" x 3
        [ "$status" -eq 3 ]
        [ "$output" = "[x][3]" ]
        [ "$stderr" = "osprey-prof: OSPREY_PROFILE_HZ is not a whole number: taking 997" ]
    done
    OSPREY_PROFILE_HZ=fast OSPREY_PROFILE=raw.json "$prog" x 2>&-
    for rate in 5 20000; do
        OSPREY_PROFILE_HZ=$rate OSPREY_PROFILE=raw.json run --separate-stderr "$prog" x
        [ -z "$stderr" ]
    done
}

@test "outputs of an earlier run are told from those of this one" {
    osprey --profile "$prog"
    run --separate-stderr osprey --profile "$leaver" -o prog -- 'exit 6'
    [ "${stderr_lines[1]}" = "osprey: from an earlier run, and not of this one: prog.speedscope.json, prog.cpuprofile, prog.folded, prog.profile.json" ]
    [ "${#stderr_lines[@]}" -eq 2 ]
    [ -s prog.folded ]
    make_tree
    replace prof-fold 'exit 1'
    run --separate-stderr "$tree/bin/osprey" --profile "$prog"
    [[ $stderr == *"from an earlier run, and not of this one: prog.folded" ]]
}

@test "of a program that a signal killed without a profile the signal is told" {
    run --separate-stderr osprey --profile "$leaver"
    [ "$status" -eq 137 ]
    [[ $stderr == *"osprey: $leaver left no profile: it was ended by SIGKILL, and what runs for less than 0.1 s leaves nothing to recover" ]] # the shell says "Killed" before it
}

@test "a stripped executable is known to have the runtime" {
    cp "$prog" stripped
    strip stripped
    run osprey --profile stripped
    [ "$status" -eq 0 ]
    [ -s stripped.folded ]
}

@test "the program that a profiled program starts does not spoil its profile" {
    cat >parent.c <<END
#include <stdlib.h>
int main(void) { return system("'$prog' child"); }
END
    osprey --profile parent.c
    jq -e '.program == "parent"' parent.profile.json
}

@test "in sources that aren't built it says so" {
    mkdir -p fresh/bin
    cp "$BUILD/bin/osprey" fresh/bin
    run --separate-stderr fresh/bin/osprey --run "$prog"
    [ "$status" -eq 125 ]
    [[ $stderr == *"run make in "* ]]
}

@test "it finds its parts through links, and by a relative path" {
    ln -s "$BUILD/bin/osprey" link
    ln -s link second
    ./second --run "$prog"
    cd "$BUILD"
    bin/osprey --run "$prog"
}

# completed WORD...: what bash would complete the last of these words to
completed() {
    bash -c 'source "$0/share/osprey-prof/completions/osprey.bash"
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
        _osprey "$1"
        echo "${COMPREPLY[*]}"' "$ROOT" "$@"
}

@test "bash completes options and their values, and leaves files to itself" {
    [ "$(completed osprey fib.osp --pro)" = --profile ]
    [ "$(completed /some/where/prof-fold --state '')" = "cpu waiting all" ]
    [ "$(completed prof-to-v8 --)" = "--help --version" ]
    [ "$(completed osprey fi)" = "" ]
    [[ " $(completed osprey snapshot '') " == *" $BASHPID "* ]]
}

@test "completions know every option of every program" {
    for program in "$BUILD"/bin/*; do
        name=${program##*/}
        for file in osprey.bash _osprey osprey.fish; do
            grep -q "$name" "$ROOT/share/osprey-prof/completions/$file" || { echo "$file: $name"; return 1; }
        done
        for option in $("$program" --help | sed -n 's/^  *\(-[a-z], \)\{0,1\}--\([a-z][a-z-]*\).*/\2/p'); do
            for file in osprey.bash _osprey; do
                grep -q -e "--$option" "$ROOT/share/osprey-prof/completions/$file" || { echo "$file: $option"; return 1; }
            done
            grep -q -e "-l $option" "$ROOT/share/osprey-prof/completions/osprey.fish" || { echo "fish: $option"; return 1; }
        done
    done
}
