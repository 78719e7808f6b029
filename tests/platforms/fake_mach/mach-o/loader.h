/* Mach-O, as mach-o/loader.h of macOS lays it out. */
#ifndef FAKE_MACHO_LOADER_H
#define FAKE_MACHO_LOADER_H

#include <mach/machine.h>
#include <stdint.h>

#define MH_MAGIC_64 0xfeedfacfu
#define SEG_TEXT    "__TEXT"

enum { LC_SEGMENT_64 = 0x19, LC_UUID = 0x1b };

struct mach_header {
	uint32_t magic;
};

struct mach_header_64 {
	uint32_t magic;
	cpu_type_t cputype;
	cpu_subtype_t cpusubtype;
	uint32_t filetype, ncmds, sizeofcmds, flags, reserved;
};

struct load_command {
	uint32_t cmd, cmdsize;
};

struct segment_command_64 {
	uint32_t cmd, cmdsize;
	char segname[16];
	uint64_t vmaddr, vmsize, fileoff, filesize;
	int maxprot, initprot;
	uint32_t nsects, flags;
};

struct uuid_command {
	uint32_t cmd, cmdsize;
	uint8_t uuid[16];
};

#endif
