/* The macOS sampler's look at a thread, over a kernel that this file plays: one thread, whose state the tests set, a
 * journal of what was asked, and a call that fails when a test wants it to. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "observe.h"
#include "suspend_macos.h"

#include <mach/mach.h>
#include <string.h>
#include <sys/mman.h>

enum { PORT = 77, PAGE = 4096, RATE = 1000, MILLISECOND = 1000000, WORDS = 64 };

static struct {
	uint64_t cpu_us, wake_us; /* wake_us: what it runs between the first look and being stopped */
	int run_state;
	int suspended;
	uintptr_t pc, sp, fp, lr;
	uint64_t call; /* in the register of a system call's number */
} thread;

static char journal[512];
static int calls, failing_call; /* counted from 1; 0: none fails */

/* Code at the beginning of a page, where nothing is looked at before it; then a page with a system call in it. */
static _Alignas(PAGE) unsigned char code[3 * PAGE];
static uintptr_t stack[WORDS];

static struct store store;
static struct images images;
static struct observer observer = {.store = &store, .images = &images, .rate_hz = RATE};
static struct slot slot;
static uint64_t now;

/* The kernel. */

static bool fails(const char *name)
{
	strcat(journal, name);
	return ++calls == failing_call;
}

kern_return_t thread_info(thread_act_t port, int flavor, thread_info_t info, mach_msg_type_number_t *count)
{
	thread_basic_info_data_t *basic = (void *)info;

	assert_int_equal(port, PORT);
	assert_int_equal(flavor, THREAD_BASIC_INFO);
	assert_int_equal(*count, THREAD_BASIC_INFO_COUNT);
	if (fails("info "))
		return KERN_FAILURE;
	*basic = (thread_basic_info_data_t){.run_state = thread.suspended ? TH_STATE_WAITING : thread.run_state};
	basic->user_time.seconds = (int)(thread.cpu_us / 2 / 1000000);
	basic->user_time.microseconds = (int)(thread.cpu_us / 2 % 1000000);
	basic->system_time.seconds = (int)((thread.cpu_us - thread.cpu_us / 2) / 1000000);
	basic->system_time.microseconds = (int)((thread.cpu_us - thread.cpu_us / 2) % 1000000);
	return KERN_SUCCESS;
}

kern_return_t thread_suspend(thread_act_t port)
{
	assert_int_equal(port, PORT);
	if (fails("suspend "))
		return KERN_FAILURE;
	thread.suspended++;
	thread.cpu_us += thread.wake_us;
	return KERN_SUCCESS;
}

kern_return_t thread_resume(thread_act_t port)
{
	assert_int_equal(port, PORT);
	assert_int_equal(thread.suspended, 1);
	fails("resume ");
	thread.suspended--;
	return KERN_SUCCESS;
}

kern_return_t thread_get_state(thread_act_t port, int flavor, thread_state_t state, mach_msg_type_number_t *count)
{
	assert_int_equal(port, PORT);
	assert_int_equal(thread.suspended, 1);
	if (fails("state "))
		return KERN_FAILURE;
#ifdef __aarch64__
	assert_int_equal(flavor, ARM_THREAD_STATE64);
	assert_int_equal(*count, ARM_THREAD_STATE64_COUNT);
	*(arm_thread_state64_t *)(void *)state = (arm_thread_state64_t){
		.__x[16] = thread.call, .__pc = thread.pc, .__sp = thread.sp, .__fp = thread.fp, .__lr = thread.lr};
#else
	assert_int_equal(flavor, x86_THREAD_STATE64);
	assert_int_equal(*count, x86_THREAD_STATE64_COUNT);
	*(x86_thread_state64_t *)(void *)state = (x86_thread_state64_t){
		.__rax = thread.call, .__rip = thread.pc, .__rsp = thread.sp, .__rbp = thread.fp};
#endif
	return KERN_SUCCESS;
}

/* Nothing but the test's own memory can be read. */
kern_return_t vm_read_overwrite(task_t task, vm_address_t address, vm_size_t size, vm_address_t to, vm_size_t *copied)
{
	(void)task;
	if (address < (uintptr_t)code || address + size > (uintptr_t)code + sizeof(code))
		return KERN_FAILURE;
	memcpy((void *)to, (const void *)address, size);
	*copied = size;
	return KERN_SUCCESS;
}

/* What allocates goes by here (the linker's --wrap). */
void *__real_mmap(void *address, size_t size, int protection, int flags, int fd, off_t offset);
void *__wrap_mmap(void *address, size_t size, int protection, int flags, int fd, off_t offset);
void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);

void *__wrap_mmap(void *address, size_t size, int protection, int flags, int fd, off_t offset)
{
	assert_int_equal(thread.suspended, 0);
	strcat(journal, "allocate ");
	return __real_mmap(address, size, protection, flags, fd, offset);
}

void *__wrap_malloc(size_t size)
{
	assert_int_equal(thread.suspended, 0);
	return __real_malloc(size);
}

/* What the tests do. */

static uintptr_t at(int word)
{
	return (uintptr_t)&stack[word];
}

static uintptr_t place(int offset)
{
	return (uintptr_t)code + (uintptr_t)offset;
}

void images_program(char *path, size_t size)
{
	memset(path, 0, size);
}

/* A thread in a function that a function called that main called. */
static void begin(void)
{
	store_free(&store);
	assert_true(store_open(&store, NULL));
	store_begin(&store, RATE, 0);
	store_thread(&store, 0, "main", 1);
	memset(&thread, 0, sizeof(thread));
	memset(&slot, 0, sizeof(slot));
	memset(stack, 0, sizeof(stack));
	thread.run_state = TH_STATE_RUNNING;
	thread.pc = place(0);
	thread.sp = at(0);
	thread.fp = at(4);
	stack[4] = at(8);
	stack[5] = place(100);
	stack[9] = place(200);
	slot.clock = PORT;
	slot.generation = 3;
	slot.stack = (struct stack_bounds){.lo = at(0), .hi = at(WORDS)};
	slot.running_stack = slot.waiting_stack = slot.stalled_stack = STORE_NONE;
	now = 1000000000;
	observer.start_ns = now;
	failing_call = 0;
	observe_begin(&observer, &slot, now);
}

/* Of the registry, whose lists are not needed here. */
void registry_wake(struct slot *awake)
{
	awake->resting = false;
}

/* A millisecond in which the thread used `cpu_us`, and the sampler's tick after it. */
static void tick(uint64_t cpu_us)
{
	now += MILLISECOND;
	thread.cpu_us += cpu_us;
	journal[0] = '\0';
	calls = 0;
	suspend_answer(&slot);
	observe_tick(&observer, &slot, now);
	assert_int_equal(thread.suspended, 0);
}

static uint64_t sum(enum part_kind kind)
{
	const struct part_header *header = log_header(&store.log);
	uint64_t total = 0;

	for (const uint64_t *record = part_first(header); record < part_end(header); record += part_words(record))
		if (part_kind(record) == kind)
			total += kind == PART_RUN ? ((const struct part_run *)record)->count
						  : part_what_count(record[1]);
	return total;
}

static const uint64_t *nth_stack(uint64_t index)
{
	const uint64_t *record = part_first(log_header(&store.log));

	for (;; record += part_words(record))
		if (part_kind(record) == PART_STACK && index-- == 0)
			return record;
}

/* Of the last row. */
static const uint64_t *last_stack(void)
{
	const struct part_header *header = log_header(&store.log);
	const uint64_t *last = NULL;

	for (const uint64_t *record = part_first(header); record < part_end(header); record += part_words(record))
		if (part_kind(record) == PART_SAMPLE || part_kind(record) == PART_RUN)
			last = record;
	assert_true(last != NULL);
	return nth_stack(part_what_stack(last[1]));
}

static uint64_t frame(int index)
{
	return last_stack()[1 + index];
}

static uint64_t frames(void)
{
	const struct part_header *header = log_header(&store.log);
	uint64_t total = 0;

	for (const uint64_t *record = part_first(header); record < part_end(header); record += part_words(record))
		if (part_kind(record) == PART_STACK)
			total += part_stack_count(record);
	return total;
}

static void waits(void)
{
	thread.run_state = TH_STATE_WAITING;
	thread.pc = place(300);
}

static void the_order_is_look_suspend_look_read_resume_store(void **state)
{
	(void)state;
	begin();
	tick(1000);
	tick(1000);
	journal[strlen("info suspend info state resume info allocate")] = '\0';
	assert_string_equal(journal, "info suspend info state resume info allocate");
}

static void a_running_thread_gives_its_stack(void **state)
{
	(void)state;
	begin();
	tick(1000);
	tick(1000);
	assert_int_equal(sum(PART_SAMPLE), 2);
	assert_int_equal(sum(PART_RUN), 0);
	assert_int_equal(part_stack_count(last_stack()), 3);
	assert_int_equal(frame(0), place(0));
	assert_int_equal(frame(1), place(100));
	assert_int_equal(frame(2), place(200));
}

static void whatever_call_fails_the_thread_runs_on(void **state)
{
	(void)state;
	for (int call = 1; call <= 8; call++) {
		begin();
		tick(1000);
		failing_call = call;
		tick(1000);
		failing_call = 0;
		tick(1000);
		tick(1000);
		assert_int_equal(sum(PART_SAMPLE) + sum(PART_RUN), 4);
		assert_int_equal(sum(PART_SAMPLE), 4);
	}
}

static void a_thread_that_is_gone_is_not_resumed(void **state)
{
	(void)state;
	begin();
	tick(1000);
	failing_call = 2;
	tick(1000);
	assert_null(strstr(journal, "resume"));
}

static void a_waiting_thread_is_stopped_once(void **state)
{
	(void)state;
	begin();
	tick(1000);
	waits();
	tick(400);
	tick(0);
	for (int i = 0; i < 10; i++) {
		tick(0);
		assert_null(strstr(journal, "suspend"));
	}
	assert_int_equal(frame(0), place(300));
	assert_int_equal(sum(PART_SAMPLE) + sum(PART_RUN), 12);
}

static void a_new_wait_gets_a_new_capture(void **state)
{
	(void)state;
	begin();
	waits();
	for (int i = 0; i < 5; i++)
		tick(0);
	thread.pc = place(400);
	tick(100);
	tick(0);
	tick(0);
	assert_int_equal(frame(0), place(400));
}

static void a_thread_that_woke_before_it_was_stopped_is_not_taken_for_waiting(void **state)
{
	(void)state;
	begin();
	waits();
	tick(0);
	thread.wake_us = 5;
	thread.pc = place(0);
	tick(0);
	assert_int_equal(frames(), 0);
	assert_int_equal(slot.waiting_stack, STORE_NONE);
}

static void a_thread_without_a_processor_is_told_so(void **state)
{
	(void)state;
	begin();
	tick(1000);
	tick(1000);
	for (int i = 0; i < 5; i++)
		tick(0);
	assert_int_equal(part_stack_label(last_stack()), LABEL_RUNNABLE);
	assert_int_equal(part_stack_count(last_stack()), 0);
	assert_int_equal(sum(PART_SAMPLE), 2);
	assert_int_equal(sum(PART_RUN), 5);
	tick(1000);
	assert_int_equal(sum(PART_SAMPLE), 3);
	assert_int_equal(frame(0), place(0));
}

/* A system call that only waits, in the code before the pc and in the register. */
static void a_thread_on_its_way_out_of_a_wait_is_not_on_the_cpu(void **state)
{
#ifdef __aarch64__
	static const unsigned char instruction[] = {0x01, 0x10, 0x00, 0xd4};
	const uint64_t cond_wait = 305;
#else
	static const unsigned char instruction[] = {0x0f, 0x05};
	const uint64_t cond_wait = 0x2000000 + 305;
#endif
	(void)state;
	memcpy(&code[PAGE + 64 - sizeof(instruction)], instruction, sizeof(instruction));
	begin();
	tick(500);
	thread.pc = place(PAGE + 64);
	thread.call = cond_wait;
	tick(500);
	assert_int_equal(sum(PART_SAMPLE), 0);
	thread.call += 2000; /* another one */
	tick(500);
	assert_int_equal(sum(PART_SAMPLE), 2);
}

static void signed_addresses_are_stripped(void **state)
{
	(void)state;
#ifdef __aarch64__
	begin();
	stack[5] |= (uintptr_t)0x52 << 48;
	stack[9] |= (uintptr_t)0x0a << 48;
	tick(1000);
	tick(1000);
	assert_int_equal(frame(1), place(100));
	assert_int_equal(frame(2), place(200));
#endif
}

static void the_link_register_shows_a_leafs_caller(void **state)
{
	(void)state;
#ifdef __aarch64__
	begin();
	thread.lr = (uintptr_t)stack & ~(uintptr_t)3; /* no code: as from far away */
	tick(1000);
	tick(1000);
	assert_int_equal(part_stack_count(last_stack()), 4);
	assert_int_equal(frame(1), thread.lr);
	begin();
	thread.lr = stack[5];
	tick(1000);
	tick(1000);
	assert_int_equal(part_stack_count(last_stack()), 3);
#endif
}

/* The law of counts, for a thread that runs at times, waits at times, and is met in all states. */
static void counts_are_times(void **state)
{
	uint64_t random = 88172645463325252u, cpu_us = 0;
	enum { TICKS = 20000 };

	(void)state;
	begin();
	for (int i = 0; i < TICKS; i++) {
		uint64_t ran = (random >> 20) % 601;

		random ^= random << 13, random ^= random >> 7, random ^= random << 17;
		thread.run_state = random % 3 ? TH_STATE_WAITING : TH_STATE_RUNNING;
		thread.pc = place(thread.run_state == TH_STATE_WAITING ? 300 : 0);
		cpu_us += ran;
		tick(ran);
	}
	observe_pause(&observer, &slot, now);
	observe_end(&observer, &slot);
	assert_in_range(sum(PART_SAMPLE), cpu_us / 1000 - 1, cpu_us / 1000 + 1);
	assert_in_range(sum(PART_SAMPLE) + sum(PART_RUN), TICKS - 1, TICKS + 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_order_is_look_suspend_look_read_resume_store),
		cmocka_unit_test(a_running_thread_gives_its_stack),
		cmocka_unit_test(whatever_call_fails_the_thread_runs_on),
		cmocka_unit_test(a_thread_that_is_gone_is_not_resumed),
		cmocka_unit_test(a_waiting_thread_is_stopped_once),
		cmocka_unit_test(a_new_wait_gets_a_new_capture),
		cmocka_unit_test(a_thread_that_woke_before_it_was_stopped_is_not_taken_for_waiting),
		cmocka_unit_test(a_thread_without_a_processor_is_told_so),
		cmocka_unit_test(a_thread_on_its_way_out_of_a_wait_is_not_on_the_cpu),
		cmocka_unit_test(signed_addresses_are_stripped),
		cmocka_unit_test(the_link_register_shows_a_leafs_caller),
		cmocka_unit_test(counts_are_times),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
