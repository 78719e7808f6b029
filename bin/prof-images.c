/* prof-images: which image holds each address, and where in its file.
 *
 *     {"type":"frame","id":3,"pc":"0x55555191","call":true}
 * becomes
 *     {"type":"frame","id":3,"pc":"0x55555191","call":true,"image":0,"addr":"0x1190"}
 *
 * A frame that no image holds, one that has its image or its name already, and every other record pass by as they are.
 */
#include "image_map.h"
#include "program.h"
#include "record_write.h"

static const char help[] = "usage: prof-images [FILE]\n"
			   "\n"
			   "Adds to each address of a profile the image that holds it and the address in\n"
			   "that image's file.\n"
			   "FILE is a raw profile or records, standard input when it is none or -. Records\n"
			   "go to standard output.\n"
			   "\n"
			   "  -h, --help     this text\n"
			   "      --version  the version\n";

struct prof_images {
	struct record_writer writer; /* first: record_pass() */
	struct image_map images;
};

static void on_image(void *state, const struct record *record)
{
	struct prof_images *self = state;

	image_map_add(&self->images, &record->image);
	record_write(&self->writer, record);
}

static void on_frame(void *state, const struct record *record)
{
	struct prof_images *self = state;
	struct record mapped = *record;

	image_map_frame(&self->images, &mapped.frame);
	if (mapped.frame.mapped != record->frame.mapped)
		mapped.text = NULL;
	record_write(&self->writer, &mapped);
}

static void on_end(void *state, const struct record *record)
{
	struct prof_images *self = state;

	(void)record;
	record_write_end(&self->writer);
}

static const struct record_handlers handlers = {
	.on =
		{
			[RECORD_PROFILE] = record_pass,
			[RECORD_IMAGE] = on_image,
			[RECORD_THREAD] = record_pass,
			[RECORD_FRAME] = on_frame,
			[RECORD_STACK] = record_pass,
			[RECORD_SAMPLE] = record_pass,
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
	static const struct program program = {.name = "prof-images", .help = help};
	static struct prof_images self;
	const char *path = program_start(&program, argc, argv, NULL);

	record_writer_open(&self.writer);
	records_read(path, &handlers, &self);
	return 0;
}
