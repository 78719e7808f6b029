#include "symbolizer_find.h"

#include "mem.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char plain_name[] = "llvm-symbolizer";

static char *joined(const char *directory, size_t length, const char *name)
{
	size_t size = length + strlen(name) + 2;
	char *path = mem_new(size, 1);

	snprintf(path, size, "%.*s/%s", (int)length, directory, name);
	return path;
}

static bool is_program(const char *path)
{
	struct stat status;

	return !access(path, X_OK) && !stat(path, &status) && S_ISREG(status.st_mode);
}

/* The NN of llvm-symbolizer-NN; 0 when it isn't such a name. */
static unsigned long version_of(const char *name)
{
	const char *digits = name + strlen(plain_name) + 1;

	if (strncmp(name, plain_name, strlen(plain_name)) != 0 || name[strlen(plain_name)] != '-')
		return 0;
	return strspn(digits, "0123456789") == strlen(digits) ? strtoul(digits, NULL, 10) : 0;
}

struct search {
	const char *name;
	char *path;
	unsigned long version;
};

static void look_for_plain(struct search *found, const char *directory, size_t length)
{
	char *path;

	if (found->path)
		return;
	path = joined(directory, length, found->name);
	if (is_program(path))
		found->path = path;
	else
		free(path);
}

static void look_for_versions(struct search *found, const char *directory, size_t length)
{
	char *directory_path = joined(directory, length, "");
	DIR *entries = opendir(directory_path);
	const struct dirent *entry;

	free(directory_path);
	while (entries && (entry = readdir(entries))) {
		unsigned long version = version_of(entry->d_name);
		char *path;

		if (version <= found->version)
			continue;
		path = joined(directory, length, entry->d_name);
		if (!is_program(path)) {
			free(path);
			continue;
		}
		free(found->path);
		found->path = path;
		found->version = version;
	}
	if (entries)
		closedir(entries);
}

static const char *search_path(void (*look)(struct search *, const char *, size_t), const char *name)
{
	struct search found = {.name = name};
	const char *directory = getenv("PATH");

	while (directory && *directory) {
		size_t length = strcspn(directory, ":");

		if (length)
			look(&found, directory, length);
		directory += length;
		directory += *directory == ':';
	}
	return found.path;
}

const char *find_on_path(const char *name)
{
	return search_path(look_for_plain, name);
}

const char *symbolizer_find(void)
{
	static const char *found;
	const char *asked_for = getenv("LLVM_SYMBOLIZER");

	if (asked_for && *asked_for)
		return asked_for;
	if (!found)
		found = find_on_path(plain_name);
	if (!found)
		found = search_path(look_for_versions, plain_name);
	return found;
}
