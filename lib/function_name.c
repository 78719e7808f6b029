#include "function_name.h"

#include "name_suffix.h"
#include "rust_name.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

bool function_name_by_code(struct function_names *names, const struct image_file *file, const char *image,
			   uint64_t addr, const struct frame *frame, char name[STUB_NAME_SIZE])
{
	struct machine_code *code = &names->code;
	uint64_t start;

	*name = '\0';
	/* A symbolizer calls it after the symbol before it, "_end". */
	if (machine_code_lacks(code, file->code, addr))
		return true;
	if (machine_code_stub(code, file->code, addr, name)) {
		if (*name)
			return true;
	} else if (machine_code_restorer(code, file->code, addr + 1)) {
		/* The place is that of a call, which was none: the kernel put the return address there. */
		snprintf(name, STUB_NAME_SIZE, "__restore_rt");
		return true;
	} else if (frame && (!frame->addr || file->code != file->path ||
			     !machine_code_contradicts(code, file->code, frame->addr, addr))) {
		return false;
	}
	*name = '\0';
	if (image[0] != '[' && machine_code_function(code, file->code, addr, &start))
		snprintf(name, STUB_NAME_SIZE, "%.*s+0x%" PRIx64, STUB_NAME_SIZE / 2, path_base(image), start);
	return true;
}

static char *copied(struct function_names *names, const char *name, size_t length)
{
	names->text = mem_grow(names->text, &names->capacity, length + 1, 1);
	memmove(names->text, name, length);
	names->text[length] = '\0';
	return names->text;
}

static const char *shortened(struct function_names *names, const char *name, size_t length)
{
	return name[length] ? copied(names, name, length) : name;
}

void function_name_settle(struct function_names *names, const struct image_file *file, const char *image,
			  struct frame *frame)
{
	struct symbol_table *symbols = &names->code.symbols;
	const char *name = shortened(names, frame->name, name_length_unversioned(frame->name)), *public;

	frame->linkage = NULL;
	/* Of the vDSO's names those are told that no library has: __vdso_clock_gettime. */
	if (image[0] != '[' && frame->addr && !frame->inlined && !file->is.macho) {
		name = symbol_table_alias(symbols, file->path, frame->addr, name);
		frame->linkage = symbol_table_mangled(symbols, file->path, frame->addr);
	}
	public = name_without_internal_prefix(name);
	frame->name = names->keep_suffixes ? public : shortened(names, public, name_length_unsuffixed(public));
	if (!frame->linkage && !frame->inlined && name != names->text)
		frame->linkage = name;
	if (frame->linkage && !strcmp(frame->linkage, frame->name))
		frame->linkage = NULL;
	assert(frame->name);
	if (rust_name_decode(copied(names, frame->name, strlen(frame->name))))
		frame->name = names->text;
}
