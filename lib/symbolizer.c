#include "symbolizer.h"

#include "die.h"
#include "mem.h"
#include "symbolizer_answer.h"
#include "symbolizer_find.h"
#include "symbolizer_questions.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
	SILENCE_LIMIT_MS = 30000, /* far beyond what loading the largest debug information takes */
	LINE_LIMIT = 16 << 20,	  /* bytes: a chain of names of a megabyte each still fits */
	READ_SIZE = 64 * 1024
};

extern char **environ;

struct inquiry {
	const struct question *questions;
	size_t count, done;
	on_answer *answer;
	void *state;
	struct answer parsed;
	bool warned; /* of a file that it could not read */
	char *buffer;
	size_t used, capacity;
	char why[80]; /* it failed */
};

struct process {
	pid_t pid;
	int answers; /* read end of its stdout */
};

static int spawn(pid_t *pid, const char *program, int in, int out)
{
	char name[] = "llvm-symbolizer", style[] = "--output-style=JSON";
	char *const argv[] = {name, style, NULL};
	posix_spawn_file_actions_t actions;
	int error;

	if (posix_spawn_file_actions_init(&actions))
		return ENOMEM;
	error = posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
	if (!error)
		error = posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
	if (!error)
		error = posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
	if (!error)
		error = posix_spawnp(pid, program, &actions, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	return error;
}

static bool process_start(struct process *process, struct inquiry *inquiry, const char *program)
{
	int ends[2], questions, error;

	if (pipe2(ends, O_CLOEXEC) < 0)
		die("pipe:");
	questions = questions_file(inquiry->questions, inquiry->count);
	error = spawn(&process->pid, program, questions, ends[1]);
	close(questions);
	close(ends[1]);
	process->answers = ends[0];
	if (!error)
		return true;
	close(ends[0]);
	snprintf(inquiry->why, sizeof(inquiry->why), "can't be run (%s)", strerror(error));
	return false;
}

/* Ends it, whether it is done or hangs. */
static void process_end(const struct process *process)
{
	close(process->answers);
	kill(process->pid, SIGKILL);
	while (waitpid(process->pid, NULL, 0) < 0 && errno == EINTR)
		;
}

static bool fail(struct inquiry *inquiry, const char *why)
{
	snprintf(inquiry->why, sizeof(inquiry->why), "%s", why);
	return false;
}

static bool take_line(struct inquiry *inquiry, const char *line, size_t length)
{
	const struct question *question = &inquiry->questions[inquiry->done];

	if (!answer_read(&inquiry->parsed, line, length, question))
		return fail(inquiry, "did not answer what it was asked");
	if (inquiry->parsed.error && !inquiry->warned) {
		warn("%s: llvm-symbolizer can't read it (%s)", question->path, inquiry->parsed.error);
		inquiry->warned = true;
	}
	inquiry->answer(inquiry->state, inquiry->done++, inquiry->parsed.frames, inquiry->parsed.count);
	return true;
}

/* Takes the lines that are whole; the bytes before `seen` are known to hold no LF. */
static bool take_lines(struct inquiry *inquiry, size_t seen)
{
	size_t start = 0;
	char *end;

	while (inquiry->done < inquiry->count && (end = memchr(inquiry->buffer + seen, '\n', inquiry->used - seen))) {
		*end = '\0';
		if (!take_line(inquiry, inquiry->buffer + start, (size_t)(end - inquiry->buffer) - start))
			return false;
		seen = start = (size_t)(end - inquiry->buffer) + 1;
	}
	inquiry->used -= start;
	if (start)
		memmove(inquiry->buffer, inquiry->buffer + start, inquiry->used);
	return inquiry->used <= LINE_LIMIT || fail(inquiry, "gave a line of more than 16 MiB");
}

static bool wait_for_bytes(int fd)
{
	struct pollfd poll_fd = {.fd = fd, .events = POLLIN};
	int ready;

	do
		ready = poll(&poll_fd, 1, SILENCE_LIMIT_MS);
	while (ready < 0 && errno == EINTR);
	return ready != 0;
}

static bool read_answers(struct inquiry *inquiry, int fd)
{
	while (inquiry->done < inquiry->count) {
		size_t seen = inquiry->used;
		ssize_t got;

		inquiry->buffer = mem_grow(inquiry->buffer, &inquiry->capacity, seen + READ_SIZE, 1);
		if (!wait_for_bytes(fd))
			return fail(inquiry, "said nothing for 30 seconds");
		got = read(fd, inquiry->buffer + seen, READ_SIZE);
		if (got < 0)
			return errno == EINTR || fail(inquiry, strerror(errno));
		if (!got)
			return fail(inquiry, "ended early");
		inquiry->used += (size_t)got;
		if (!take_lines(inquiry, seen))
			return false;
	}
	return true;
}

static void run(struct inquiry *inquiry)
{
	const char *program = symbolizer_find();
	struct process process;

	if (!program) {
		warn("no llvm-symbolizer found: the addresses stay without names (install llvm, or set LLVM_SYMBOLIZER)");
		return;
	}
	/* Where it is ignored the process's id is free as soon as it ends, and could be another's when it is killed. */
	signal(SIGCHLD, SIG_DFL);
	if (process_start(&process, inquiry, program)) {
		read_answers(inquiry, process.answers);
		process_end(&process);
	}
	if (inquiry->done < inquiry->count)
		warn("%s %s, %zu of %zu answers came: the other addresses stay without names", program, inquiry->why,
		     inquiry->done, inquiry->count);
	answer_clear(&inquiry->parsed);
	free(inquiry->parsed.frames);
	free(inquiry->buffer);
}

void symbolizer_ask(const struct question *questions, size_t count, on_answer *answer, void *state)
{
	static bool failed; /* asking on would fail, and warn, once a batch */
	struct inquiry inquiry = {.questions = questions, .count = count, .answer = answer, .state = state};

	if (count && !failed)
		run(&inquiry);
	failed = failed || inquiry.done < count;
	for (; inquiry.done < count; inquiry.done++)
		answer(state, inquiry.done, NULL, 0);
}
