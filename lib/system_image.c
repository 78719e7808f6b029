#include "system_image.h"

#include <stddef.h>
#include <string.h>

static const char *const directories[] = {"/lib/", "/lib32/", "/lib64/", "/usr/lib/", "/usr/lib32/", "/usr/lib64/"};

bool system_image(const char *path)
{
	for (size_t i = 0; i < sizeof(directories) / sizeof(directories[0]); i++)
		if (strncmp(path, directories[i], strlen(directories[i])) == 0)
			return true;
	return false;
}
