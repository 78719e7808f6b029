/* The functions that the symbol table of an ELF file tells: .symtab, or what the file exports where that is missing, as
 * symbolizers choose. One file is open at a time: ask for the functions of one after the other. */
#ifndef OSPREY_SYMBOL_TABLE_H
#define OSPREY_SYMBOL_TABLE_H

#include "elf.h"

/* Zero-initialise it. */
struct symbol_table {
	const char *path; /* of the file that is open, NULL none; one that can't be read has no symbols */
	struct elf elf;
	struct symbol *symbols; /* by address */
	size_t count;
	uint64_t texts; /* where the names stand in the file */
	char *best, *other;
	size_t best_capacity, other_capacity;
	uint64_t named; /* the place that symbol_table_mangled() was asked for last; 0 another was looked at since */
	const char *mangled; /* its answer */
};

/* How far a function at `start` reaches by its symbols: the greatest size of these. */
uint64_t symbol_table_size(struct symbol_table *table, const char *path, uint64_t start);

/* Of several symbols at one place a symbolizer gives any, `cfree` for free. Returns that which a programmer would
 * write: one that others can see, then with the fewest underscores in front, not weak, the shortest. It returns `name`
 * where that is no symbol of the place as it stands, being demangled. It lives until the next call. */
const char *symbol_table_alias(struct symbol_table *table, const char *path, uint64_t start, const char *name);

/* The symbol at `start` as the linker knows it, when it is mangled and has no alias there but a constructor's or
 * destructor's other kinds, of which it is the first; else NULL. It lives until the next call. */
const char *symbol_table_mangled(struct symbol_table *table, const char *path, uint64_t start);

#endif
