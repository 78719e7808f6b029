#include "code_file.h"
#include "elf.h"

#include <string.h>

enum {
	NOTES_BYTES = 4096, /* of a note segment are looked at: a build id stands in its first lines */
	NOTE_BUILD_ID = 3
};

static uint64_t padded(uint64_t size)
{
	return (size + 3) / 4 * 4;
}

/* A note is three words (length of its name, length of its content, type), the name and the content, each padded to a
 * word. */
static void find_build_id(struct code_file *code, const unsigned char *notes, size_t count)
{
	enum { NOTE_HEADER = 12 };

	while (count >= NOTE_HEADER) {
		uint64_t name = padded(little_endian(notes, 4)), content = little_endian(notes + 4, 4);
		uint64_t type = little_endian(notes + 8, 4), whole = NOTE_HEADER + name + padded(content);

		if (whole > count)
			return;
		if (type == NOTE_BUILD_ID && name == 4 && !memcmp(notes + NOTE_HEADER, "GNU", 4) &&
		    content <= BUILD_ID_BYTES) {
			put_hex(code->build_id, notes + NOTE_HEADER + name, (size_t)content);
			return;
		}
		notes += whole;
		count -= (size_t)whole;
	}
}

static void take_notes(struct code_file *code, const struct elf *elf, uint64_t offset, uint64_t size)
{
	unsigned char notes[NOTES_BYTES];
	size_t wanted = size < sizeof(notes) ? (size_t)size : sizeof(notes);

	if (!code->build_id[0])
		find_build_id(code, notes, binary_read(&elf->file, offset, notes, wanted));
}

static void take_code(struct code_file *code, const struct elf_segment *segment)
{
	uint64_t start = segment->address, end = start + segment->size, known_end = code->text + code->text_size;

	if (!segment->size || end < start)
		return;
	if (!code->text_size)
		known_end = code->text = start;
	if (start < code->text)
		code->text = start;
	code->text_size = (end > known_end ? end : known_end) - code->text;
}

/* The name, NUL, padding to a word, and a CRC: "Debugging Information in Separate Files" of the gdb manual. */
static void take_debug_link(struct code_file *code, const struct elf *elf)
{
	const struct elf_section *section = elf_section(elf, ".gnu_debuglink");
	unsigned char bytes[DEBUG_LINK_SIZE + 8];
	size_t count, length;

	if (!section || section->size > sizeof(bytes))
		return;
	count = binary_read(&elf->file, section->offset, bytes, (size_t)section->size);
	length = strnlen((const char *)bytes, count);
	if (length >= DEBUG_LINK_SIZE || padded(length + 1) + 4 > count || memchr(bytes, '/', length))
		return;
	memcpy(code->debug_link, bytes, length + 1);
	code->debug_crc = (uint32_t)little_endian(bytes + padded(length + 1), 4);
}

/* Its first word is the kind of compression: System V ABI, chapter 4. */
static bool is_zstd(const struct elf *elf, const struct elf_section *section)
{
	enum { COMPRESSED = 0x800, ZSTD = 2 };
	unsigned char kind[4];

	return section && section->flags & COMPRESSED &&
	       binary_read(&elf->file, section->offset, kind, sizeof(kind)) == sizeof(kind) &&
	       little_endian(kind, sizeof(kind)) == ZSTD;
}

static void take_sections(struct code_file *code, const struct elf *elf)
{
	for (size_t i = 0; i < elf->section_count; i++) {
		const struct elf_section *section = &elf->sections[i];

		if (section->type == ELF_NOTES)
			take_notes(code, elf, section->offset, section->size);
		code->symbols = code->symbols || section->type == ELF_SYMTAB;
	}
	code->lines = elf_section(elf, ".debug_info") || elf_section(elf, ".zdebug_info");
	code->zstd = is_zstd(elf, elf_section(elf, ".debug_info"));
	take_debug_link(code, elf);
}

const char *elf_file_read(struct code_file *code, const struct binary *file)
{
	struct elf elf;
	const char *why = elf_read(&elf, file);

	if (!why)
		take_sections(code, &elf);
	for (size_t i = 0; i < elf.segment_count && !why; i++) {
		const struct elf_segment *segment = &elf.segments[i];

		if (segment->type == ELF_NOTE)
			take_notes(code, &elf, segment->offset, segment->file_size);
		else if (segment->type == ELF_LOAD && segment->flags & ELF_EXECUTABLE)
			take_code(code, segment);
	}
	elf_close(&elf);
	return why;
}
