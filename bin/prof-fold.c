/* prof-fold: collapsed stacks, one line a unique stack, for flamegraph.pl, speedscope, sort and grep.
 *
 * In:  any stage of the records, or the raw file:
 *        {"type":"stack","id":0,"frames":[0,1]}
 *        [12345,0,0,0,3]
 * Out: root first, the fiber as root, the sum of the counts behind a space; sorted by bytes:
 *        fiber-1;main;fib 12
 *        main;main;fib 3 */
#include "die.h"
#include "folded.h"
#include "model.h"
#include "out.h"
#include "program.h"
#include "tally.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OPTION_STATE = 0x100, OPTION_NO_FIBER };

struct fold {
	bool wanted[STATES];
	bool no_fiber;
	struct model model;
	struct tally tally;
	struct folded folded;
};

static const struct option options[] = {
	{"state", required_argument, NULL, OPTION_STATE},
	{"no-fiber", no_argument, NULL, OPTION_NO_FIBER},
	{0},
};

static void set_states(struct fold *fold, const char *value)
{
	bool all = strcmp(value, "all") == 0;

	fold->wanted[STATE_ON_CPU] = all || strcmp(value, "cpu") == 0;
	fold->wanted[STATE_WAITING] = all || strcmp(value, "waiting") == 0;
	if (!fold->wanted[STATE_ON_CPU] && !fold->wanted[STATE_WAITING])
		die_usage("--state is cpu, waiting or all, not '%s'", value);
}

static void on_option(void *state, int val, const char *value)
{
	struct fold *fold = state;

	if (val == OPTION_STATE)
		set_states(fold, value);
	else
		fold->no_fiber = true;
}

static const struct program program = {
	.name = "prof-fold",
	.help = "usage: prof-fold [--state cpu|waiting|all] [--no-fiber] [FILE]\n"
		"\n"
		"Writes collapsed stacks, 'fiber-1;main;fib 12', as flamegraph.pl and speedscope\n"
		"read them.\n"
		"Reads a raw profile or records that aren't aggregated from FILE or stdin.\n"
		"\n"
		"      --state STATE  only samples on the CPU (cpu), only waiting ones (waiting),\n"
		"                     or all (default)\n"
		"      --no-fiber     leave out the fiber at the root, so that the same stacks of\n"
		"                     all fibers are one\n"
		"  -h, --help         print this help\n"
		"      --version      print the version\n",
	.options = options,
	.on_option = on_option,
};

static void on_sample(void *state, const struct sample *sample)
{
	struct fold *fold = state;

	if (fold->wanted[sample->state])
		tally_add(&fold->tally, sample);
}

struct row {
	const char *fiber; /* "" for none */
	uint32_t stack, rank;
	uint64_t count;
};

static struct row *make_rows(const struct fold *fold)
{
	const struct tally *tally = &fold->tally;
	struct row *rows = mem_new(tally->count, sizeof(*rows));

	for (size_t i = 0; i < tally->count; i++) {
		const struct tally_row *row = &tally->rows[i];

		rows[i] = (struct row){
			.fiber = fold->no_fiber ? "" : fold->folded.fibers[row->fiber],
			.stack = row->stack,
			.rank = fold->folded.ranks[row->stack],
			.count = row->count,
		};
	}
	return rows;
}

/* By their bytes; a ';' follows the fiber. */
static int compare_fibers(const char *a, const char *b)
{
	while (*a && *a == *b) {
		a++;
		b++;
	}
	return (*a ? (unsigned char)*a : ';') - (*b ? (unsigned char)*b : ';');
}

static int compare_rows(const void *first, const void *second)
{
	const struct row *a = first, *b = second;

	if (a->fiber != b->fiber)
		return compare_fibers(a->fiber, b->fiber);
	return (a->rank > b->rank) - (a->rank < b->rank);
}

static void write_row(struct out *out, const struct folded *folded, const struct row *row)
{
	if (*row->fiber) {
		out_text(out, row->fiber);
		out_char(out, ';');
	}
	folded_write(folded, out, row->stack);
	out_char(out, ' ');
	out_u64(out, row->count);
	out_char(out, '\n');
}

/* What reads the same is one line: other states, addresses or lines of the same functions. */
static void write_rows(struct out *out, const struct folded *folded, struct row *rows, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (i + 1 < count && compare_rows(&rows[i], &rows[i + 1]) == 0)
			rows[i + 1].count += rows[i].count;
		else
			write_row(out, folded, &rows[i]);
	}
}

int main(int argc, char **argv)
{
	static struct fold fold = {.wanted = {true, true}};
	const char *path = program_start(&program, argc, argv, &fold);
	struct row *rows;
	struct out out;

	model_read(&fold.model, path, on_sample, &fold, NULL);
	folded_make(&fold.folded, &fold.model);
	rows = make_rows(&fold);
	qsort(rows, fold.tally.count, sizeof(*rows), compare_rows);
	out_open(&out, STDOUT_FILENO, "stdout");
	write_rows(&out, &fold.folded, rows, fold.tally.count);
	out_close(&out);
	free(rows);
	return STATUS_DONE;
}
