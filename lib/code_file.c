#include "code_file.h"

#include <string.h>

const char *code_file_read(struct code_file *code, const char *path, const char *arch)
{
	unsigned char magic[4] = {0};
	struct binary file;
	const char *why = binary_open(&file, path);

	*code = (struct code_file){.size = 0};
	if (why)
		return why;
	code->size = file.size;
	code->mtime_ns = file.mtime_ns;
	binary_read(&file, 0, magic, sizeof(magic));
	if (!memcmp(magic, "\177ELF", sizeof(magic)))
		return elf_file_read(code, &file);
	why = macho_file_read(code, &file, arch);
	binary_close(&file);
	return why;
}
