#include "machine_code.h"

#include "stubs.h"

#include <stdlib.h>
#include <string.h>

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

bool machine_code_lacks(struct machine_code *code, const char *path, uint64_t address)
{
	if (!open_code(code, path))
		return false;
	for (size_t i = 0; i < code->elf.segment_count; i++) {
		const struct elf_segment *segment = &code->elf.segments[i];

		if (segment->type == ELF_LOAD && segment->flags & ELF_EXECUTABLE &&
		    address - segment->address < segment->size)
			return false;
	}
	return true;
}

bool machine_code_stub(struct machine_code *code, const char *path, uint64_t address, char name[STUB_NAME_SIZE])
{
	return open_code(code, path) && stub_name(&code->elf, address, name, STUB_NAME_SIZE);
}

/* mov $15,%rax or %eax; syscall: sigreturn(2) of x86-64, as debuggers know it too. */
bool machine_code_restorer(struct machine_code *code, const char *path, uint64_t address)
{
	static const unsigned char wide[] = {0x48, 0xc7, 0xc0, 15, 0, 0, 0, 0x0f, 0x05};
	static const unsigned char narrow[] = {0xb8, 15, 0, 0, 0, 0x0f, 0x05};
	unsigned char bytes[sizeof(wide)] = {0};

	if (!open_code(code, path) || code->elf.machine != ELF_X86_64)
		return false;
	elf_read_address(&code->elf, address, bytes, sizeof(bytes));
	return !memcmp(bytes, wide, sizeof(wide)) || !memcmp(bytes, narrow, sizeof(narrow));
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
