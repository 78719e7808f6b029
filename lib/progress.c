#include "progress.h"

#include "die.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { QUIET_MS = 1000, EVERY_MS = 200 };

static uint64_t now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

void progress_start(struct progress *progress, const char *what)
{
	*progress = (struct progress){.next_ms = now_ms() + QUIET_MS};
	if (isatty(STDERR_FILENO))
		progress->what = what;
}

void progress_show(struct progress *progress, size_t done, size_t all)
{
	uint64_t now = progress->what ? now_ms() : 0;

	if (!progress->what || now < progress->next_ms)
		return;
	fprintf(stderr, "\r%s: %zu of %zu %s", program_name(), done, all, progress->what);
	fflush(stderr);
	progress->next_ms = now + EVERY_MS;
	progress->shown = true;
}

void progress_clear(struct progress *progress)
{
	if (progress->shown)
		fprintf(stderr, "\r\033[K");
	progress->shown = false;
}
