#!/usr/bin/env bats
# Stacks through code that keeps no frame pointers, as most libraries are built, and programs that nobody built for us.

bats_require_minimum_version 1.5.0
load helper
load cases

setup() {
    cases_setup
}

# plain OPTION...: the program "case", without frame pointers, from the C on stdin.
plain() {
    ${CC:-cc} -O2 -g -fomit-frame-pointer "-I$ROOT/tests/programs" -x c - -x none -o case -pthread "$@"
}

# waiting: as folded, of the samples that waited.
waiting() {
    prof-symbolize raw.json 2>messages | prof-fold --state waiting --no-fiber
}

# whole: hardly a stack begins elsewhere than where the system begins programs and threads.
whole() {
    [ "$(part '^(_start|(__)?clone3?|\[truncated\]);')" -ge 97 ] || { cat stacks; return 1; }
}

@test "the caller of memcpy, malloc, pow and qsort is there" {
    plain -lm <<'CODE'
#include "burn.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#define APART __attribute__((noinline, noclone))
static volatile double sum;
static char from[1 << 20], to[1 << 20];
static int values[1000];
APART static int compares(const void *left, const void *right)
{
	for (int i = 0; i < 20; i++)
		sum = sum + i;
	return *(const int *)left - *(const int *)right;
}
APART static void copies(void)
{
	for (int i = 0; i < 10; i++) {
		memcpy(to, from, sizeof(to));
		__asm__ volatile("" : : "r"(to), "r"(from) : "memory");
	}
}
APART static void allocates(void)
{
	void *volatile kept[100];

	for (int k = 0; k < 50; k++) {
		for (int i = 0; i < 100; i++)
			kept[i] = malloc((size_t)i * 40);
		for (int i = 0; i < 100; i++)
			free(kept[i]);
	}
}
APART static void calculates(void)
{
	for (int i = 0; i < 5000; i++)
		sum = sum + pow(sum, 1.01 + i);
}
APART static void sorts(void)
{
	for (int i = 0; i < 1000; i++)
		values[i] = i * 7919 % 1000;
	qsort(values, 1000, sizeof(values[0]), compares);
	__asm__ volatile("" ::: "memory");
}
int main(void)
{
	for (double end = cpu_seconds() + 1; cpu_seconds() < end;) {
		copies();
		allocates();
		calculates();
		sorts();
	}
	return 0;
}
CODE
    under ./case
    folded >stacks
    whole
    grep -qE ';main;copies;[^;]*mem[^;]* [0-9]+$' stacks
    grep -qE ';main;allocates;malloc' stacks
    grep -qE ';main;calculates;(.*;)?[^;]*pow' stacks
    grep -qE ';main;sorts;qsort.*;compares [0-9]+$' stacks
    grep -E '(mem[^;]*|malloc[^;]*|free|pow[^;]*|qsort[^;]*)(;| [0-9]+$)' stacks >libc
    mv libc stacks
    [ "$(part ';main;(copies|allocates|calculates|sorts);')" -ge 97 ]
    run prof-report raw.json
    run ! grep -E 'incomplete|missing' <<<"$output"
}

@test "a C++ program that was not built for us has whole stacks, through templates, threads and exceptions" {
    cat >case.cc <<'CODE'
#include "burn.h"
#include <algorithm>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>
[[gnu::noinline]] static void fails(int depth)
{
	if (depth == 0)
		throw std::runtime_error("none");
	fails(depth - 1);
	asm volatile("");
}
[[gnu::noinline]] static void throws(void)
{
	try {
		fails(5);
	} catch (const std::exception &) {
	}
}
[[gnu::noinline]] static void sorts(void)
{
	std::vector<std::string> words;
	std::map<std::string, int> places;

	for (int i = 0; i < 2000; i++)
		words.push_back(std::to_string(i * 7919 % 2000));
	std::sort(words.begin(), words.end(), [](auto &a, auto &b) { return a < b; });
	for (auto &word : words)
		places[word]++;
}
static void works(void)
{
	for (double end = cpu_seconds() + 0.5; cpu_seconds() < end;) {
		sorts();
		std::function<void(void)>{throws}();
	}
}
int main()
{
	std::thread thread(works);

	works();
	thread.join();
}
CODE
    ${CXX:-c++} -O2 -g -fomit-frame-pointer "-I$ROOT/tests/programs" -o case case.cc -pthread -Wl,-z,now
    under ./case
    folded >stacks
    whole
    grep -q '^_start;.*;main;' stacks
    grep -qE '^(__)?clone3?;start_thread;.*works' stacks
    grep -qE 'throws.*;_Unwind_RaiseException' stacks
    run prof-report raw.json
    run ! grep -E 'incomplete|missing' <<<"$output"
}

@test "who waits is told: in a condition, a semaphore, a lock, a sleep, a read" {
    plain <<'CODE'
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <unistd.h>
#define APART __attribute__((noinline, noclone))
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, taken = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static sem_t semaphore;
static int ends[2];
#define AFTER __asm__ volatile("" ::: "memory")
APART static void for_condition(void)
{
	pthread_mutex_lock(&lock);
	pthread_cond_wait(&condition, &lock);
	AFTER;
}
APART static void for_semaphore(void)
{
	sem_wait(&semaphore);
	AFTER;
}
APART static void for_lock(void)
{
	pthread_mutex_lock(&taken);
	AFTER;
}
APART static void for_time(void)
{
	sleep(100);
	AFTER;
}
APART static void for_bytes(void)
{
	char byte;

	if (read(ends[0], &byte, 1) != 1)
		AFTER;
	AFTER;
}
static void *begin(void *work)
{
	((void (*)(void))work)();
	return NULL;
}
int main(void)
{
	void (*works[])(void) = {for_condition, for_semaphore, for_lock, for_time, for_bytes};
	pthread_t thread;

	if (pipe(ends) != 0)
		return 1;
	sem_init(&semaphore, 0, 0);
	pthread_mutex_lock(&taken);
	for (int i = 0; i < 5; i++)
		pthread_create(&thread, NULL, begin, (void *)works[i]);
	usleep(500000);
	return 0;
}
CODE
    under ./case
    waiting >stacks
    for function in for_condition for_semaphore for_lock for_time for_bytes; do
        grep -qE "^(__)?clone3?;start_thread;(begin;)?$function;" stacks || { cat stacks; return 1; }
    done
    grep -qE '^_start;.*;main;' stacks
}

@test "what a handler of the program interrupted is below it" {
    plain <<'CODE'
#include "burn.h"
#include <signal.h>
#include <sys/time.h>
static volatile int seen;
static __attribute__((noinline)) void handles(int number)
{
	(void)number;
	burn(0.3);
	seen = 1;
}
static __attribute__((noinline, noclone)) void interrupted(void)
{
	while (!seen)
		;
}
int main(void)
{
	struct itimerval soon = {.it_value = {.tv_usec = 50000}};

	signal(SIGALRM, handles);
	setitimer(ITIMER_REAL, &soon, NULL);
	interrupted();
	return 0;
}
CODE
    under ./case
    folded >stacks
    whole
    [ "$(part ';main;interrupted;__restore_rt;.*handles;burn')" -ge 50 ]
}

# The second library has the first one's place, and the same code but for the size of a frame.
@test "a library that comes where another was is not walked by the other's tables" {
    for size in 128 512; do
        ${CC:-cc} -O2 -g -fomit-frame-pointer "-I$ROOT/tests/programs" -fPIC -shared "-DSIZE=$size" -x c - -o "lib$size.so" <<'CODE'
#include <string.h>
void work(void (*callback)(void));
void work(void (*callback)(void))
{
	volatile char room[SIZE];

	room[SIZE - 1] = 0;
	callback();
	room[0] = 0;
}
CODE
    done
    plain -ldl <<'CODE'
#include "burn.h"
#include <dlfcn.h>
#include <stdio.h>
static void burns(void)
{
	burn(0.05);
	__asm__ volatile("");
}
static __attribute__((noinline, noclone)) void *uses(const char *name)
{
	void *library = dlopen(name, RTLD_NOW), *work = dlsym(library, "work");

	((void (*)(void (*)(void)))work)(burns);
	dlclose(library);
	return work;
}
int main(void)
{
	int same = 0;

	for (int i = 0; i < 8; i++)
		same += uses("./lib128.so") == uses("./lib512.so");
	return same != 8;
}
CODE
    under ./case
    folded >stacks
    [ "$(part '^_start;.*;main;uses;work;burns;burn')" -ge 90 ] || { cat stacks; return 1; }
}

# What the kernel puts there for a handler that does nothing is taken off.
@test "a sample takes less than a kilobyte of the thread's stack" {
    plain -Wno-return-local-addr <<'CODE'
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
enum { ROOM = 32768, PAINT = 0x5a };
static volatile unsigned char *room;
static void nothing(int number)
{
	(void)number;
}
static __attribute__((noinline)) void paint(void)
{
	unsigned char bytes[ROOM];

	memset(bytes, PAINT, sizeof(bytes));
	room = bytes;
	__asm__ volatile("" : : "r"(bytes) : "memory");
}
static __attribute__((noinline)) int used(void)
{
	int i = 0;

	while (i < ROOM && room[i] == PAINT)
		i++;
	return ROOM - i;
}
int main(int count, char **arguments)
{
	struct itimerval soon = {.it_value = {.tv_usec = 50000}};

	if (count > 1) {
		signal(SIGALRM, nothing);
		setitimer(ITIMER_REAL, &soon, NULL);
	}
	paint();
	for (volatile long i = 0; i < 300000000; i++)
		;
	printf("%d\n", used());
	return arguments == NULL;
}
CODE
    alone=$(./case alone)
    sampled=$(OSPREY_PROFILE_HZ=5000 under ./case)
    echo "$alone $sampled"
    [ "$alone" -gt 0 ] && [ "$sampled" -gt "$alone" ]
    [ $((sampled - alone)) -lt 1024 ]
}
