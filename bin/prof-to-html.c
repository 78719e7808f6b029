/* prof-to-html: a flame graph as one HTML file, which needs no network and no other file.
 *
 * In:  any stage of the records, or the raw file:
 *        {"type":"stack","id":0,"frames":[0,1]}
 *        [12345,0,0,0,3]
 * Out: the flame page, with what prof-to-speedscope writes in it:
 *        <!DOCTYPE html>…<script type="application/json" id="profile">{"shared":{"frames":[…]},…}</script>… */
#include "die.h"
#include "flame_page.h"
#include "program.h"
#include "speedscope.h"

#include <string.h>
#include <unistd.h>

static const struct program program = {
	.name = "prof-to-html",
	.help = "usage: prof-to-html [FILE]\n"
		"\n"
		"Writes a flame graph as one HTML file, for any browser: nothing is fetched,\n"
		"nothing is sent.\n"
		"Reads a raw profile or records that aren't aggregated from FILE or stdin.\n"
		"\n"
		"  -h, --help         print this help\n"
		"      --version      print the version\n",
};

int main(int argc, char **argv)
{
	static struct speedscope speedscope;
	const char *rest = strstr(flame_page, FLAME_PAGE_MARK) + strlen(FLAME_PAGE_MARK);
	struct out out;

	speedscope_read(&speedscope, program_start(&program, argc, argv, NULL));
	out_open(&out, STDOUT_FILENO, "stdout");
	out.in_html = true;
	out_bytes(&out, flame_page, (size_t)(rest - flame_page));
	speedscope_write(&speedscope, &out);
	out_text(&out, rest);
	out_close(&out);
	return STATUS_DONE;
}
