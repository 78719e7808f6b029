#ifndef FAKE_MACHO_DYLD_H
#define FAKE_MACHO_DYLD_H

#include <mach-o/loader.h>
#include <stddef.h>

uint32_t _dyld_image_count(void);
const struct mach_header *_dyld_get_image_header(uint32_t index);
const char *_dyld_get_image_name(uint32_t index);
intptr_t _dyld_get_image_vmaddr_slide(uint32_t index);
void _dyld_register_func_for_add_image(void (*call)(const struct mach_header *header, intptr_t slide));
void _dyld_register_func_for_remove_image(void (*call)(const struct mach_header *header, intptr_t slide));
int _NSGetExecutablePath(char *path, uint32_t *size);

/* Not the loader's, but missing in this libc. */
size_t strlcpy(char *to, const char *from, size_t size);

#endif
