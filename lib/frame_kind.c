#include "frame_kind.h"

#include <stdbool.h>
#include <string.h>

/* The sources of runtime/. A program may have a directory of that name too, so the file's own name counts as well. */
static const char *const runtime_sources[] = {
	"account",
	"activate",
	"arm64",
	"calls_linux",
	"channel",
	"condition_linux",
	"effect",
	"fiber",
	"handle",
	"images_linux",
	"json",
	"keeper_linux",
	"machine_linux_arm64",
	"machine_linux_x86_64",
	"observe",
	"probe_linux",
	"raw_file",
	"readable_linux",
	"region_linux",
	"registry",
	"sampler_linux",
	"self_linux",
	"settings",
	"signal_side",
	"store",
	"walk",
	NULL,
};

/* Where distributions keep what they ship, and where they built it. */
static const char *const system_sources[] = {"/usr/include/", "/usr/lib/",     "/usr/src/",
					     "/build/",	      "/usr/libexec/", NULL};
static const char *const system_images[] = {"/lib/",	   "/lib32/",	  "/lib64/", "/usr/lib/",
					    "/usr/lib32/", "/usr/lib64/", "[",	     NULL};

static bool begins_with_any(const char *text, const char *const *prefixes)
{
	for (; *prefixes; prefixes++)
		if (!strncmp(text, *prefixes, strlen(*prefixes)))
			return true;
	return false;
}

static bool ends_with(const char *text, const char *end)
{
	size_t length = strlen(text), end_length = strlen(end);

	return length >= end_length && !strcmp(text + length - end_length, end);
}

static bool is_runtime_source(const char *file)
{
	static const char directory[] = "/runtime/";
	const char *slash = strrchr(file, '/');
	size_t length;

	if (!slash || (size_t)(slash + 1 - file) < strlen(directory) ||
	    strncmp(slash + 1 - strlen(directory), directory, strlen(directory)) != 0)
		return false;
	length = strcspn(slash + 1, ".");
	for (const char *const *source = runtime_sources; *source; source++)
		if (strlen(*source) == length && !strncmp(slash + 1, *source, length))
			return true;
	return false;
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

enum frame_kind frame_kind(const char *file, const char *image)
{
	if (ends_with(file, ".osp") || ends_with(file, ".ospml"))
		return KIND_USER;
	if (!*file || (image && begins_with_any(image, system_images)))
		return KIND_RUNTIME;
	if (begins_with_any(file, system_sources) || is_libc_source(file) || is_runtime_source(file))
		return KIND_RUNTIME;
	return KIND_USER;
}
