#include "inquiry.h"

#include "co_process.h"
#include "die.h"
#include "mem.h"
#include "progress.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
	WAIT_MS = 500,
	SILENCE_LIMIT_MS = 30000, /* far beyond what loading the largest debug information takes */
	LINE_LIMIT = 16 << 20,	  /* bytes: a chain of names of a megabyte each still fits */
	AHEAD_LIMIT = 4 << 20,	  /* bytes that wait for their turn: the process then waits too */
	PART_LEAST = 200,	  /* questions that are worth a process of their own */
	READ_SIZE = 256 * 1024,
	PAUSE_NS = 2000000
};

/* What one process is asked: the questions from `done` to `end`. */
struct part {
	const struct inquiry *inquiry;
	struct co_process process;
	size_t done, end;
	char *buffer;
	size_t used, seen, capacity; /* the bytes before `seen` hold no LF */
	bool ended;		     /* nothing more comes */
};

/* An inquiry under way. The parts answer in their order. */
struct run {
	const struct inquiry *inquiry;
	struct part parts[INQUIRY_PARTS_LIMIT];
	size_t part_count, current;
	struct answer parsed;
	const char *warned; /* the file that it could not read */
	size_t came;
	char why[80]; /* it failed */
	struct progress progress;
};

static void put_questions(struct out *out, const void *questions)
{
	const struct part *part = questions;

	for (size_t i = part->done; i < part->end; i++)
		part->inquiry->put(out, &part->inquiry->questions[i]);
}

static bool same_file(const struct inquiry *inquiry, size_t question)
{
	return !strcmp(inquiry->questions[question].path, inquiry->questions[question - 1].path);
}

/* Where a part ends that is to have about `wanted` questions: between two files. */
static size_t end_of_part(const struct inquiry *inquiry, size_t start, size_t wanted)
{
	size_t after = inquiry->count - start > wanted ? start + wanted : inquiry->count, before = after;

	while (after < inquiry->count && same_file(inquiry, after))
		after++;
	while (before > start && before < inquiry->count && same_file(inquiry, before))
		before--;
	return before > start && start + wanted - before < after - start - wanted ? before : after;
}

static void start_parts(struct run *run)
{
	const struct inquiry *inquiry = run->inquiry;
	size_t parts = inquiry->parts < INQUIRY_PARTS_LIMIT ? inquiry->parts : INQUIRY_PARTS_LIMIT, wanted, end;
	int error = 0;

	wanted = inquiry->count / (parts ? parts : 1);
	wanted = wanted < PART_LEAST ? PART_LEAST : wanted;
	for (size_t start = 0; start < inquiry->count && !error; start = end) {
		struct part *part = &run->parts[run->part_count++];

		end = run->part_count < parts ? end_of_part(inquiry, start, wanted) : inquiry->count;
		*part = (struct part){.inquiry = inquiry, .done = start, .end = end};
		error = co_process_start(&part->process, inquiry->program, inquiry->argv, put_questions, part);
		if (error)
			snprintf(run->why, sizeof(run->why), "can't be run (%s)", strerror(error));
		part->ended = error != 0;
	}
}

static void answer_unknown(struct run *run, struct part *part)
{
	for (; part->done < part->end; part->done++)
		run->inquiry->answer(run->inquiry->state, part->done, NULL, 0);
}

/* Ends the current part, because it is done or has failed. */
static void end_part(struct run *run, const char *why)
{
	struct part *part = &run->parts[run->current++];

	co_process_end(&part->process);
	if (part->done < part->end && !*run->why)
		snprintf(run->why, sizeof(run->why), "%s", why);
	answer_unknown(run, part);
	free(part->buffer);
}

static bool take_line(struct run *run, struct part *part, char *line, size_t length)
{
	const struct inquiry *inquiry = run->inquiry;
	const struct question *question = &inquiry->questions[part->done];
	static const struct frame unknown;

	if (!inquiry->read(&run->parsed, line, length, question))
		return false;
	if (run->parsed.error && !run->warned) {
		progress_clear(&run->progress);
		warn("%s: %s can't read it (%s)", question->path, inquiry->argv[0], run->parsed.error);
		run->warned = question->path;
	}
	run->came++;
	inquiry->answer(inquiry->state, part->done++,
			run->parsed.count   ? run->parsed.frames
			: run->parsed.error ? NULL
					    : &unknown,
			run->parsed.count);
	return true;
}

/* Takes the lines that are whole. */
static bool take_lines(struct run *run, struct part *part)
{
	size_t start = 0;
	char *end;

	while (part->done < part->end && (end = memchr(part->buffer + part->seen, '\n', part->used - part->seen))) {
		*end = '\0';
		if (!take_line(run, part, part->buffer + start, (size_t)(end - part->buffer) - start))
			return false;
		part->seen = start = (size_t)(end - part->buffer) + 1;
	}
	part->used -= start;
	if (start)
		memmove(part->buffer, part->buffer + start, part->used);
	part->seen = part->used;
	return true;
}

/* Whether the current part needs more bytes; if not, it is ended. */
static bool wants_more(struct run *run)
{
	struct part *part = &run->parts[run->current];

	if (part->used && !take_lines(run, part))
		end_part(run, "did not answer what it was asked");
	else if (part->used > LINE_LIMIT)
		end_part(run, "gave a line of more than 16 MiB");
	else if (part->done == part->end || part->ended)
		end_part(run, "ended early");
	else
		return true;
	return false;
}

/* Returns the number of bytes. */
static size_t read_some(struct part *part)
{
	ssize_t got;

	part->buffer = mem_grow(part->buffer, &part->capacity, part->used + READ_SIZE, 1);
	got = read(part->process.answers, part->buffer + part->used, READ_SIZE);
	if (got < 0 && errno == EINTR)
		return 0;
	part->ended = got <= 0;
	part->used += got > 0 ? (size_t)got : 0;
	return got > 0 ? (size_t)got : 0;
}

/* Reads what has come, of all parts that have room. Returns whether anything came within the time. */
static bool read_parts(struct run *run, size_t *got)
{
	struct pollfd fds[INQUIRY_PARTS_LIMIT];
	nfds_t count = run->part_count - run->current;
	int ready;

	*got = 0;
	for (nfds_t i = 0; i < count; i++) {
		const struct part *part = &run->parts[run->current + i];
		bool full = i && part->used > AHEAD_LIMIT;

		fds[i] = (struct pollfd){.fd = full || part->ended ? -1 : part->process.answers, .events = POLLIN};
	}
	ready = poll(fds, count, WAIT_MS);
	for (nfds_t i = 0; i < count && ready > 0; i++)
		if (fds[i].revents)
			*got += read_some(&run->parts[run->current + i]);
	return ready > 0;
}

/* Processes hand out each answer by itself. A reader that is woken for each takes as long as they do: it lets some come
 * together. */
static void let_come_together(size_t last)
{
	if (last && last < READ_SIZE / 2)
		nanosleep(&(struct timespec){.tv_nsec = PAUSE_NS}, NULL);
}

static void read_answers(struct run *run)
{
	size_t got = 0;
	int silent = 0;

	while (run->current < run->part_count) {
		if (!wants_more(run))
			continue;
		let_come_together(got);
		silent = read_parts(run, &got) ? 0 : silent + WAIT_MS;
		progress_show(&run->progress, run->came, run->inquiry->count);
		if (silent >= SILENCE_LIMIT_MS)
			end_part(run, "said nothing for 30 seconds");
	}
}

bool inquire(const struct inquiry *inquiry)
{
	static struct run run;
	size_t asked;

	run = (struct run){.inquiry = inquiry};
	progress_start(&run.progress, "addresses looked up");
	start_parts(&run);
	asked = run.parts[run.part_count - 1].end;
	read_answers(&run);
	progress_clear(&run.progress);
	if (run.came < inquiry->count)
		warn("%s %s, %zu of %zu answers came: the other addresses stay without names", inquiry->program,
		     run.why, run.came, inquiry->count);
	for (; asked < inquiry->count; asked++)
		inquiry->answer(inquiry->state, asked, NULL, 0);
	free(run.parsed.frames);
	return run.came == inquiry->count;
}
