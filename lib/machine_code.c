#include "machine_code.h"

#include "stubs.h"

#include <stdlib.h>

static bool open_code(struct machine_code *code, const char *path)
{
	struct binary file;

	if (code->path == path)
		return code->usable;
	if (code->path && code->usable) {
		free(code->frames.table);
		elf_close(&code->elf);
	}
	code->path = path;
	code->usable = false;
	if (!path || binary_open(&file, path))
		return false;
	code->usable = !elf_read(&code->elf, &file);
	if (code->usable)
		eh_frame_open(&code->frames, &code->elf);
	else
		elf_close(&code->elf);
	return code->usable;
}

bool machine_code_stub(struct machine_code *code, const char *path, uint64_t address, char name[STUB_NAME_SIZE])
{
	return open_code(code, path) && stub_name(&code->elf, address, name, STUB_NAME_SIZE);
}

bool machine_code_function(struct machine_code *code, const char *path, uint64_t address, uint64_t *start)
{
	return open_code(code, path) && eh_frame_find(&code->frames, &code->elf, address, start);
}

bool machine_code_contradicts(struct machine_code *code, const char *path, uint64_t symbol, uint64_t address)
{
	uint64_t start;

	return machine_code_function(code, path, address, &start) && symbol < start && code->elf.word == 8 &&
	       address - symbol >= symbol_table_size(&code->symbols, path, symbol);
}
