#include "program.h"

#include "die.h"
#include "mem.h"
#include "out.h"

#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OPTION_HELP = 'h', OPTION_VERSION = 0x1000 };

static const struct option common[] = {
	{"help", no_argument, NULL, OPTION_HELP},
	{"version", no_argument, NULL, OPTION_VERSION},
};

enum { COMMON = sizeof(common) / sizeof(common[0]) };

/* A closed standard descriptor would be given to the next file that is opened, and output would go into it. */
static void hold_standard_descriptors(void)
{
	int fd;

	do
		fd = open("/dev/null", O_RDONLY);
	while (fd >= 0 && fd <= STDERR_FILENO);
	if (fd >= 0)
		close(fd);
}

static size_t count_options(const struct option *options)
{
	size_t count = 0;

	while (options && options[count].name)
		count++;
	return count;
}

static struct option *all_options(const struct program *program)
{
	size_t own = count_options(program->options);
	struct option *all = mem_new(own + COMMON + 1, sizeof(*all));

	memcpy(all, common, sizeof(common));
	if (own)
		memcpy(all + COMMON, program->options, own * sizeof(*all));
	return all;
}

/* The short forms, as getopt(3) wants them. */
static char *short_options(const struct option *options)
{
	size_t count = count_options(options), length = 0;
	char *letters = mem_new(count * 2 + 2, 1);

	letters[length++] = ':';
	for (size_t i = 0; i < count; i++) {
		if (options[i].val > 255)
			continue;
		letters[length++] = (char)options[i].val;
		if (options[i].has_arg)
			letters[length++] = ':';
	}
	return letters;
}

_Noreturn static void print_and_exit(const char *first, const char *second, const char *third)
{
	struct out out;

	out_open(&out, STDOUT_FILENO, "stdout");
	out_text(&out, first);
	out_text(&out, second);
	out_text(&out, third);
	out_close(&out);
	exit(STATUS_DONE);
}

/* optopt is the letter that is not known, the val of an option that was given a value it does not take, or 0 for an
 * unknown long one. */
_Noreturn static void refuse_option(const struct option *options, const char *argument)
{
	for (; options->name; options++) {
		if (optopt && options->val == optopt)
			die_usage("option '--%s' takes no value", options->name);
	}
	if (optopt)
		die_usage("unknown option '-%c'", optopt);
	die_usage("unknown option '%s'", argument);
}

static void take_option(const struct program *program, int val, const char *argument, void *state)
{
	switch (val) {
	case OPTION_HELP:
		print_and_exit(program->help, "", "");
	case OPTION_VERSION:
		print_and_exit(program->name, " " OSPREY_VERSION, " (osprey-prof)\n");
	case ':':
		die_usage("option '%s' needs a value", argument);
	default:
		program->on_option(state, val, optarg);
	}
}

const char *program_start(const struct program *program, int argc, char **argv, void *state)
{
	struct option *options = all_options(program);
	char *letters = short_options(options);
	const char *path = NULL;
	int val;

	hold_standard_descriptors();
	signal(SIGXFSZ, SIG_IGN); /* a file size limit is an error like a full disk */
	program_name_set(program->name);
	opterr = 0;
	while ((val = getopt_long(argc, argv, letters, options, NULL)) != -1) {
		if (val == '?')
			refuse_option(options, argv[optind - 1]);
		take_option(program, val, argv[optind - 1], state);
	}
	free(options);
	free(letters);
	if (argc - optind > 1)
		die_usage("one file at most, '%s' is one too many", argv[optind + 1]);
	if (optind < argc && strcmp(argv[optind], "-") != 0)
		path = argv[optind];
	return path;
}
