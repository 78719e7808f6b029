/* prof-aggregate: sums a profile up.
 *
 * In:  any stage of the records, or the raw file:
 *        {"type":"stack","id":0,"frames":[0,1]}
 *        [12345,0,0,0,3]
 * Out: its profile, image and thread records as they came, and what its samples add up to:
 *        {"type":"summary","samples":3,"oncpu":3,…}
 *        {"type":"function","id":0,"name":"fib","file":"/w/fib.osp","line":2,"kind":"user","self":3,"total":3} */
#include "die.h"
#include "program.h"
#include "totals.h"

static const struct program program = {
	.name = "prof-aggregate",
	.help = "usage: prof-aggregate [FILE]\n"
		"\n"
		"Sums a profile up: totals, the time of each fiber, hot functions, hot lines.\n"
		"Reads a raw profile or records of any stage from FILE or stdin;\n"
		"writes records to stdout.\n"
		"\n"
		"  -h, --help     print this help\n"
		"      --version  print the version\n",
};

static void write_fibers(struct record_writer *writer, const struct totals *totals)
{
	for (size_t i = 0; i < totals->fiber_count; i++) {
		struct record record = {.type = RECORD_FIBER, .fiber = totals->fibers[i]};

		record_write(writer, &record);
	}
}

static void write_functions(struct record_writer *writer, const struct totals *totals)
{
	for (size_t i = 0; i < totals->function_count; i++) {
		struct record record = {.type = RECORD_FUNCTION, .function = totals->functions[i]};

		record_write(writer, &record);
	}
}

static void write_lines(struct record_writer *writer, const struct totals *totals)
{
	for (size_t i = 0; i < totals->line_count; i++) {
		struct record record = {.type = RECORD_LINE, .line = totals->lines[i]};

		record_write(writer, &record);
	}
}

static void write_totals(struct record_writer *writer, const struct totals *totals)
{
	struct record summary = {.type = RECORD_SUMMARY, .summary = totals->summary};

	record_write(writer, &summary);
	write_fibers(writer, totals);
	write_functions(writer, totals);
	write_lines(writer, totals);
}

int main(int argc, char **argv)
{
	static struct totals totals;
	static struct record_writer writer;
	const char *path = program_start(&program, argc, argv, NULL);

	record_writer_open(&writer);
	totals_read(&totals, path, &writer);
	if (!totals.aggregated)
		write_totals(&writer, &totals);
	record_write_end(&writer);
	return STATUS_DONE;
}
