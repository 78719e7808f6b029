#include "elf_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	IDENT_BYTES = 16,
	CLASS_AT = 4,
	DATA_AT = 5,
	LITTLE_ENDIAN_DATA = 1,
	HEADER_BYTES = 64,  /* of the larger class */
	SEGMENT_BYTES = 56, /* the same */
	NOTES_BYTES = 4096, /* of a note segment are looked at: a build id stands in its first lines */
	PT_LOAD_TYPE = 1,
	PT_NOTE_TYPE = 4,
	EXECUTABLE = 1,
	NOTE_BUILD_ID = 3
};

/* Where the fields stand in the file header and in a program header. */
struct layout {
	size_t word; /* bytes of an address or an offset */
	size_t phoff, phentsize, phnum;
	size_t type, flags, offset, vaddr, filesz, memsz;
};

static const struct layout layouts[] = {
	{4, 28, 42, 44, 0, 24, 4, 8, 16, 20},
	{8, 32, 54, 56, 0, 4, 8, 16, 32, 40},
};

struct reader {
	int fd;
	const struct layout *layout;
	unsigned char header[HEADER_BYTES], segment[SEGMENT_BYTES];
};

static uint64_t little_endian(const unsigned char *bytes, size_t count)
{
	uint64_t value = 0;

	while (count--)
		value = value << 8 | bytes[count];
	return value;
}

/* How many of `count` bytes at `offset` could be read. */
static size_t read_at(int fd, void *bytes, size_t count, uint64_t offset)
{
	size_t done = 0;

	while (done < count && offset + done <= INT64_MAX) {
		ssize_t got = pread(fd, (char *)bytes + done, count - done, (off_t)(offset + done));

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			break;
		done += (size_t)got;
	}
	return done;
}

static uint64_t segment_word(const struct reader *reader, size_t at)
{
	return little_endian(reader->segment + at, reader->layout->word);
}

static void put_hex(char *text, const unsigned char *bytes, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		text[2 * i] = "0123456789abcdef"[bytes[i] >> 4];
		text[2 * i + 1] = "0123456789abcdef"[bytes[i] & 15];
	}
	text[2 * count] = '\0';
}

static uint64_t padded(uint64_t size)
{
	return (size + 3) / 4 * 4;
}

/* A note is three words (length of its name, length of its content, type), the name and the content, each padded to a
 * word. */
static void find_build_id(struct elf_file *elf, const unsigned char *notes, size_t count)
{
	enum { NOTE_HEADER = 12 };

	while (count >= NOTE_HEADER) {
		uint64_t name = padded(little_endian(notes, 4)), content = little_endian(notes + 4, 4);
		uint64_t type = little_endian(notes + 8, 4), whole = NOTE_HEADER + name + padded(content);

		if (whole > count)
			return;
		if (type == NOTE_BUILD_ID && name == 4 && !memcmp(notes + NOTE_HEADER, "GNU", 4) &&
		    content <= ELF_BUILD_ID_BYTES) {
			put_hex(elf->build_id, notes + NOTE_HEADER + name, (size_t)content);
			return;
		}
		notes += whole;
		count -= (size_t)whole;
	}
}

static void take_notes(struct elf_file *elf, const struct reader *reader)
{
	unsigned char notes[NOTES_BYTES];
	uint64_t size = segment_word(reader, reader->layout->filesz);
	size_t wanted = size < sizeof(notes) ? (size_t)size : sizeof(notes);

	if (!elf->build_id[0])
		find_build_id(elf, notes,
			      read_at(reader->fd, notes, wanted, segment_word(reader, reader->layout->offset)));
}

static void take_code(struct elf_file *elf, const struct reader *reader)
{
	uint64_t start = segment_word(reader, reader->layout->vaddr);
	uint64_t size = segment_word(reader, reader->layout->memsz);
	uint64_t end = start + size, known_end = elf->text + elf->text_size;

	if (!size || end < start)
		return;
	if (!elf->text_size)
		known_end = elf->text = start;
	if (start < elf->text)
		elf->text = start;
	elf->text_size = (end > known_end ? end : known_end) - elf->text;
}

static const char *read_header(struct reader *reader)
{
	static const char *const not_elf = "not an ELF file";
	size_t count = read_at(reader->fd, reader->header, sizeof(reader->header), 0);
	unsigned char class = reader->header[CLASS_AT];

	if (count < IDENT_BYTES || memcmp(reader->header, "\177ELF", 4) != 0)
		return not_elf;
	if (reader->header[DATA_AT] != LITTLE_ENDIAN_DATA)
		return "not a little-endian ELF file";
	if (class < 1 || class > 2)
		return not_elf;
	reader->layout = &layouts[class - 1];
	return count < reader->layout->phnum + 2 ? "cut off" : NULL;
}

static const char *read_segments(struct elf_file *elf, struct reader *reader)
{
	const struct layout *layout = reader->layout;
	uint64_t at = little_endian(reader->header + layout->phoff, layout->word);
	uint64_t size = little_endian(reader->header + layout->phentsize, 2);
	uint64_t count = little_endian(reader->header + layout->phnum, 2);
	size_t needed = layout->memsz + layout->word + (layout->flags > layout->memsz ? 4 : 0);

	for (; count; count--, at += size) {
		uint64_t type;

		if (size < needed || read_at(reader->fd, reader->segment, needed, at) < needed)
			return "cut off";
		type = little_endian(reader->segment + layout->type, 4);
		if (type == PT_NOTE_TYPE)
			take_notes(elf, reader);
		else if (type == PT_LOAD_TYPE && little_endian(reader->segment + layout->flags, 4) & EXECUTABLE)
			take_code(elf, reader);
	}
	return NULL;
}

static const char *check_regular(int fd)
{
	struct stat status;

	if (fstat(fd, &status) < 0)
		return strerror(errno);
	return S_ISREG(status.st_mode) ? NULL : "not a regular file";
}

const char *elf_file_read(struct elf_file *elf, const char *path)
{
	struct reader reader = {.fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
	const char *why;

	*elf = (struct elf_file){.text = 0};
	if (reader.fd < 0)
		return strerror(errno);
	why = check_regular(reader.fd);
	if (!why)
		why = read_header(&reader);
	if (!why)
		why = read_segments(elf, &reader);
	close(reader.fd);
	return why;
}
