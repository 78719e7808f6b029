#include "elf.h"

#include "mem.h"

#include <stdlib.h>
#include <string.h>

enum {
	CLASS_AT = 4,
	DATA_AT = 5,
	LITTLE_ENDIAN_DATA = 1,
	HEADER_BYTES = 64, /* of the larger class, as the others */
	ENTRY_BYTES = 64,
	MACHINE_AT = 18,
	NAMES_LIMIT = 1 << 20, /* bytes of section names */
	EXTENDED = 0xffff      /* a count or an index that stands in section 0 */
};

/* Where the fields stand: in the file header, a program header and a section header. */
struct layout {
	size_t word, phoff, shoff, phentsize; /* phnum, shentsize, shnum and shstrndx follow, 2 bytes each */
	size_t flags, offset, vaddr, filesz, memsz, segment_bytes;
	size_t sh_flags, sh_addr, sh_offset, sh_size, sh_link, sh_entsize, section_bytes;
};

static const struct layout layouts[] = {
	{4, 28, 32, 42, 24, 4, 8, 16, 20, 32, 8, 12, 16, 20, 24, 36, 40},
	{8, 32, 40, 54, 4, 8, 16, 32, 40, 56, 8, 16, 24, 32, 40, 56, 64},
};

struct header {
	const struct layout *layout;
	uint64_t phoff, shoff, phentsize, phnum, shentsize, shnum, shstrndx;
};

static const char *read_header(struct elf *elf, struct header *header)
{
	unsigned char bytes[HEADER_BYTES];
	size_t count = binary_read(&elf->file, 0, bytes, sizeof(bytes));
	const struct layout *layout;
	const unsigned char *counts;

	if (count < DATA_AT + 1 || memcmp(bytes, "\177ELF", 4) != 0 || bytes[CLASS_AT] < 1 || bytes[CLASS_AT] > 2)
		return "not an ELF file";
	if (bytes[DATA_AT] != LITTLE_ENDIAN_DATA)
		return "not a little-endian ELF file";
	layout = header->layout = &layouts[bytes[CLASS_AT] - 1];
	if (count < layout->phentsize + 10)
		return "cut off";
	counts = bytes + layout->phentsize;
	elf->word = layout->word;
	elf->machine = (uint32_t)little_endian(bytes + MACHINE_AT, 2);
	header->phoff = little_endian(bytes + layout->phoff, layout->word);
	header->shoff = little_endian(bytes + layout->shoff, layout->word);
	header->phentsize = little_endian(counts, 2);
	header->phnum = little_endian(counts + 2, 2);
	header->shentsize = little_endian(counts + 4, 2);
	header->shnum = little_endian(counts + 6, 2);
	header->shstrndx = little_endian(counts + 8, 2);
	return NULL;
}

static const char *read_segments(struct elf *elf, const struct header *header)
{
	const struct layout *layout = header->layout;
	unsigned char bytes[ENTRY_BYTES];

	elf->segments = mem_new(header->phnum, sizeof(*elf->segments));
	for (uint64_t i = 0; i < header->phnum; i++) {
		struct elf_segment *segment = &elf->segments[elf->segment_count];
		uint64_t at = header->phoff + i * header->phentsize;

		if (header->phentsize < layout->segment_bytes ||
		    binary_read(&elf->file, at, bytes, layout->segment_bytes) < layout->segment_bytes)
			return "cut off";
		segment->type = (uint32_t)little_endian(bytes, 4);
		segment->flags = (uint32_t)little_endian(bytes + layout->flags, 4);
		segment->offset = little_endian(bytes + layout->offset, layout->word);
		segment->address = little_endian(bytes + layout->vaddr, layout->word);
		segment->file_size = little_endian(bytes + layout->filesz, layout->word);
		segment->size = little_endian(bytes + layout->memsz, layout->word);
		elf->segment_count++;
	}
	return NULL;
}

static bool read_section(const struct elf *elf, const struct header *header, uint64_t number,
			 struct elf_section *section)
{
	const struct layout *layout = header->layout;
	unsigned char bytes[ENTRY_BYTES];

	if (header->shentsize < layout->section_bytes ||
	    binary_read(&elf->file, header->shoff + number * header->shentsize, bytes, layout->section_bytes) <
		    layout->section_bytes)
		return false;
	section->type = (uint32_t)little_endian(bytes + 4, 4);
	section->flags = little_endian(bytes + layout->sh_flags, layout->word);
	section->address = little_endian(bytes + layout->sh_addr, layout->word);
	section->offset = little_endian(bytes + layout->sh_offset, layout->word);
	section->size = little_endian(bytes + layout->sh_size, layout->word);
	section->link = (uint32_t)little_endian(bytes + layout->sh_link, 4);
	section->entry_size = little_endian(bytes + layout->sh_entsize, layout->word);
	return true;
}

/* Names are offsets in the section `shstrndx`; one beyond it, or in a table that is too long, is "". */
static void read_names(struct elf *elf, const struct header *header, uint64_t index)
{
	uint64_t size = index < elf->section_count ? elf->sections[index].size : 0;
	unsigned char bytes[4];
	uint64_t name;

	if (size > NAMES_LIMIT)
		size = 0;
	elf->names = mem_new(size + 1, 1);
	if (size)
		size = binary_read(&elf->file, elf->sections[index].offset, elf->names, size);
	for (size_t i = 0; i < elf->section_count; i++) {
		binary_read(&elf->file, header->shoff + i * header->shentsize, bytes, sizeof(bytes));
		name = little_endian(bytes, 4);
		elf->sections[i].name = name < size ? elf->names + name : "";
	}
}

static void read_sections(struct elf *elf, const struct header *header)
{
	struct elf_section first = {.size = 0};
	uint64_t count = header->shnum, index = header->shstrndx;

	if (!header->shoff || !read_section(elf, header, 0, &first))
		return;
	if (!count)
		count = first.size;
	if (index == EXTENDED)
		index = first.link;
	if (count > elf->file.size / header->shentsize)
		return;
	elf->sections = mem_new(count, sizeof(*elf->sections));
	while (elf->section_count < count &&
	       read_section(elf, header, elf->section_count, &elf->sections[elf->section_count]))
		elf->section_count++;
	read_names(elf, header, index);
}

const char *elf_read(struct elf *elf, const struct binary *file)
{
	struct header header;
	const char *why;

	*elf = (struct elf){.file = *file};
	why = read_header(elf, &header);
	if (!why)
		why = read_segments(elf, &header);
	if (!why)
		read_sections(elf, &header);
	return why;
}

void elf_close(struct elf *elf)
{
	free(elf->segments);
	free(elf->sections);
	free(elf->names);
	binary_close(&elf->file);
}

const struct elf_section *elf_section(const struct elf *elf, const char *name)
{
	for (size_t i = 0; i < elf->section_count; i++)
		if (elf->sections[i].type != ELF_NOBITS && !strcmp(elf->sections[i].name, name))
			return &elf->sections[i];
	return NULL;
}

size_t elf_read_address(const struct elf *elf, uint64_t address, void *bytes, size_t count)
{
	for (size_t i = 0; i < elf->segment_count; i++) {
		const struct elf_segment *segment = &elf->segments[i];
		uint64_t at = address - segment->address;

		if (segment->type != ELF_LOAD || at >= segment->file_size)
			continue;
		if (count > segment->file_size - at)
			count = (size_t)(segment->file_size - at);
		return binary_read(&elf->file, segment->offset + at, bytes, count);
	}
	return 0;
}
