/* Source: System V ABI, chapter 4 (symbol table). */
#include "symbol_table.h"

#include "mem.h"
#include "name_suffix.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum {
	SYMBOL_BYTES = 24,
	CHUNK = 170 * SYMBOL_BYTES,
	SYMBOLS_LIMIT = 1 << 21,
	NAME_BYTES = 256,
	NAME_LIMIT = 4 << 20,
	NO_TYPE = 0,
	FUNCTION = 2,
	INDIRECT = 10, /* the function at its place picks the one to be called */
	LOCAL = 0,
	WEAK = 2
};

struct symbol {
	uint64_t address, size;
	uint32_t text;
	unsigned char type, binding;
};

/* A symbol: its name 4, type and binding 1, visibility 1, section 2, address 8, size 8 bytes. */
static void add_symbol(struct symbol_table *table, const unsigned char *bytes, size_t *capacity)
{
	unsigned char type = bytes[4] & 15;

	if ((type != NO_TYPE && type != FUNCTION && type != INDIRECT) || !little_endian(bytes + 6, 2) ||
	    !little_endian(bytes + 8, 8))
		return;
	table->symbols = mem_grow(table->symbols, capacity, table->count + 1, sizeof(*table->symbols));
	table->symbols[table->count++] = (struct symbol){.address = little_endian(bytes + 8, 8),
							 .size = little_endian(bytes + 16, 8),
							 .text = (uint32_t)little_endian(bytes, 4),
							 .type = type,
							 .binding = bytes[4] >> 4};
}

static int compare_symbols(const void *left, const void *right)
{
	const struct symbol *a = left, *b = right;

	return a->address < b->address ? -1 : a->address > b->address;
}

static void read_symbols(struct symbol_table *table, const struct elf_section *section)
{
	unsigned char chunk[CHUNK];
	size_t capacity = 0, got;

	table->texts = table->elf.sections[section->link].offset;
	for (uint64_t at = 0; at < section->size && table->count < SYMBOLS_LIMIT; at += got) {
		size_t wanted = section->size - at < CHUNK ? (size_t)(section->size - at) : CHUNK;

		got = binary_read(&table->elf.file, section->offset + at, chunk, wanted) / SYMBOL_BYTES * SYMBOL_BYTES;
		for (size_t i = 0; i < got; i += SYMBOL_BYTES)
			add_symbol(table, chunk + i, &capacity);
		if (!got)
			break;
	}
	if (table->count)
		qsort(table->symbols, table->count, sizeof(*table->symbols), compare_symbols);
}

static const struct elf_section *find_section(const struct elf *elf, uint32_t type)
{
	for (size_t i = 0; i < elf->section_count; i++)
		if (elf->sections[i].type == type && elf->sections[i].link < elf->section_count)
			return &elf->sections[i];
	return NULL;
}

static void open_table(struct symbol_table *table, const char *path)
{
	const struct elf_section *section;
	struct binary file;

	if (table->path == path)
		return;
	if (table->path)
		elf_close(&table->elf);
	free(table->symbols);
	table->path = NULL;
	table->symbols = NULL;
	table->count = 0;
	table->named = 0;
	if (!path || binary_open(&file, path))
		return;
	table->path = path;
	if (elf_read(&table->elf, &file) || table->elf.word != 8)
		return;
	section = find_section(&table->elf, ELF_SYMTAB);
	if (!section)
		section = find_section(&table->elf, ELF_DYNSYM);
	if (section)
		read_symbols(table, section);
}

/* The first symbol at `start`; the end of them when there is none. */
static const struct symbol *first_at(const struct symbol_table *table, uint64_t start)
{
	size_t low = 0, high = table->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (table->symbols[middle].address < start)
			low = middle + 1;
		else
			high = middle;
	}
	return table->symbols + low;
}

static bool is_at(const struct symbol_table *table, const struct symbol *symbol, uint64_t start)
{
	return symbol < table->symbols + table->count && symbol->address == start;
}

uint64_t symbol_table_size(struct symbol_table *table, const char *path, uint64_t start)
{
	uint64_t size = 0;

	open_table(table, path);
	for (const struct symbol *symbol = first_at(table, start); is_at(table, symbol, start); symbol++)
		size = symbol->size > size ? symbol->size : size;
	return size;
}

/* The symbol's name without its version, in table->other; "" when it can't be read. */
static const char *name_of(struct symbol_table *table, const struct symbol *symbol)
{
	size_t got;

	table->named = 0;
	for (size_t size = NAME_BYTES; size <= NAME_LIMIT; size *= 4) {
		table->other = mem_grow(table->other, &table->other_capacity, size, 1);
		got = binary_read(&table->elf.file, table->texts + symbol->text, table->other, size);
		if (!memchr(table->other, '\0', got))
			continue;
		table->other[name_length_unversioned(table->other)] = '\0';
		return table->other;
	}
	table->other[0] = '\0';
	return table->other;
}

/* C++, Rust, D, Swift: no name until it is demangled. */
static bool is_mangled(const char *name)
{
	const char *letter = name + strspn(name, "_");

	return (letter > name && *letter == 'Z') ||
	       (letter > name && *letter == 'R' && isupper((unsigned char)letter[1])) ||
	       (letter > name && *letter == 'D' && (isdigit((unsigned char)letter[1]) || !strcmp(letter, "Dmain"))) ||
	       (*letter == '$' && tolower((unsigned char)letter[1]) == 's');
}

/* The lower the better. */
static size_t rank_of(const struct symbol *symbol, const char *name)
{
	enum { LENGTH_BITS = 24, UNDERSCORES = 15 };
	size_t underscores = strspn(name, "_"), rank = symbol->type != FUNCTION;

	rank = rank << 1 | (symbol->binding == LOCAL);
	rank = rank << 4 | (underscores < UNDERSCORES ? underscores : UNDERSCORES);
	rank = rank << 1 | (symbol->binding == WEAK);
	return rank << LENGTH_BITS | strlen(name);
}

static void keep_best(struct symbol_table *table)
{
	char *best = table->other;
	size_t capacity = table->other_capacity;

	table->other = table->best;
	table->other_capacity = table->best_capacity;
	table->best = best;
	table->best_capacity = capacity;
}

const char *symbol_table_alias(struct symbol_table *table, const char *path, uint64_t start, const char *name)
{
	const struct symbol *symbol;
	size_t best = SIZE_MAX, rank;
	bool known = false;

	open_table(table, path);
	symbol = first_at(table, start);
	if (!is_at(table, symbol, start) || !is_at(table, symbol + 1, start) || is_mangled(name))
		return name;
	for (; is_at(table, symbol, start); symbol++) {
		const char *other = name_of(table, symbol);

		known = known || !strcmp(other, name);
		if (!*other || *other == '$' || is_mangled(other))
			continue;
		rank = rank_of(symbol, other);
		if (rank > best || (rank == best && strcmp(other, table->best) >= 0))
			continue;
		best = rank;
		keep_best(table);
	}
	return known ? table->best : name;
}

/* A constructor has a symbol for whole objects and one for those within others, _ZN1aC1Ev and _ZN1aC2Ev; readers know
 * them as one. So it is with destructors. */
static bool is_variant(const char *one, const char *other)
{
	size_t at = 0;

	while (one[at] && one[at] == other[at])
		at++;
	if (!at || !one[at])
		return !other[at];
	return (one[at - 1] == 'C' || one[at - 1] == 'D') && isdigit((unsigned char)one[at]) &&
	       isdigit((unsigned char)other[at]) && !strcmp(one + at + 1, other + at + 1);
}

const char *symbol_table_mangled(struct symbol_table *table, const char *path, uint64_t start)
{
	const struct symbol *symbol;

	open_table(table, path);
	if (table->named == start)
		return table->mangled;
	table->mangled = NULL;
	for (symbol = first_at(table, start); is_at(table, symbol, start); symbol++) {
		const char *name = name_of(table, symbol);

		if (!is_mangled(name) || (table->mangled && !is_variant(table->best, name))) {
			table->mangled = NULL;
			break;
		}
		if (!table->mangled || strcmp(name, table->best) < 0)
			keep_best(table);
		table->mangled = table->best;
	}
	table->named = start;
	return table->mangled;
}
