/* The file that describes each image, or why none does. An address is only ever looked up in a file that describes its
 * own image [PROF-SYMBOLIZE-OFFLINE]. */
#ifndef OSPREY_IMAGE_FILES_H
#define OSPREY_IMAGE_FILES_H

#include "code_file.h"
#include "image_map.h"
#include "symbol_search.h"

/* Texts live to the end. */
struct image_file {
	bool looked;
	bool main;		  /* the profiled program itself */
	bool atos;		  /* only atos(1) can tell its names: `path` is the image's, as it was recorded */
	bool changed;		  /* a file is there, but another than the run had */
	const char *path;	  /* to look in */
	const char *arch;	  /* of a Mach-O file; "" elsewhere */
	const char *code;	  /* the image's own file, with machine code; NULL when only its debug file is there */
	char why[80];		  /* it is not used; "" when it is */
	const char *lost;	  /* what its names lack, and what was looked for; "" when nothing */
	struct code_file is;	  /* `path` */
	bool lines;		  /* a name came with its line */
	bool unanswered;	  /* no answer came for an address, and that was told */
	uint64_t unnamed;	  /* addresses that stay so */
	uint64_t samples;	  /* whose innermost frame is in it */
	uint64_t unnamed_samples; /* likewise, and has no name */
};

/* Zero-initialise it and set the images, program and macos. The main image is the one of the profiled program: that of
 * the path `program`, or image 0 when there is none. */
struct image_files {
	struct image_map *images;
	const char *program;	/* exe of the profile */
	const char *substitute; /* stands for the main image's path, and for nothing else; NULL for none */
	bool macos;		/* the profile is of a Mac: libraries without a file are in its shared cache */
	bool force;		/* take files that are others than the run had */
	struct symbol_search search;
	struct image_file *files;
	size_t capacity;
	uint64_t outside;	  /* addresses that are in no image */
	uint64_t outside_samples; /* with such an address in their stack */
};

/* The file of the image of this id, looked at once; NULL when there is no such image. It is gone with the next addition
 * to the images. */
struct image_file *image_files_get(struct image_files *files, uint32_t id);

/* Whether the file can have a name for the address. A symbolizer calls whatever lies past the end of a file "_end". */
bool image_file_holds(const struct image_file *file, uint64_t addr);

/* One line about the files that could not be used and the debug files that are missing, those that cost most first,
 * with what it costs, and about addresses outside of all images; nothing when there are none. `samples` is how many
 * there are: a file is told when 1 % of them are in what it has no names for, one that lacks lines or
 * inlined functions when 1 % are in it at all, and addresses outside when they are in 1 % of the stacks. */
void image_files_warn(const struct image_files *files, uint64_t samples);

#endif
