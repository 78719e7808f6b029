#include "hush.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

static const int signals[] = {SIGPIPE, SIGXFSZ};

enum { SIGNALS = sizeof(signals) / sizeof(signals[0]) };

void hush_begin(struct hush *hush)
{
	sigset_t held;

	sigemptyset(&held);
	for (size_t i = 0; i < SIGNALS; i++)
		sigaddset(&held, signals[i]);
	pthread_sigmask(SIG_BLOCK, &held, &hush->mask);
	sigpending(&hush->pending);
}

/* One that waited before is not ours to take. */
static void take_back(const struct hush *hush, int number)
{
	sigset_t pending, one;
	int taken;

	sigpending(&pending);
	if (!sigismember(&pending, number) || sigismember(&hush->pending, number))
		return;
	sigemptyset(&one);
	sigaddset(&one, number);
	sigwait(&one, &taken);
}

void hush_end(const struct hush *hush)
{
	int error = errno;

	for (size_t i = 0; i < SIGNALS; i++)
		take_back(hush, signals[i]);
	pthread_sigmask(SIG_SETMASK, &hush->mask, NULL);
	errno = error;
}

void hush_say(const char *format, ...)
{
	va_list arguments;
	struct hush hush;

	va_start(arguments, format);
	hush_begin(&hush);
	vdprintf(STDERR_FILENO, format, arguments);
	hush_end(&hush);
	va_end(arguments);
}
