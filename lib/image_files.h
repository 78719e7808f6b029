/* The file that describes each image, or why none does. An address is only ever looked up in a file that describes its
 * own image [PROF-SYMBOLIZE-OFFLINE]. */
#ifndef OSPREY_IMAGE_FILES_H
#define OSPREY_IMAGE_FILES_H

#include "image_map.h"

struct image_file {
	bool looked;
	bool main;		  /* the profiled program itself */
	const char *path;	  /* to look in; lives to the end */
	char why[80];		  /* it is not used; "" when it is */
	uint64_t text, text_size; /* the file's executable range */
	uint64_t unnamed;	  /* addresses that stay so for that reason */
};

/* Zero-initialise it and set the first three. The main image is the one of the profiled program: that of the path
 * `program`, or image 0 when there is none. */
struct image_files {
	struct image_map *images;
	const char *program;	/* exe of the profile */
	const char *substitute; /* stands for the main image's path, and for nothing else; NULL for none */
	struct image_file *files;
	size_t capacity;
};

/* The file of the image of this id, looked at once; NULL when there is no such image. An image in brackets, "[vdso]",
 * has none. It is gone with the next addition to the images. */
struct image_file *image_files_get(struct image_files *files, uint32_t id);

/* Whether the file can have a name for the address. A symbolizer calls whatever lies past the end of a file "_end". */
bool image_file_holds(const struct image_file *file, uint64_t addr);

/* Notes that an address of this image stays unnamed. */
void image_files_count(struct image_files *files, uint32_t id);

/* One line about all files that were not used, with the number of addresses that stay unnamed; nothing when there are
 * none. */
void image_files_warn(const struct image_files *files);

#endif
