/* prof-recover: the raw profile of a process that could not write it.
 *
 * A process under the profiler keeps what it sampled in raw.json.part until raw.json is whole. When it was killed,
 * crashed or became another program, that file is left: prof-recover raw.json.part > raw.json is what the runtime would
 * have written at the last moment. The file of a process that goes on can be read too.
 */
#include "die.h"
#include "part_file.h"
#include "program.h"
#include "raw_write.h"

#include <unistd.h>

static const char help[] = "usage: prof-recover [FILE]\n"
			   "\n"
			   "Makes a raw profile of the part file that a program under the profiler left\n"
			   "when it was killed or crashed, or that it is writing now. FILE is the part\n"
			   "file, standard input when it is none or -. The raw profile goes to standard\n"
			   "output.\n"
			   "\n"
			   "  -h, --help     this text\n"
			   "      --version  the version\n";

int main(int argc, char **argv)
{
	static const struct program program = {.name = "prof-recover", .help = help};
	const char *path = program_start(&program, argc, argv, NULL);
	const struct part_header *header = part_file_read(path);

	if (header->abandoned)
		warn("%s: the file could not grow: the profile goes on in the process's memory alone",
		     path ? path : "stdin");
	if (!raw_write(STDOUT_FILENO, header))
		die("stdout:");
	return STATUS_DONE;
}
