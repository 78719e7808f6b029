#include "notes.h"

#include "captures.h"
#include "cell.h"
#include "system_image.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { ENOUGH_SAMPLES = 100, NAMED_FIBERS = 3, FIBER_COLUMNS = 20 };

/* Smaller shares are no news. */
#define WORTH_A_NOTE	0.01
#define MUCH_UNRESOLVED 0.2
#define BUSY		0.1

static void note(struct view *view, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void note(struct view *view, const char *format, ...)
{
	char text[VIEW_TEXT];
	va_list list;

	va_start(list, format);
	vsnprintf(text, sizeof(text), format, list);
	va_end(list);
	view_paint(view, VIEW_YELLOW);
	view_say(view, "note:");
	view_paint(view, NULL);
	view_say(view, " ");
	view_line(view, sizeof("note: ") - 1, "%s", text);
}

/* Half of the 95 % interval of a share of one half among `count` samples, in points: 98 / sqrt(count), rounded (normal
 * approximation; other shares have narrower ones). */
static unsigned uncertainty(uint64_t count)
{
	unsigned points = 0;

	while ((2 * points + 1) * (2 * points + 1) * count < 4 * 98 * 98)
		points++;
	return points;
}

static void say_few(struct view *view, const struct totals *totals)
{
	uint64_t worth = captures_worth(totals);

	if (worth && worth < ENOUGH_SAMPLES)
		note(view, "low confidence: only %s, shares are ± %u points (95 %%): run longer, or at a higher rate",
		     captures_text(view, totals), uncertainty(worth));
}

static void say_dropped(struct view *view, uint64_t dropped, uint64_t samples)
{
	if (dropped)
		note(view, "%" PRIu64 " sample%s dropped (%.1f %%): the totals are too small; a lower rate drops fewer",
		     dropped, dropped == 1 ? " was" : "s were",
		     (double)dropped / ((double)dropped + (double)samples) * 100);
}

static void say_thinned(struct view *view, uint64_t thinned)
{
	if (thinned)
		note(view,
		     "so many CPU samples that of the later ones one stack in %" PRIu64
		     " was kept, with the count of all",
		     thinned);
}

/* The file's name, made safe, as long as names of files are. */
static const char *image_name(struct view *view, const char *path)
{
	const char *slash = strrchr(path, '/');

	return cell_text(&view->texts, slash ? slash + 1 : path, 64);
}

/* No one rebuilds a library that came with the system. */
static void say_incomplete(struct view *view, const struct summary *summary)
{
	double share = view_share(summary->incomplete, summary->oncpu);
	const char *image = summary->incomplete_image;

	if (share < WORTH_A_NOTE)
		return;
	if (!*image)
		note(view, "%.1f %% of the CPU samples have incomplete stacks", share * 100);
	else
		note(view, "%.1f %% of the CPU samples have incomplete stacks, most in %s%s", share * 100,
		     image_name(view, image),
		     system_image(image) ? ", which has neither unwind tables nor frame pointers"
					 : ": rebuild it with -fno-omit-frame-pointer");
}

static void say_leaf_callers(struct view *view, const struct summary *summary)
{
	double share = view_share(summary->leaf_callers_unsure, summary->oncpu);

	if (share >= WORTH_A_NOTE)
		note(view,
		     "%.1f %% of the CPU samples end in system libraries, most in %s: where these keep no frame "
		     "pointers, the direct callers are missing",
		     share * 100, image_name(view, summary->leaf_callers_unsure_image));
}

static void say_stacks(struct view *view, const struct summary *summary)
{
	if (summary->truncated)
		note(view,
		     "%.1f %% of the CPU samples are too deep: their stacks begin at [truncated], and the totals of their "
		     "outer callers are too small",
		     view_share(summary->truncated, summary->oncpu) * 100);
	say_incomplete(view, summary);
	say_leaf_callers(view, summary);
}

static void say_names(struct view *view, const struct totals *totals)
{
	double unresolved = view_share(totals->summary.unresolved, totals->summary.oncpu);

	if (totals->model->addresses)
		note(view, "addresses only: run prof-symbolize first for names");
	else if (unresolved > MUCH_UNRESOLVED)
		note(view, "%.1f %% of the CPU samples are in code without a name: prof-symbolize says why",
		     unresolved * 100);
}

static void append(char *text, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));

static void append(char *text, size_t size, const char *format, ...)
{
	size_t length = strlen(text);
	va_list list;

	va_start(list, format);
	vsnprintf(text + length, size - length, format, list);
	va_end(list);
}

/* Sums of older versions don't tell which fibers these are. */
static void say_unsampled(struct view *view, const struct totals *totals)
{
	char fibers[VIEW_TEXT] = "";
	size_t count = 0;

	for (size_t i = 0; i < totals->fiber_count; i++) {
		const struct fiber *fiber = &totals->fibers[i];

		if (fiber->unsampled && count++ < NAMED_FIBERS)
			append(fibers, sizeof(fibers), "%s %s since %s", count == 1 ? ":" : ",",
			       cell_text(&view->texts, fiber->name, FIBER_COLUMNS),
			       view_duration(view, (double)fiber->unsampled_since_ns / 1e9));
	}
	if (count > NAMED_FIBERS)
		append(fibers, sizeof(fibers), " and %zu more", count - NAMED_FIBERS);
	note(view,
	     "%.1f %% of the CPU time could not be sampled: the program ignores or blocks SIGPROF, which it must leave to the profiler%s",
	     view_share(totals->summary.unsampled, totals->summary.oncpu) * 100, fibers);
}

static void say_unregistered(struct view *view, const struct totals *totals)
{
	double seconds = (double)totals->profile.unregistered_cpu_ns / 1e9;
	double all = seconds + totals->summary.cpu_seconds, share = all > 0 ? seconds / all : 0;

	if (share >= WORTH_A_NOTE)
		note(view,
		     "%s of CPU time (%.1f %%) are in no sample: of threads that were not registered; let them call "
		     "osp_prof_thread_register(), see osprey-prof(7)",
		     view_duration(view, seconds), share * 100);
}

static void say_runtime(struct view *view, const struct totals *totals)
{
	const struct summary *summary = &totals->summary;
	double runnable = view_share(summary->runnable, summary->samples);

	if (summary->unsampled)
		say_unsampled(view, totals);
	say_unregistered(view, totals);
	if (runnable >= BUSY)
		note(view, "the machine was busy: %.1f %% of the time threads waited for a processor", runnable * 100);
}

void notes(struct view *view, const struct totals *totals)
{
	const struct summary *summary = &totals->summary;

	say_few(view, totals);
	say_dropped(view, totals->profile.dropped, summary->samples);
	say_thinned(view, totals->profile.thinned);
	say_runtime(view, totals);
	say_stacks(view, summary);
	say_names(view, totals);
}
