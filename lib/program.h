/* What the `main` of every filter has in common: options, help, version, the one operand. */
#ifndef OSPREY_PROGRAM_H
#define OSPREY_PROGRAM_H

#include <getopt.h>

struct program {
	const char *name;
	const char *help;	      /* whole text of --help, printed as it is */
	const struct option *options; /* long options beyond --help and --version, ended by a zero entry; NULL for none.
					 `val` is the short letter, or above 255 when there is none. */
	void (*on_option)(void *state, int val,
			  const char *value); /* calls die_usage() for a bad value; NULL for none */
};

/* Handles -h, --help, --version and the program's own options. Returns the input's path: the operand, or NULL for stdin
 * (no operand, or "-"). More than one operand is wrong use. Exits by itself for help, version and wrong use. */
const char *program_start(const struct program *program, int argc, char **argv, void *state);

#endif
