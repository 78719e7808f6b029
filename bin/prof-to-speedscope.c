/* prof-to-speedscope: a file that https://www.speedscope.app opens, one sampled profile a fiber.
 *
 * In:  any stage of the records, or the raw file:
 *        {"type":"stack","id":0,"frames":[0,1]}
 *        [12345,0,0,0,3]
 * Out: stacks as indexes of shared frames, root first; weights in seconds, waiting included:
 *        {"$schema":"…","shared":{"frames":[{"name":"main"},{"name":"fib","file":"/w/fib.c","line":2}]},
 *         "profiles":[{"type":"sampled","name":"main","unit":"seconds","startValue":0,"endValue":0.003,
 *         "samples":[[0,1]],"weights":[0.003],"states":"0"}],…} */
#include "die.h"
#include "program.h"
#include "speedscope.h"

#include <unistd.h>

static const struct program program = {
	.name = "prof-to-speedscope",
	.help = "usage: prof-to-speedscope [FILE]\n"
		"\n"
		"Writes a file for speedscope: one sampled profile a fiber, and one of all\n"
		"fibers when there are several.\n"
		"Reads a raw profile or records that aren't aggregated from FILE or stdin.\n"
		"\n"
		"  -h, --help         print this help\n"
		"      --version      print the version\n",
};

int main(int argc, char **argv)
{
	static struct speedscope speedscope;
	struct out out;

	speedscope_read(&speedscope, program_start(&program, argc, argv, NULL));
	out_open(&out, STDOUT_FILENO, "stdout");
	speedscope_write(&speedscope, &out);
	out_close(&out);
	return STATUS_DONE;
}
