#!/usr/bin/env bats
bats_require_minimum_version 1.5.0
load helper
load stacks

setup() {
    mixed=$DATA/report/mixed.records
}

# records of TYPE... : the lines of these types, compact
records() {
    local out=$1
    shift
    for type; do jq -c "select(.type == \"$type\")" <<<"$out"; done
}

# summary_of KEY... : these keys of the summary of the profile on stdin, as an array
summary_of() {
    prof-aggregate | jq -c --arg keys "$*" 'select(.type == "summary") as $s | [$s[$keys | split(" ")[]]]'
}

@test "the golden profile gives the golden sums" {
    run --separate-stderr prof-aggregate "$mixed"
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
    diff -u "$DATA/report/mixed.aggregated" <(printf '%s\n' "$output")
}

@test "aggregating twice is aggregating once, byte for byte" {
    run bash -c 'set -o pipefail; prof-aggregate "$1" | prof-aggregate | cmp - "$2"' - "$mixed" "$DATA/report/mixed.aggregated"
    [ "$status" -eq 0 ]
}

@test "profile, image and thread records and those of unknown types are passed on byte for byte" {
    sed 's/^\({"type":"stack","id":0\)/{"type":"note", "of" : "a user"}\n\1/; s/"pid":7/"pid" : 7/' "$mixed" |
        sed 's/"lines":[0-9]*/"lines":26/' >"$BATS_TEST_TMPDIR/in"
    run --separate-stderr prof-aggregate "$BATS_TEST_TMPDIR/in"
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
    diff -u <(grep -E '"type":"(profile|image|thread|note)"' "$BATS_TEST_TMPDIR/in") <(head -n 6 <<<"$output")
}

@test "samples in are samples out, running and waiting add up to them" {
    run bash -c 'prof-aggregate "$1" | jq -se "
        (map(select(.type == \"fiber\"))) as \$fibers | (.[] | select(.type == \"summary\")) |
        .samples == 1800 and .oncpu + .waiting == .samples and .fibers == (\$fibers | length) and
        (\$fibers | map(.samples) | add) == .samples and (\$fibers | map(.oncpu) | add) == .oncpu"' - "$mixed"
    [ "$status" -eq 0 ]
    [ "$output" = true ]
}

@test "the self counts of all functions add up to the samples on the CPU" {
    run bash -c 'prof-aggregate "$1" | jq -s "map(select(.type == \"function\").self) | add"' - "$mixed"
    [ "$output" = 1000 ]
}

@test "a recursive function and its call line count once a sample (C89)" {
    run prof-aggregate "$DATA/report/recursion.records"
    [ "$status" -eq 0 ]
    run records "$output" function
    [[ "$output" == *'"name":"r",'*'"self":0,"total":7}'* ]]
    [[ "$output" == *'"name":"h",'*'"self":3,"total":3}'* ]]
    [[ "$output" == *'"name":"main",'*'"self":0,"total":7}'* ]]
    run bash -c 'prof-aggregate "$1" | jq -c "select(.type == \"line\" and .line == 12) | [.self, .total]"' - "$DATA/report/recursion.records"
    [ "$output" = "[0,3]" ]
}

@test "a profile without samples has a summary of zeros" {
    run --separate-stderr prof-aggregate "$DATA/report/empty.records"
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
    run records "$output" summary fiber function line
    [ "$output" = '{"type":"summary","samples":0,"oncpu":0,"waiting":0,"truncated":0,"unresolved":0,"unsampled":0,"runnable":0,"incomplete":0,"incomplete_image":"","leaf_callers_unsure":0,"leaf_callers_unsure_image":"","captures":0,"effective_captures":0,"fibers":0,"wall_seconds":3,"cpu_seconds":0}' ]
}

@test "a raw file is taken, its addresses count as unresolved" {
    run bash -c 'prof-aggregate "$1" | jq -c "select(.type == \"summary\") | [.samples, .oncpu, .unresolved, .truncated]"' - "$DATA/report/small.raw.json"
    [ "$status" -eq 0 ]
    [ "$output" = "[6,4,4,1]" ]
}

@test "a stack whose root is no entry point is incomplete, told with the image of most such roots (C47)" {
    run summary_of incomplete incomplete_image < <(stacks linux-arm64 '0 50 burn@0 main@0' '0 20 burn@0 callback@0 foo_run@1' \
        '0 11 foo_stop@1' '0 30 burn@0' '1 99 read@2 foo_read@1')
    [ "$output" = '[61,"/w/lib/libfoo.so"]' ]
}

@test "incomplete stacks of unknown images are counted" {
    run summary_of incomplete incomplete_image < <(stacks linux-arm64 '0 50 burn main' '0 20 burn callback')
    [ "$output" = '[20,""]' ]
}

@test "stacks are whole that begin where a program or a thread does" {
    for root in main _start __libc_start_main@@GLIBC_2.34 __libc_start_main_impl __libc_start_call_main start_thread clone3 \
        clone@@GLIBC_2.2.5 __clone libc_start_main_stage2 start_c11 start thread_start _pthread_start fiber_thread_func \
        effect_thread_func execute_native_thread_routine std::sys::pal::unix::thread::Thread::new::thread_start main.cold; do
        run summary_of oncpu incomplete < <(stacks linux-x86_64 "0 9 burn@0 $root@2")
        [ "$output" = "[9,0]" ]
    done
    for root in domain main_loop start_threads clone_tree std::main mai; do
        run summary_of oncpu incomplete < <(stacks linux-x86_64 "0 9 burn@0 $root@0")
        [ "$output" = "[9,9]" ]
    done
}

@test "roots without a name and roots in brackets are not judged" {
    run summary_of incomplete truncated unsampled < <(stacks linux-x86_64 '0 1 burn@0 0x401191@1' '0 2 burn@0 [truncated]' \
        '0 4 [unsampled]' '0 8 [unknown]' '0 16 [vdso]' '0 32 [jit_7f00]')
    [ "$output" = "[0,2,4]" ]
    run summary_of oncpu incomplete <"$DATA/report/small.raw.json"
    [ "$output" = "[4,0]" ]
}

@test "of functions that are equally hot the program's own come first" {
    stacks linux-x86_64 '0 9 burn@0 helper@0 main@0 start@2' '0 3 memcpy@2 start@2' '0 3 other@0 main@0 start@2' |
        sed 's/"name":"start"/&,"kind":"runtime"/; s/"name":"memcpy"/&,"kind":"runtime"/; /"runtime"/!s/"name":"[a-z]*"/&,"kind":"user"/' |
        prof-aggregate >"$BATS_TEST_TMPDIR/out"
    run jq -r 'select(.type == "function").name' "$BATS_TEST_TMPDIR/out"
    [ "${lines[*]}" = "burn other memcpy main helper start" ]
}

@test "time that waited for a processor is told from other waiting" {
    run summary_of waiting runnable unsampled < <(stacks linux-x86_64 '0 9 burn@0 main@0' '1 5 [runnable]' '1 3 [waiting]' \
        '1 1 read@2 main@0' '1 2 [unsampled]')
    [ "$output" = "[11,5,0]" ]
}

@test "a fiber tells how much of its time could not be sampled, in both states, and since when (C15)" {
    unsampled 3 '[100,0,0,0,5]' '[18446744073709551615,0,1,0,3]' '[9,2,0,0,7]' '[2000000000,2,1,1,2]' '[1200000000,2,1,0,4]' \
        '[1900000000,2,1,0,1]' '[1300000000,2,1,1,1]' '[7,1,0,0,9]' >"$BATS_TEST_TMPDIR/in"
    run bash -c 'prof-aggregate "$1" | grep "\"fiber\",\"id\"" | sed "s/.*\"name\"://"' - "$BATS_TEST_TMPDIR/in"
    [ "${lines[0]}" = '"main","samples":8,"oncpu":8,"waiting":0,"unsampled":3,"unsampled_since_ns":"18446744073709551615"}' ]
    [ "${lines[1]}" = '"fiber-1","samples":9,"oncpu":9,"waiting":0}' ]
    [ "${lines[2]}" = '"fiber-2","samples":15,"oncpu":12,"waiting":3,"unsampled":8,"unsampled_since_ns":"1200000000"}' ]
    run bash -c 'prof-aggregate "$1" >"$1.once" && prof-aggregate "$1.once" | cmp - "$1.once"' - "$BATS_TEST_TMPDIR/in"
    [ "$status" -eq 0 ]
}

@test "captures are counted with what they are worth, and waiting ones aren't" {
    stacks linux-arm64 '0 4 a main' '0 3 b main' '1 9 c main' '0 4 a main' >"$BATS_TEST_TMPDIR/in"
    run summary_of oncpu captures effective_captures <"$BATS_TEST_TMPDIR/in"
    [ "$output" = "[11,3,3]" ]
    for wrong in '"captures":12,"effective_captures":3' '"captures":3,"effective_captures":4' '"captures":3,"effective_captures":0'; do
        prof-aggregate "$BATS_TEST_TMPDIR/in" | sed "s/\"captures\":3,\"effective_captures\":3/$wrong/" >"$BATS_TEST_TMPDIR/wrong"
        refuses prof-report "$BATS_TEST_TMPDIR/wrong"
    done
}

@test "threads of one shown name could not be sampled since the first of them" {
    unsampled 3 '[500,2,1,0,1]' '[100,1,1,0,1]' '[300,2,1,1,1]' | sed 's/"id":2,"fiber":2/"id":2,"fiber":1/' >"$BATS_TEST_TMPDIR/in"
    run bash -c 'prof-aggregate "$1" | jq -c "select(.type == \"fiber\") | [.name, .unsampled, .unsampled_since_ns]"' - "$BATS_TEST_TMPDIR/in"
    [ "$output" = '["fiber-1",3,"100"]' ]
}

@test "more that could not be sampled than there are samples is refused" {
    prof-aggregate <(unsampled 1 '[5,0,1,0,3]') | sed 's/"unsampled":3,"unsampled_since_ns"/"unsampled":4,"unsampled_since_ns"/' \
        >"$BATS_TEST_TMPDIR/in"
    refuses prof-aggregate "$BATS_TEST_TMPDIR/in"
    [[ "$stderr" == *": a part is larger than the whole" ]]
}

@test "on x86-64 Linux a leaf in a system's library may hide its caller, elsewhere the walk knows it (C39)" {
    for platform in linux-x86_64 linux-arm64; do
        stacks "$platform" '0 12 memcpy@2 f1@0 main@0' '0 8 f1@0 main@0' '0 4 foo_run@1 main@0' '0 2 read main@0' '1 7 read@2 main@0' \
            >"$BATS_TEST_TMPDIR/$platform"
    done
    run summary_of leaf_callers_unsure leaf_callers_unsure_image <"$BATS_TEST_TMPDIR/linux-x86_64"
    [ "$output" = '[12,"/usr/lib/libc.so.6"]' ]
    run summary_of leaf_callers_unsure leaf_callers_unsure_image <"$BATS_TEST_TMPDIR/linux-arm64"
    [ "$output" = '[0,""]' ]
}

@test "callers of system libraries' functions are no doubt where stacks go back beyond main, as by unwind tables alone" {
    for root in _start clone3 __clone; do
        run summary_of leaf_callers_unsure leaf_callers_unsure_image < <(stacks linux-x86_64 '0 12 memcpy@2 f1@0 main@0' \
            "0 8 f1@0 main@0 $root@0" '0 12 memcpy@2 f2@0 main@0')
        [ "$output" = '[0,""]' ]
    done
}

@test "a summary of before there were doubts in it is taken" {
    sed 's/"unsampled":.*"fibers"/"fibers"/' "$DATA/report/mixed.aggregated" >"$BATS_TEST_TMPDIR/in"
    [ "$(grep -c incomplete "$BATS_TEST_TMPDIR/in")" -eq 0 ]
    run bash -c 'prof-aggregate "$1" | cmp - "$1"' - "$BATS_TEST_TMPDIR/in"
    [ "$status" -eq 0 ]
    diff -u <(sed 's/ in 6 captures$//; /low confidence/d' "$DATA/report/mixed.report") <(prof-report "$BATS_TEST_TMPDIR/in")
}

# named LABEL NAME [EXE [MAIN]] : the golden profile with a thread 2 of this label and name
named() {
    sed "s|\"label\":\"effect\",\"name\":\"\"|\"label\":\"$1\",\"name\":\"$2\"|; s|\"exe\":\"[^\"]*|\"exe\":\"${3-/w/fib}|
        s|\"label\":\"main\",\"name\":\"fib|\"label\":\"main\",\"name\":\"${4-fib}|; s/^\[1101000000,0,/[1101000000,2,/" "$mixed"
}

@test "a thread with a name of its own has it in all outputs" {
    thread() { prof-aggregate | jq -r 'select(.type == "fiber" and .fiber == -1).name'; }
    [ "$(named thread 'worker 0' | thread)" = "thread-2 (worker 0)" ]
    [ "$(named thread 'worker 0' | prof-report | grep -c '^thread-2 (worker 0) ')" -eq 1 ]
    [ "$(named thread 'a;b c' | prof-fold | grep -c '^thread-2_(a_b_c);')" -gt 0 ]
    named thread 'worker 0' | prof-to-speedscope | jq -e '.profiles | any(.name == "thread-2 (worker 0)")'
    named thread 'worker 0' | prof-to-v8 | jq -e '.nodes | any(.callFrame.functionName == "thread-2 (worker 0)")'
}

@test "a thread with the program's name, or none, is called after its label and id, as are all fibers" {
    thread() { prof-aggregate | jq -r 'select(.type == "fiber" and .fiber == -1).name'; }
    [ "$(named thread '' | thread)" = "thread-2" ]
    [ "$(named thread fib | thread)" = "thread-2" ]
    [ "$(named thread a-long-program- /w/a-long-program-name '' | thread)" = "thread-2" ]
    [ "$(named thread link /w/fib link | thread)" = "thread-2" ]
    [ "$(named effect 'worker 0' | thread)" = "effect-2" ]
}

@test "threads of one shown name are one fiber" {
    sed 's/"fiber":-1,"label":"effect"/"fiber":1,"label":"fiber"/; s/^\[1101000000,0,/[1101000000,2,/' "$mixed" >"$BATS_TEST_TMPDIR/in"
    run bash -c 'prof-aggregate "$1" | jq -c "select(.type == \"fiber\") | [.name, .oncpu, .waiting]"' - "$BATS_TEST_TMPDIR/in"
    [ "${lines[*]}" = '["main",300,800] ["fiber-1",700,0]' ]
}

@test "counts that add up to more than 63 bits are refused" {
    sed 's/^\[1101000000,0,0,0,100\]/[1101000000,0,0,0,9223372036854775807]/' "$mixed" >"$BATS_TEST_TMPDIR/in"
    refuses prof-aggregate "$BATS_TEST_TMPDIR/in"
    [[ "$stderr" == *"in:25: the counts of the samples add up to more than"* ]]
}

@test "parts that are larger than their whole are refused" {
    for change in 's/"self":525/"self":526/' 's/"total":876/"total":1001/' 's/"oncpu":400,"waiting":800/"oncpu":500,"waiting":800/' \
        's/"samples":600,"oncpu":600/"samples":601,"oncpu":600/' 's/"truncated":124/"truncated":1240/' 's/"unresolved":225/"unresolved":2250/' \
        's/"unsampled":0/"unsampled":1001/' 's/"runnable":0/"runnable":801/' 's/"incomplete":0/"incomplete":1001/' \
        's/"leaf_callers_unsure":0/"leaf_callers_unsure":1001/' \
        's/"oncpu":1000/"oncpu":1900/' 's/"line":3,"kind":"user","self":524,"total":524/"line":3,"kind":"user","self":525,"total":524/'; do
        sed "$change" "$DATA/report/mixed.aggregated" >"$BATS_TEST_TMPDIR/in"
        run cmp -s "$DATA/report/mixed.aggregated" "$BATS_TEST_TMPDIR/in"
        [ "$status" -eq 1 ]
        refuses prof-aggregate "$BATS_TEST_TMPDIR/in"
        [[ "$stderr" == *": a part is larger than the whole" ]]
    done
}

@test "samples beside a summary of all samples are refused" {
    summary=$(grep '"type":"summary"' "$DATA/report/mixed.aggregated")
    sed "s/^{\"type\":\"end\".*/$summary\n&/" "$mixed" >"$BATS_TEST_TMPDIR/in"
    refuses prof-aggregate "$BATS_TEST_TMPDIR/in"
    [[ "$stderr" == *"/in:26: a summary after samples" ]]
    sed "2i $summary" "$mixed" >"$BATS_TEST_TMPDIR/in"
    refuses prof-aggregate "$BATS_TEST_TMPDIR/in"
    [[ "$stderr" == *"/in:20: a sample after the summary"* ]]
}

@test "sums without their summary are refused" {
    grep -v '"type":"summary"' "$DATA/report/mixed.aggregated" >"$BATS_TEST_TMPDIR/in"
    refuses prof-aggregate "$BATS_TEST_TMPDIR/in"
    [[ "$stderr" == *"/in:6: a sum before the summary" ]]
}

@test "a cut stream is refused, and gets no end" {
    head -n 20 "$mixed" >"$BATS_TEST_TMPDIR/cut"
    refuses prof-aggregate "$BATS_TEST_TMPDIR/cut"
}

@test "a broken line is refused with its file and line" {
    sed '12s/.*/{"type":/' "$mixed" >"$BATS_TEST_TMPDIR/broken"
    refuses prof-aggregate "$BATS_TEST_TMPDIR/broken"
    [[ "$stderr" == "prof-aggregate: "*"/broken:12: "* ]]
}
