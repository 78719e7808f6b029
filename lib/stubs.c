/* Sources: System V ABI, AMD64 and AArch64 supplements (procedure linkage table, relocation). */
#include "stubs.h"

#include <stdio.h>
#include <string.h>

enum { STUB_BYTES = 16, RELA_BYTES = 24, SYMBOL_BYTES = 24, CHUNK = 170 * RELA_BYTES };

/* jmp *OFFSET(%rip), behind an endbr64 and a bnd perhaps. */
static uint64_t slot_x86_64(const unsigned char *stub, uint64_t address)
{
	for (size_t i = 0; i + 6 <= STUB_BYTES; i++)
		if (stub[i] == 0xff && stub[i + 1] == 0x25)
			return address + i + 6 + (uint64_t)(int32_t)little_endian(stub + i + 2, 4);
	return 0;
}

/* adrp x16, PAGE; ldr x17, [x16, OFFSET]; behind a bti perhaps. */
static uint64_t slot_arm64(const unsigned char *stub, uint64_t address)
{
	for (size_t i = 0; i + 8 <= STUB_BYTES; i += 4) {
		uint64_t page = little_endian(stub + i, 4), load = little_endian(stub + i + 4, 4);
		uint64_t pages = (page >> 5 & 0x7ffff) << 2 | (page >> 29 & 3);

		if ((page & 0x9f00001f) != 0x90000010 || (load & 0xffc003ff) != 0xf9400211)
			continue;
		if (pages >> 20)
			pages |= ~(uint64_t)0 << 21;
		return ((address + i) & ~(uint64_t)4095) + (pages << 12) + (load >> 10 & 0xfff) * 8;
	}
	return 0;
}

static bool read_symbol_name(const struct elf *elf, const struct elf_section *symbols, uint64_t number, char *name,
			     size_t size)
{
	unsigned char symbol[SYMBOL_BYTES];
	const struct elf_section *texts;
	size_t count;

	if (symbols->link >= elf->section_count || number >= symbols->size / SYMBOL_BYTES ||
	    binary_read(&elf->file, symbols->offset + number * SYMBOL_BYTES, symbol, sizeof(symbol)) < sizeof(symbol))
		return false;
	texts = &elf->sections[symbols->link];
	count = binary_read(&elf->file, texts->offset + little_endian(symbol, 4), name, size);
	return count && *name && memchr(name, '\0', count);
}

/* The symbol of the relocation that fills the slot. */
static bool find_in(const struct elf *elf, const struct elf_section *section, uint64_t slot, uint64_t *symbol)
{
	unsigned char chunk[CHUNK];
	size_t got;

	for (uint64_t at = 0; at < section->size; at += got) {
		size_t wanted = section->size - at < CHUNK ? (size_t)(section->size - at) : CHUNK;

		got = binary_read(&elf->file, section->offset + at, chunk, wanted) / RELA_BYTES * RELA_BYTES;
		for (size_t i = 0; i < got; i += RELA_BYTES) {
			*symbol = little_endian(chunk + i + 12, 4);
			if (little_endian(chunk + i, 8) == slot && *symbol)
				return true;
		}
		if (!got)
			break;
	}
	return false;
}

static bool name_of_slot(const struct elf *elf, uint64_t slot, char *name, size_t size)
{
	uint64_t symbol;

	for (size_t i = 0; i < elf->section_count; i++) {
		const struct elf_section *section = &elf->sections[i];

		if (section->type == ELF_RELA && section->link < elf->section_count &&
		    elf->sections[section->link].type == ELF_DYNSYM && find_in(elf, section, slot, &symbol))
			return read_symbol_name(elf, &elf->sections[section->link], symbol, name, size);
	}
	return false;
}

static void name_stub(const struct elf *elf, uint64_t address, char *name, size_t size)
{
	static const char end[] = "@plt";
	unsigned char stub[STUB_BYTES] = {0};
	uint64_t slot = 0;

	*name = '\0';
	elf_read_address(elf, address, stub, sizeof(stub));
	if (elf->word == 8 && elf->machine == ELF_X86_64)
		slot = slot_x86_64(stub, address);
	else if (elf->word == 8 && elf->machine == ELF_AARCH64)
		slot = slot_arm64(stub, address);
	if (slot && name_of_slot(elf, slot, name, size - sizeof(end)))
		memcpy(name + strlen(name), end, sizeof(end));
	else
		*name = '\0';
}

bool stub_name(const struct elf *elf, uint64_t address, char *name, size_t size)
{
	for (size_t i = 0; i < elf->section_count; i++) {
		const struct elf_section *section = &elf->sections[i];
		uint64_t bytes = section->entry_size ? section->entry_size : STUB_BYTES;

		if (strncmp(section->name, ".plt", 4) != 0 || section->type == ELF_NOBITS ||
		    address - section->address >= section->size)
			continue;
		name_stub(elf, address - (address - section->address) % bytes, name, size);
		return true;
	}
	return false;
}
