#include "frame_kind.h"

#include <limits.h>
#include <string.h>

/* Where distributions keep what they ship, and where they built it; rustc's own library, as Rust builds it. */
static const char *const system_sources[] = {"/usr/include/", "/usr/lib/", "/usr/src/", "/build/",
					     "/usr/libexec/", "/rustc/",   NULL};
/* In a compiler's own folders, wherever it is installed: the headers of C++ and of gcc and clang, Rust's library. */
static const char *const toolchain_folders[] = {"/include/c++/", "/lib/gcc/", "/lib/clang/", "/lib/rustlib/", NULL};
static const char *const system_images[] = {"/lib/",	   "/lib32/",	  "/lib64/", "/usr/lib/",
					    "/usr/lib32/", "/usr/lib64/", "[",	     NULL};

static bool begins_with_any(const char *text, const char *const *prefixes)
{
	for (; *prefixes; prefixes++)
		if (!strncmp(text, *prefixes, strlen(*prefixes)))
			return true;
	return false;
}

static bool has_any(const char *text, const char *const *parts)
{
	for (; *parts; parts++)
		if (strstr(text, *parts))
			return true;
	return false;
}

static bool ends_with(const char *text, const char *end)
{
	size_t length = strlen(text), end_length = strlen(end);

	return length >= end_length && !strcmp(text + length - end_length, end);
}

/* The runtime is built with its directory mapped to this one: the Makefile's RUNTIME_CFLAGS. */
static bool is_runtime_source(const char *file)
{
	return strstr(file, "osprey-prof/runtime/") != NULL;
}

/* glibc's own sources, as Debian builds them: "../sysdeps/x86_64/start.S", "./nptl/./nptl/pthread_create.c". A program
 * that was built with -ffile-prefix-map=$PWD=. has relative paths too, so these alone do not tell. */
static bool is_libc_source(const char *file)
{
	size_t directory;

	if (file[0] != '.')
		return false;
	if (strstr(file, "/sysdeps/"))
		return true;
	if (file[1] != '/')
		return false;
	directory = 2 + strcspn(file + 2, "/");
	return file[directory] == '/' && !strncmp(file + directory + 1, file, directory + 1);
}

/* Compilers name their headers by the way from themselves: "/usr/bin/../include/stdio.h". Of a path with "/../" the
 * folders that it leaves again are left out. False when it is too long. */
static bool without_detours(const char *file, char plain[PATH_MAX])
{
	size_t used = 0;

	while (*file) {
		size_t part = 1 + strcspn(file + 1, "/");

		if (used + part >= PATH_MAX)
			return false;
		if (part == 3 && !strncmp(file, "/..", 3)) {
			while (used && plain[--used] != '/')
				;
		} else if (part > 2 || (part == 2 && file[1] != '.')) {
			memcpy(plain + used, file, part);
			used += part;
		}
		file += part;
	}
	plain[used] = '\0';
	return true;
}

static bool is_system_source(const char *file)
{
	char plain[PATH_MAX];

	if (file[0] == '/' && strstr(file, "/../") && without_detours(file, plain))
		file = plain;
	return begins_with_any(file, system_sources) || has_any(file, toolchain_folders);
}

enum frame_kind frame_kind(const char *file, const char *image)
{
	if (ends_with(file, ".osp") || ends_with(file, ".ospml"))
		return KIND_USER;
	if (!*file || (image && begins_with_any(image, system_images)))
		return KIND_RUNTIME;
	if (is_system_source(file) || is_libc_source(file) || is_runtime_source(file))
		return KIND_RUNTIME;
	return KIND_USER;
}

bool frame_is_unnamed(const char *name, const char *file)
{
	const char *plus = strrchr(name, '+');

	if (*file)
		return false;
	if (!strncmp(name, "0x", 2))
		return true;
	return plus && plus != name && !strncmp(plus, "+0x", 3) && plus[3] &&
	       plus[3 + strspn(plus + 3, "0123456789abcdef")] == '\0';
}
