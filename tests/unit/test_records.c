/* Reading and writing records, and the raw file. Golden files: tests/data/raw, tests/data/records. Run from the top
 * folder. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "mem.h"
#include "record.h"
#include "record_write.h"

#include "dies.h"

#include <fcntl.h>
#include <stdlib.h>

#define RAW	"tests/data/raw/"
#define RECORDS "tests/data/records/"

/* A whole file, NUL-terminated. */
static char *contents(const char *path)
{
	char *text = mem_new(1 << 20, 1);
	int fd = open(path, O_RDONLY);

	if (fd < 0)
		fail_msg("no %s", path);
	assert_true(read(fd, text, (1 << 20) - 1) >= 0);
	close(fd);
	return text;
}

struct rewriting {
	struct record_writer writer; /* first: record_pass() wants it there */
	bool canonical;
};

static void rewrite(void *state, const struct record *record)
{
	struct rewriting *rewriting = state;
	struct record copy = *record;

	if (rewriting->canonical && record->type != RECORD_OTHER)
		copy.text = NULL;
	if (record->type == RECORD_END)
		record_write_end(&rewriting->writer);
	else
		record_pass(rewriting, &copy);
}

/* Reads `path` and writes it again, as it came or in canonical form; that must be the contents of `golden`. */
static void assert_rewritten(const char *path, bool canonical, const char *golden)
{
	char output[] = "/tmp/test_records_XXXXXX";
	struct rewriting rewriting = {.canonical = canonical};
	struct record_handlers handlers;
	char *expected = contents(golden), *written;

	for (int type = 0; type < RECORD_TYPES; type++)
		handlers.on[type] = rewrite;
	out_open(&rewriting.writer.out, mkstemp(output), "output");
	records_read(path, &handlers, &rewriting);
	written = contents(output);
	assert_string_equal(written, expected);
	unlink(output);
	free(expected);
	free(written);
}

static void raw_files_become_the_golden_records(void **state)
{
	(void)state;
	assert_rewritten(RAW "small.json", false, RECORDS "small.records");
	assert_rewritten(RAW "zero.json", false, RECORDS "zero.records");
	assert_rewritten(RAW "names.json", false, RECORDS "names.records");
	assert_rewritten(RAW "extreme.json", false, RECORDS "extreme.records");
}

static void the_order_of_keys_in_a_raw_file_does_not_matter(void **state)
{
	(void)state;
	assert_rewritten(RAW "reordered.json", false, RECORDS "small.records");
}

static void records_of_every_stage_pass_byte_for_byte(void **state)
{
	(void)state;
	assert_rewritten(RECORDS "small.records", false, RECORDS "small.records");
	assert_rewritten(RECORDS "mapped.records", false, RECORDS "mapped.records");
	assert_rewritten(RECORDS "named.records", false, RECORDS "named.records");
	assert_rewritten(RECORDS "aggregated.records", false, RECORDS "aggregated.records");
	assert_rewritten(RECORDS "foreign.records", false, RECORDS "foreign.records");
}

static void parsed_records_are_written_in_their_canonical_form(void **state)
{
	(void)state;
	assert_rewritten(RECORDS "small.records", true, RECORDS "small.records");
	assert_rewritten(RECORDS "extreme.records", true, RECORDS "extreme.records");
	assert_rewritten(RECORDS "names.records", true, RECORDS "names.records");
	assert_rewritten(RECORDS "mapped.records", true, RECORDS "mapped.records");
	assert_rewritten(RECORDS "named.records", true, RECORDS "named.records");
	assert_rewritten(RECORDS "aggregated.records", true, RECORDS "aggregated.records");
}

/* What one handler saw last. */
static struct record seen;
static char seen_place[256];
static int seen_count;

static void see(void *state, const struct record *record)
{
	(void)state;
	seen = *record;
	seen_count++;
	snprintf(seen_place, sizeof(seen_place), "%s", record_place());
}

static void read_type(const char *path, enum record_type type)
{
	struct record_handlers handlers = {{NULL}};

	handlers.on[type] = see;
	seen_count = 0;
	records_read(path, &handlers, NULL);
}

static void a_handler_gets_only_its_type_and_may_be_missing(void **state)
{
	(void)state;
	read_type(RECORDS "named.records", RECORD_SAMPLE);
	assert_int_equal(seen_count, 4);
	assert_true(seen.sample.t_ns == 3000000 && seen.sample.thread == 1 && seen.sample.stack == 2);
	assert_true(seen.sample.state == STATE_ON_CPU && seen.sample.count == 1);
	read_type(RECORDS "named.records", RECORD_SUMMARY);
	assert_int_equal(seen_count, 0);
}

static void the_end_comes_once_and_last_with_its_counts(void **state)
{
	(void)state;
	read_type(RAW "small.json", RECORD_END);
	assert_int_equal(seen_count, 1);
	assert_int_equal(seen.end.lines, 26);
	assert_int_equal(seen.end.samples, 10);
	read_type(RECORDS "small.records", RECORD_END);
	assert_int_equal(seen_count, 1);
	assert_int_equal(seen.end.samples, 10);
}

static void a_place_names_file_and_line_or_byte(void **state)
{
	(void)state;
	read_type(RECORDS "foreign.records", RECORD_OTHER);
	assert_string_equal(seen_place, RECORDS "foreign.records:2");
	read_type(RAW "small.json", RECORD_PROFILE);
	assert_memory_equal(seen_place, RAW "small.json: byte ", strlen(RAW "small.json: byte "));
}

static void keys_of_later_versions_and_other_orders_are_read(void **state)
{
	(void)state;
	read_type(RECORDS "foreign.records", RECORD_STACK);
	assert_int_equal(seen.stack.id, 9);
	assert_int_equal(seen.stack.count, 3);
	read_type(RECORDS "foreign.records", RECORD_SAMPLE);
	assert_int_equal(seen_count, 2);
	assert_int_equal(seen.sample.count, 2);
	read_type(RECORDS "foreign.records", RECORD_FRAME);
	assert_false(seen.frame.named);
	assert_true(seen.frame.call && seen.frame.pc == 0xff);
	assert_string_equal(seen.frame.name, "");
}

enum { DEEP = 150000 };

/* A raw profile whose one stack has DEEP frames. */
static void write_deep(char *path)
{
	int fd = mkstemp(path);
	FILE *file = fdopen(fd, "w");

	assert_non_null(file);
	fputs("{\"version\":1,\"pid\":1,\"exe\":\"\",\"rate_hz\":1,\"platform\":\"\",\"start_unix_ns\":0,\"end_unix_ns\":0,"
	      "\"images\":[],\"threads\":[{\"fiber\":0,\"label\":\"main\"}],\"stacks\":[[0",
	      file);
	for (int i = 1; i < DEEP; i++)
		fprintf(file, ",%d", i % 1000);
	fputs("]],\"labels\":[[0,\"[truncated]\"]],\"samples\":[[0,0,0,0]],\"dropped\":0}", file);
	fclose(file);
}

static void a_very_deep_stack_is_whole(void **state)
{
	char path[] = "/tmp/test_records_XXXXXX";

	(void)state;
	write_deep(path);
	read_type(path, RECORD_STACK);
	assert_int_equal(seen.stack.count, DEEP + 1);
	read_type(path, RECORD_FRAME);
	assert_int_equal(seen_count, 1002);
	unlink(path);
}

static const char *const lines[] = {
	"{\"type\":\"profile\",\"version\":1,\"pid\":7,\"exe\":\"\",\"rate_hz\":9,\"platform\":\"\",\"start_unix_ns\":\"1\","
	"\"end_unix_ns\":\"2\",\"dropped\":0}\n",
	"{\"type\":\"thread\",\"id\":0,\"fiber\":0,\"label\":\"main\"}\n",
	"{\"type\":\"frame\",\"id\":0,\"pc\":\"0x1\",\"call\":false}\n",
	"{\"type\":\"stack\",\"id\":0,\"frames\":[0]}\n",
};

/* Reads the four lines above and then `rest`, as stdin. */
static void read_with_rest(const char *rest)
{
	const struct record_handlers none = {{NULL}};
	int ends[2];

	assert_int_equal(pipe(ends), 0);
	for (int i = 0; i < 4; i++)
		assert_true(write(ends[1], lines[i], strlen(lines[i])) > 0);
	assert_true(write(ends[1], rest, strlen(rest)) >= 0);
	close(ends[1]);
	dup2(ends[0], STDIN_FILENO);
	records_read(NULL, &none, NULL);
}

static void what_is_not_defined_is_named_with_its_line(void **state)
{
	(void)state;
	assert_dies(read_with_rest, "[1,0,7,0]\n", "stdin:5: stack 7 is not defined");
	assert_dies(read_with_rest, "[1,3,0,0]\n", "stdin:5: thread 3 is not defined");
	assert_dies(read_with_rest, "[1,9999999999,0,0]\n", "stdin:5: column 14: thread 9999999999 is not defined");
	assert_dies(read_with_rest, "{\"type\":\"stack\",\"id\":1,\"frames\":[0,5]}\n",
		    "stdin:5: frame 5 is not defined");
	assert_dies(read_with_rest, "{\"type\":\"frame\",\"id\":1,\"name\":\"f\",\"image\":2}\n",
		    "stdin:5: image 2 is not defined");
}

static void what_comes_twice_is_refused(void **state)
{
	(void)state;
	assert_dies(read_with_rest, lines[0], "stdin:5: a second profile record: one profile at a time");
	assert_dies(read_with_rest, lines[1], "stdin:5: thread 0 is defined already");
	assert_dies(read_with_rest, lines[2], "stdin:5: frame 0 is defined already");
	assert_dies(read_with_rest, lines[3], "stdin:5: stack 0 is defined already");
	assert_dies(read_with_rest, "{\"type\":\"stack\",\"id\":1,\"frames\":[],\"id\":2}\n",
		    "stdin:5: column 41: the key \"id\" comes twice");
	assert_dies(read_with_rest, "{\"type\":\"stack\",\"type\":\"end\",\"id\":1,\"frames\":[]}\n",
		    "stdin:5: column 24: the key \"type\" comes twice");
}

static void samples_that_are_none_are_refused(void **state)
{
	(void)state;
	assert_dies(read_with_rest, "[1,0,0]\n",
		    "stdin:5: column 8: a sample without its state: [t_ns, thread, stack, state] expected");
	assert_dies(read_with_rest, "[1,0,0,2]\n", "stdin:5: column 9: a state is 0 (on-CPU) or 1 (waiting), not 2");
	assert_dies(read_with_rest, "[1,0,0,0,0]\n", "stdin:5: column 11: a sample with a count of 0");
	assert_dies(read_with_rest, "[1,0,0,0,-1]\n", "stdin:5: column 10: a number of 0 or more expected, not '-'");
	assert_dies(read_with_rest, "[1,0,0,0] 1\n", "stdin:5: column 11: the end expected, not '1'");
	assert_dies(read_with_rest, "[1,0,0,0,9223372036854775807]\n[1,0,0,0]\n",
		    "stdin:6: the counts of the samples add up to more than 2^63 - 1");
}

static void fields_of_another_type_or_size_are_refused(void **state)
{
	(void)state;
	assert_dies(read_with_rest, "{\"type\":\"frame\",\"id\":67108864,\"name\":\"\"}\n",
		    "stdin:5: column 30: 67108864 is too large here: 67108863 is the most");
	assert_dies(read_with_rest, "{\"type\":\"frame\",\"id\":1.0,\"name\":\"\"}\n",
		    "stdin:5: column 23: a whole number without fraction or exponent expected, not '.'");
	assert_dies(read_with_rest, "{\"type\":\"frame\",\"id\":1,\"pc\":7,\"call\":true}\n",
		    "stdin:5: column 29: a text in quotes expected, not '7'");
	assert_dies(read_with_rest, "{\"type\":\"frame\",\"id\":1,\"pc\":\"7\",\"call\":true}\n",
		    "stdin:5: column 32: an address like \"0x1f\" expected");
	assert_dies(read_with_rest, "{\"type\":\"frame\",\"id\":1,\"pc\":\"0x1ffffffffffffffff\",\"call\":true}\n",
		    "stdin:5: column 50: \"0x1ffffffffffffffff\" doesn't fit in 64 bits");
	assert_dies(read_with_rest, "{\"type\":\"frame\",\"id\":1,\"name\":null}\n",
		    "stdin:5: column 31: a text in quotes expected, not 'n'");
	assert_dies(read_with_rest, "{\"type\":\"frame\",\"id\":1,\"name\":\"\",\"kind\":\"other\"}\n",
		    "stdin:5: column 48: a kind is \"user\" or \"runtime\", not \"other\"");
}

static void missing_fields_are_named(void **state)
{
	(void)state;
	assert_dies(read_with_rest, "{\"id\":1}\n", "stdin:5: column 9: a record without \"type\"");
	assert_dies(read_with_rest, "{\"type\":\"stack\",\"frames\":[]}\n",
		    "stdin:5: column 29: a stack record without \"id\"");
	assert_dies(read_with_rest, "{\"type\":\"frame\",\"id\":1}\n",
		    "stdin:5: column 24: a frame record with neither \"pc\" nor \"name\"");
	assert_dies(read_with_rest, "{\"type\":\"frame\",\"id\":1,\"pc\":\"0x1\"}\n",
		    "stdin:5: column 35: a frame record without \"call\"");
	assert_dies(read_with_rest, "{\"type\":\"image\",\"id\":1}\n",
		    "stdin:5: column 24: an image record without \"path\"");
}

static void a_stream_without_its_end_was_cut(void **state)
{
	(void)state;
	assert_dies(read_with_rest, "", "stdin:4: cut off: the end record is missing");
	assert_dies(read_with_rest, "{\"type\":\"end\",\"lines\":4,\"samples\":0}\n\n",
		    "stdin:6: a line behind the end record");
	assert_dies(read_with_rest, "{\"type\":\"end\",\"lines\":4,\"sam",
		    "stdin:5: column 29: cut off: the end of a text expected");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(raw_files_become_the_golden_records),
		cmocka_unit_test(the_order_of_keys_in_a_raw_file_does_not_matter),
		cmocka_unit_test(records_of_every_stage_pass_byte_for_byte),
		cmocka_unit_test(parsed_records_are_written_in_their_canonical_form),
		cmocka_unit_test(a_handler_gets_only_its_type_and_may_be_missing),
		cmocka_unit_test(the_end_comes_once_and_last_with_its_counts),
		cmocka_unit_test(a_place_names_file_and_line_or_byte),
		cmocka_unit_test(keys_of_later_versions_and_other_orders_are_read),
		cmocka_unit_test(a_very_deep_stack_is_whole),
		cmocka_unit_test(what_is_not_defined_is_named_with_its_line),
		cmocka_unit_test(what_comes_twice_is_refused),
		cmocka_unit_test(samples_that_are_none_are_refused),
		cmocka_unit_test(fields_of_another_type_or_size_are_refused),
		cmocka_unit_test(missing_fields_are_named),
		cmocka_unit_test(a_stream_without_its_end_was_cut),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
