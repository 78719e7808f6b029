/* prof-symbolize: names for addresses.
 *
 *     {"type":"frame","id":3,"pc":"0x55555191","call":true}
 *     {"type":"stack","id":0,"frames":[3]}
 * becomes
 *     {"type":"frame","id":0,"name":"leaf","file":"/w/fib.c","line":4,"column":13,"start_line":3,"kind":"user","inlined":true,"image":0}
 *     {"type":"frame","id":1,"name":"fib","file":"/w/fib.c","line":9,"column":2,"start_line":8,"kind":"user","inlined":false,"image":0}
 *     {"type":"stack","id":0,"frames":[0,1]}
 *
 * Definitions wait until the first sample, so that all addresses are asked in one go. While no address has come there
 * is nothing to do: every record passes by as it is. From the first address on, named frames get new ids. */
#include "die.h"
#include "naming.h"
#include "program.h"
#include "record_write.h"

#include <string.h>
#include <unistd.h>

static const char help[] = "usage: prof-symbolize [OPTION]... [FILE]\n"
			   "\n"
			   "Replaces the addresses of a profile by functions, files and lines, inlined\n"
			   "functions included.\n"
			   "FILE is a raw profile or records, standard input when it is none or -. Records\n"
			   "go to standard output.\n"
			   "\n"
			   "      --exe PATH         the profiled program itself is now at PATH\n"
			   "      --symbol-dir DIR   look in DIR too, by build id and name; may come again\n"
			   "      --path-map FROM=TO what was in FROM is now in TO, sources too; may come\n"
			   "                         again\n"
			   "      --force            take files that changed since the profile was taken\n"
			   "      --no-demangle      leave names as linkers know them\n"
			   "      --no-cache         neither use nor keep answers from before\n"
			   "      --keep-suffixes    tell fib.cold and fib.part.0 from fib\n"
			   "  -h, --help             this text\n"
			   "      --version          the version\n";

enum {
	OPTION_EXE = 256,
	OPTION_SYMBOL_DIR,
	OPTION_PATH_MAP,
	OPTION_FORCE,
	OPTION_NO_DEMANGLE,
	OPTION_NO_CACHE,
	OPTION_KEEP_SUFFIXES
};

struct prof_symbolize {
	struct record_writer writer; /* first: record_pass() */
	struct naming naming;
	struct arena texts;
};

static const char *readable(const char *path)
{
	if (access(path, R_OK) < 0)
		die("%s:", path);
	return path;
}

static void on_option(void *state, int option, const char *value)
{
	struct naming *naming = &((struct prof_symbolize *)state)->naming;

	if (option == OPTION_EXE)
		naming->files.substitute = readable(value);
	else if (option == OPTION_SYMBOL_DIR)
		symbol_search_add_directory(&naming->files.search, readable(value));
	else if (option == OPTION_PATH_MAP && !symbol_search_add_map(&naming->files.search, value))
		die_usage("--path-map wants FROM=TO, not '%s'", value);
	else if (option == OPTION_FORCE)
		naming->files.force = true;
	else if (option == OPTION_NO_DEMANGLE)
		naming->places.symbolizer.mangled = true;
	else if (option == OPTION_NO_CACHE)
		naming->places.cache.off = true;
	else if (option == OPTION_KEEP_SUFFIXES)
		naming->names.keep_suffixes = true;
}

static void on_profile(void *state, const struct record *record)
{
	struct prof_symbolize *self = state;

	self->naming.profile = record->profile;
	self->naming.files.program = arena_copy(&self->texts, record->profile.exe, strlen(record->profile.exe));
	self->naming.files.macos = !strncmp(record->profile.platform, "macos", strlen("macos"));
	record_write(&self->writer, record);
}

static void on_image(void *state, const struct record *record)
{
	struct prof_symbolize *self = state;

	image_map_add(&self->naming.images, &record->image);
	record_write(&self->writer, record);
}

static void on_frame(void *state, const struct record *record)
{
	struct prof_symbolize *self = state;

	naming_frame(&self->naming, record);
}

static void on_stack(void *state, const struct record *record)
{
	struct prof_symbolize *self = state;

	naming_stack(&self->naming, record);
}

static void on_sample(void *state, const struct record *record)
{
	struct prof_symbolize *self = state;

	naming_flush(&self->naming);
	naming_sample(&self->naming, &record->sample);
	record_write(&self->writer, record);
}

static void on_end(void *state, const struct record *record)
{
	struct prof_symbolize *self = state;

	(void)record;
	naming_flush(&self->naming);
	image_files_warn(&self->naming.files, self->naming.samples);
	record_write_end(&self->writer);
}

static const struct record_handlers handlers = {
	.on =
		{
			[RECORD_PROFILE] = on_profile,
			[RECORD_IMAGE] = on_image,
			[RECORD_THREAD] = record_pass,
			[RECORD_FRAME] = on_frame,
			[RECORD_STACK] = on_stack,
			[RECORD_SAMPLE] = on_sample,
			[RECORD_SUMMARY] = record_pass,
			[RECORD_FIBER] = record_pass,
			[RECORD_FUNCTION] = record_pass,
			[RECORD_LINE] = record_pass,
			[RECORD_OTHER] = record_pass,
			[RECORD_END] = on_end,
		},
};

int main(int argc, char **argv)
{
	static const struct option options[] = {{"exe", required_argument, NULL, OPTION_EXE},
						{"symbol-dir", required_argument, NULL, OPTION_SYMBOL_DIR},
						{"path-map", required_argument, NULL, OPTION_PATH_MAP},
						{"force", no_argument, NULL, OPTION_FORCE},
						{"no-demangle", no_argument, NULL, OPTION_NO_DEMANGLE},
						{"no-cache", no_argument, NULL, OPTION_NO_CACHE},
						{"keep-suffixes", no_argument, NULL, OPTION_KEEP_SUFFIXES},
						{NULL, 0, NULL, 0}};
	static const struct program program = {
		.name = "prof-symbolize", .help = help, .options = options, .on_option = on_option};
	static struct prof_symbolize self;
	const char *path = program_start(&program, argc, argv, &self);

	self.naming.writer = &self.writer;
	self.naming.files.images = &self.naming.images;
	record_writer_open(&self.writer);
	records_read(path, &handlers, &self);
	return 0;
}
