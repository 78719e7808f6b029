#include "settings.h"

#include "hush.h"
#include "self.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RATE_DEFAULT = 997, RATE_MIN = 10, RATE_MAX = 10000, PID_SIZE = 24 };

/* The process that the path in the environment belongs to; it stays the same over exec. */
static const char owner_variable[] = "OSPREY_PROFILE_OWNER";

static size_t pid_text(char text[PID_SIZE])
{
	return (size_t)snprintf(text, PID_SIZE, "%ld", (long)getpid());
}

bool settings_each_process(void)
{
	return strstr(self_environment("OSPREY_PROFILE"), "%p") != NULL;
}

bool settings_wanted(void)
{
	const char *path = self_environment("OSPREY_PROFILE"), *owner = self_environment(owner_variable);
	char pid[PID_SIZE];

	if (!path || !*path)
		return false;
	pid_text(pid);
	if (owner && strcmp(owner, pid) != 0 && !settings_each_process())
		return false;
	return setenv(owner_variable, pid, 1) == 0;
}

/* Once: a child that fork makes says nothing again. */
static void complain_of_rate(void)
{
	static bool told;

	if (!told)
		hush_say("osprey-prof: OSPREY_PROFILE_HZ is not a whole number: taking %d\n", RATE_DEFAULT);
	told = true;
}

uint64_t settings_rate_hz(void)
{
	const char *text = self_environment("OSPREY_PROFILE_HZ");
	char *end;
	long rate;

	if (!text || !*text)
		return RATE_DEFAULT;
	rate = strtol(text, &end, 10);
	if (*end) {
		complain_of_rate();
		return RATE_DEFAULT;
	}
	return rate < RATE_MIN ? RATE_MIN : rate > RATE_MAX ? RATE_MAX : (uint64_t)rate;
}

/* Appends at `*used`; false when it doesn't fit. */
static bool append(char path[PATH_MAX], size_t *used, const char *text, size_t length)
{
	if (*used + length >= PATH_MAX) {
		errno = ENAMETOOLONG;
		return false;
	}
	memcpy(path + *used, text, length);
	*used += length;
	path[*used] = '\0';
	return true;
}

static bool append_directory(char path[PATH_MAX], size_t *used)
{
	if (!getcwd(path, PATH_MAX))
		return false;
	*used = strlen(path);
	return append(path, used, "/", 1);
}

bool settings_path(char path[PATH_MAX])
{
	const char *text = self_environment("OSPREY_PROFILE"), *mark;
	char pid[PID_SIZE];
	size_t used = 0, pid_length = pid_text(pid);

	if (*text != '/' && !append_directory(path, &used))
		return false;
	for (; (mark = strstr(text, "%p")); text = mark + 2)
		if (!append(path, &used, text, (size_t)(mark - text)) || !append(path, &used, pid, pid_length))
			return false;
	return append(path, &used, text, strlen(text));
}
