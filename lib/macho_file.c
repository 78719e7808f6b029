/* Sources: <mach-o/loader.h>, <mach-o/fat.h> and the "OS X ABI Mach-O File Format Reference". 64 bits, little-endian;
 * the header of a universal file is big-endian. */
#include "code_file.h"

#include <string.h>

enum {
	FAT_LIMIT = 64, /* architectures; a Java class has the same magic, and more */
	FAT_ENTRY = 20,
	FAT_ENTRY_64 = 32,
	HEADER_BYTES = 32,
	COMMANDS_LIMIT = 4096,
	COMMAND_BYTES = 72, /* as far as is looked at */
	SEGMENT = 0x19,
	SYMTAB = 2,
	UUID = 0x1b,
	UUID_BYTES = 16,
	EXECUTABLE = 4, /* in a segment's protection */
	X86_64 = 0x01000007,
	ARM64 = 0x0100000c,
	SUBTYPE_MASK = 0xffffff, /* the rest are capabilities */
	SUBTYPE_ARM64E = 2,
	SUBTYPE_X86_64H = 8
};

static const char *arch_name(uint64_t type, uint64_t subtype)
{
	subtype &= SUBTYPE_MASK;
	if (type == X86_64)
		return subtype == SUBTYPE_X86_64H ? "x86_64h" : "x86_64";
	if (type == ARM64)
		return subtype == SUBTYPE_ARM64E ? "arm64e" : "arm64";
	return "";
}

static void take_segment(struct code_file *code, const unsigned char *bytes)
{
	uint64_t address = little_endian(bytes + 24, 8), size = little_endian(bytes + 32, 8);

	if (!strncmp((const char *)bytes + 8, "__DWARF", 16))
		code->lines = true;
	if (!code->text_size && little_endian(bytes + 60, 4) & EXECUTABLE && address + size >= address) {
		code->text = address;
		code->text_size = size;
	}
}

static const char *read_commands(struct code_file *code, const struct binary *file, uint64_t at, uint64_t count)
{
	for (; count; count--) {
		unsigned char bytes[COMMAND_BYTES] = {0};
		size_t got = binary_read(file, at, bytes, sizeof(bytes));
		uint64_t command = little_endian(bytes, 4), size = little_endian(bytes + 4, 4);

		if (got < 8 || size < 8)
			return "cut off";
		if (command == SEGMENT && got == sizeof(bytes))
			take_segment(code, bytes);
		else if (command == UUID)
			put_hex(code->build_id, bytes + 8, UUID_BYTES);
		else if (command == SYMTAB)
			code->symbols = true;
		at += size;
	}
	return NULL;
}

static const char *read_slice(struct code_file *code, const struct binary *file, uint64_t at, const char *arch)
{
	unsigned char header[HEADER_BYTES];
	uint64_t count;

	if (binary_read(file, at, header, sizeof(header)) < sizeof(header) || little_endian(header, 4) != 0xfeedfacf)
		return "neither an ELF nor a Mach-O file";
	code->macho = true;
	if (*arch && strcmp(arch, arch_name(little_endian(header + 4, 4), little_endian(header + 8, 4))) != 0)
		return "it has another architecture";
	count = little_endian(header + 16, 4);
	return count > COMMANDS_LIMIT ? "cut off" : read_commands(code, file, at + sizeof(header), count);
}

static const char *read_universal(struct code_file *code, const struct binary *file, const char *arch, bool wide)
{
	unsigned char bytes[FAT_ENTRY_64];
	size_t size = wide ? FAT_ENTRY_64 : FAT_ENTRY;
	uint64_t count;

	binary_read(file, 4, bytes, 4);
	count = big_endian(bytes, 4);
	for (uint64_t i = 0; i < count && count <= FAT_LIMIT; i++) {
		if (binary_read(file, 8 + i * size, bytes, size) < size)
			return "cut off";
		if (!strcmp(arch, arch_name(big_endian(bytes, 4), big_endian(bytes + 4, 4))))
			return read_slice(code, file, big_endian(bytes + 8, wide ? 8 : 4), arch);
	}
	return *arch ? "it has other architectures only" : "it has several architectures, and the profile tells none";
}

const char *macho_file_read(struct code_file *code, const struct binary *file, const char *arch)
{
	unsigned char magic[8] = {0};

	binary_read(file, 0, magic, sizeof(magic));
	if (big_endian(magic, 4) == 0xcafebabe || big_endian(magic, 4) == 0xcafebabf)
		return read_universal(code, file, arch, magic[3] == 0xbf);
	return read_slice(code, file, 0, arch);
}
