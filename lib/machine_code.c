#include "machine_code.h"

#include "stubs.h"

#include <stdlib.h>
#include <string.h>

enum { SYMBOL_BYTES = 24, CHUNK = 170 * SYMBOL_BYTES };

static bool open_code(struct machine_code *code, const char *path)
{
	struct binary file;

	if (code->path == path)
		return code->usable;
	if (code->path && code->usable) {
		free(code->frames.table);
		elf_close(&code->elf);
	}
	*code = (struct machine_code){.path = path};
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

/* The greatest size of the symbols at this address. Fields of a symbol: value at 8, size at 16. */
static uint64_t largest_in(const struct elf *elf, const struct elf_section *section, uint64_t symbol)
{
	unsigned char chunk[CHUNK];
	uint64_t largest = 0, size;
	size_t got;

	for (uint64_t at = 0; at < section->size; at += got) {
		size_t wanted = section->size - at < CHUNK ? (size_t)(section->size - at) : CHUNK;

		got = binary_read(&elf->file, section->offset + at, chunk, wanted) / SYMBOL_BYTES * SYMBOL_BYTES;
		for (size_t i = 0; i < got; i += SYMBOL_BYTES) {
			size = little_endian(chunk + i + 16, 8);
			if (little_endian(chunk + i + 8, 8) == symbol && size > largest)
				largest = size;
		}
		if (!got)
			break;
	}
	return largest;
}

static uint64_t size_of_symbol(struct machine_code *code, uint64_t symbol)
{
	if (code->doubted == symbol)
		return code->size;
	code->doubted = symbol;
	code->size = 0;
	for (size_t i = 0; i < code->elf.section_count; i++) {
		const struct elf_section *section = &code->elf.sections[i];
		uint64_t size = 0;

		if (section->type == ELF_SYMTAB || section->type == ELF_DYNSYM)
			size = largest_in(&code->elf, section, symbol);
		code->size = size > code->size ? size : code->size;
	}
	return code->size;
}

bool machine_code_contradicts(struct machine_code *code, const char *path, uint64_t symbol, uint64_t address)
{
	uint64_t start;

	return machine_code_function(code, path, address, &start) && symbol < start && code->elf.word == 8 &&
	       address - symbol >= size_of_symbol(code, symbol);
}
