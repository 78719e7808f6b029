/* The model and the tally: what is equal is one, what is summed stays whole. */
#include "model.h"
#include "tally.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define PROFILE                                                                                                        \
	"{\"type\":\"profile\",\"version\":1,\"pid\":7,\"exe\":\"/w/x\",\"rate_hz\":997,\"platform\":\"p\","           \
	"\"start_unix_ns\":\"5\",\"end_unix_ns\":\"9\",\"dropped\":0}\n"
#define THREAD(id, fiber, label)                                                                                       \
	"{\"type\":\"thread\",\"id\":" id ",\"fiber\":" fiber ",\"label\":\"" label "\",\"name\":\"\"}\n"
#define FRAME(id, name, file, line, start)                                                                             \
	"{\"type\":\"frame\",\"id\":" id ",\"name\":\"" name "\",\"file\":\"" file "\",\"line\":" line                 \
	",\"column\":1,\"start_line\":" start ",\"kind\":\"user\",\"inlined\":false}\n"
#define ADDRESS(id, pc, call) "{\"type\":\"frame\",\"id\":" id ",\"pc\":\"" pc "\",\"call\":" call "}\n"
#define STACK(id, frames)     "{\"type\":\"stack\",\"id\":" id ",\"frames\":[" frames "]}\n"
#define END(lines, samples)   "{\"type\":\"end\",\"lines\":" lines ",\"samples\":" samples "}\n"

struct seen {
	struct model model;
	struct tally tally;
	size_t samples, handed_on;
	struct sample last;
};

static void on_sample(void *state, const struct sample *sample)
{
	struct seen *seen = state;

	seen->samples++;
	seen->last = *sample;
	tally_add(&seen->tally, sample);
}

static void count(void *state, const struct record *record)
{
	struct seen *seen = state;

	(void)record;
	seen->handed_on++;
}

/* What the model makes of the records. It lives to the end, as all that it points to does. */
static struct seen *read_records(const char *records)
{
	static const struct record_handlers more = {{[RECORD_THREAD] = count, [RECORD_OTHER] = count}};
	static struct seen all[16];
	static size_t used;
	struct seen *seen = &all[used++];
	char path[] = "/tmp/test_model.XXXXXX";
	int fd = mkstemp(path);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, records, strlen(records)), strlen(records));
	close(fd);
	model_read(&seen->model, path, on_sample, seen, &more);
	unlink(path);
	return seen;
}

static void fibers_are_called_as_the_outputs_call_them(void **state)
{
	struct seen *seen = read_records(PROFILE THREAD("0", "0", "main") THREAD("1", "0", "fiber")
						 THREAD("7", "-1", "effect") THREAD("8", "3", "main") END("5", "0"));
	const struct model_fiber *fibers = seen->model.fibers;

	(void)state;
	assert_int_equal(seen->model.fiber_count, 4);
	assert_string_equal(fibers[0].name, "main");
	assert_string_equal(fibers[1].name, "fiber-0");
	assert_string_equal(fibers[2].name, "effect-7");
	assert_string_equal(fibers[3].name, "main-3");
	assert_string_equal(fibers[2].label, "effect");
	assert_int_equal(fibers[2].fiber, -1);
}

static void threads_of_one_name_are_one_fiber(void **state)
{
	struct seen *seen = read_records(PROFILE THREAD("0", "0", "main") THREAD("1", "2", "fiber")
						 THREAD("2", "2", "fiber") STACK("0", "") "[1,2,0,0]\n" END("6", "1"));

	(void)state;
	assert_int_equal(seen->model.fiber_count, 2);
	assert_int_equal(seen->last.thread, 1);
}

static void a_function_is_a_name_and_a_file(void **state)
{
	struct seen *seen =
		read_records(PROFILE FRAME("0", "f", "a.c", "12", "10") FRAME("1", "f", "b.c", "3", "2")
				     FRAME("2", "f", "a.c", "9", "8") FRAME("3", "fa", ".c", "1", "0") END("5", "0"));
	const struct model *model = &seen->model;

	(void)state;
	assert_int_equal(model->function_count, 3);
	assert_int_equal(model->frame_count, 4);
	assert_int_equal(model->frames[2].function, model->frames[0].function);
	assert_string_equal(model->functions[0].name, "f");
	assert_string_equal(model->functions[0].file, "a.c");
	assert_int_equal(model->functions[0].line, 8);
	assert_int_equal(model->functions[0].kind, KIND_USER);
	assert_string_equal(model->functions[2].name, "fa");
}

static void an_address_is_a_function_whether_it_was_called_or_not(void **state)
{
	struct seen *seen =
		read_records(PROFILE ADDRESS("4", "0x401191", "false") ADDRESS("9", "0x401191", "true") END("3", "0"));

	(void)state;
	assert_int_equal(seen->model.function_count, 1);
	assert_int_equal(seen->model.frame_count, 1);
	assert_string_equal(seen->model.functions[0].name, "0x401191");
	assert_string_equal(seen->model.functions[0].file, "");
}

static void equal_stacks_are_one_and_ids_may_have_gaps(void **state)
{
	struct seen *seen =
		read_records(PROFILE THREAD("3", "0", "main") ADDRESS("70", "0x1", "false") ADDRESS("5", "0x2", "true")
				     STACK("9", "70,5") STACK("2", "70,5")
					     STACK("4", "5,70") "[1,3,9,0]\n[2,3,2,0,4]\n[3,3,4,1]\n" END("10", "6"));
	struct model_stack stack = model_stack(&seen->model, seen->tally.rows[0].stack);

	(void)state;
	assert_int_equal(seen->model.stack_count, 2);
	assert_int_equal(seen->tally.count, 2);
	assert_int_equal(seen->tally.rows[0].count, 5);
	assert_int_equal(seen->tally.rows[1].state, STATE_WAITING);
	assert_int_equal(seen->samples, 3);
	assert_int_equal(stack.count, 2);
	assert_string_equal(seen->model.functions[seen->model.frames[stack.frames[0]].function].name, "0x1");
}

static void a_stack_of_nothing_has_one_unknown_frame(void **state)
{
	struct seen *seen = read_records(PROFILE THREAD("0", "0", "main") STACK("0", "") "[1,0,0,0]\n" END("4", "1"));
	struct model_stack stack = model_stack(&seen->model, seen->last.stack);

	(void)state;
	assert_int_equal(stack.count, 1);
	assert_string_equal(seen->model.functions[seen->model.frames[stack.frames[0]].function].name, "[unknown]");
}

static void other_records_are_handed_on(void **state)
{
	struct seen *seen = read_records(PROFILE THREAD("0", "0", "main") "{\"type\":\"note\"}\n" END("3", "0"));

	(void)state;
	assert_int_equal(seen->handed_on, 2);
	assert_string_equal(seen->model.profile.exe, "/w/x");
	assert_int_equal(seen->model.profile.end_unix_ns, 9);
}

static void periods_last_to_the_nanosecond(void **state)
{
	struct model model = {.profile.rate_hz = 997};

	(void)state;
	assert_int_equal(model_nanoseconds(&model, 0), 0);
	assert_int_equal(model_nanoseconds(&model, 1), 1003009);
	assert_int_equal(model_nanoseconds(&model, 997000000), 1000000000000000);
	model.profile.rate_hz = UINT64_MAX;
	assert_int_equal(model_nanoseconds(&model, UINT64_MAX), 1000000000);
	model.profile.rate_hz = 1;
	assert_true(model_nanoseconds(&model, UINT64_MAX) == UINT64_MAX);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fibers_are_called_as_the_outputs_call_them),
		cmocka_unit_test(threads_of_one_name_are_one_fiber),
		cmocka_unit_test(a_function_is_a_name_and_a_file),
		cmocka_unit_test(an_address_is_a_function_whether_it_was_called_or_not),
		cmocka_unit_test(equal_stacks_are_one_and_ids_may_have_gaps),
		cmocka_unit_test(a_stack_of_nothing_has_one_unknown_frame),
		cmocka_unit_test(other_records_are_handed_on),
		cmocka_unit_test(periods_last_to_the_nanosecond),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
