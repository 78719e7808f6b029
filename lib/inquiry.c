#include "inquiry.h"

#include "die.h"
#include "mem.h"
#include "progress.h"
#include "temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
	WAIT_MS = 500,
	SILENCE_LIMIT_MS = 30000, /* far beyond what loading the largest debug information takes */
	LINE_LIMIT = 16 << 20,	  /* bytes: a chain of names of a megabyte each still fits */
	READ_SIZE = 256 * 1024,
	PIPE_SIZE = 1 << 20,
	PAUSE_NS = 2000000
};

extern char **environ;

/* An inquiry under way. */
struct run {
	const struct inquiry *inquiry;
	size_t done;
	struct answer parsed;
	bool warned; /* of a file that it could not read */
	char *buffer;
	size_t used, capacity;
	char why[80]; /* it failed */
	struct progress progress;
};

struct process {
	pid_t pid;
	int answers; /* read end of its stdout */
};

static int spawn(pid_t *pid, const struct inquiry *inquiry, int in, int out)
{
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
		error = posix_spawnp(pid, inquiry->program, &actions, NULL, inquiry->argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	return error;
}

static int questions_file(const struct inquiry *inquiry)
{
	int fd = temporary_file();
	struct out out;

	out_open(&out, fcntl(fd, F_DUPFD_CLOEXEC, 0), "temporary file");
	for (size_t i = 0; i < inquiry->count; i++)
		inquiry->put(&out, &inquiry->questions[i]);
	out_close(&out);
	lseek(fd, 0, SEEK_SET);
	return fd;
}

static bool process_start(struct process *process, struct run *run)
{
	int ends[2], questions, error;

	if (pipe2(ends, O_CLOEXEC) < 0)
		die("pipe:");
	fcntl(ends[0], F_SETPIPE_SZ, PIPE_SIZE);
	questions = questions_file(run->inquiry);
	error = spawn(&process->pid, run->inquiry, questions, ends[1]);
	close(questions);
	close(ends[1]);
	process->answers = ends[0];
	if (!error)
		return true;
	close(ends[0]);
	snprintf(run->why, sizeof(run->why), "can't be run (%s)", strerror(error));
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

static bool fail(struct run *run, const char *why)
{
	snprintf(run->why, sizeof(run->why), "%s", why);
	return false;
}

static bool take_line(struct run *run, char *line, size_t length)
{
	const struct inquiry *inquiry = run->inquiry;
	const struct question *question = &inquiry->questions[run->done];
	static const struct frame unknown;

	if (!inquiry->read(&run->parsed, line, length, question))
		return fail(run, "did not answer what it was asked");
	if (run->parsed.error && !run->warned) {
		progress_clear(&run->progress);
		warn("%s: %s can't read it (%s)", question->path, inquiry->argv[0], run->parsed.error);
		run->warned = true;
	}
	inquiry->answer(inquiry->state, run->done++,
			run->parsed.count   ? run->parsed.frames
			: run->parsed.error ? NULL
					    : &unknown,
			run->parsed.count);
	return true;
}

/* Takes the lines that are whole; the bytes before `seen` are known to hold no LF. */
static bool take_lines(struct run *run, size_t seen)
{
	size_t start = 0;
	char *end;

	while (run->done < run->inquiry->count && (end = memchr(run->buffer + seen, '\n', run->used - seen))) {
		*end = '\0';
		if (!take_line(run, run->buffer + start, (size_t)(end - run->buffer) - start))
			return false;
		seen = start = (size_t)(end - run->buffer) + 1;
	}
	run->used -= start;
	if (start)
		memmove(run->buffer, run->buffer + start, run->used);
	return run->used <= LINE_LIMIT || fail(run, "gave a line of more than 16 MiB");
}

/* Processes hand out each answer by itself. A reader that is woken for each takes as long as they do: it lets some come
 * together. */
static void let_come_together(ssize_t last)
{
	if (last > 0 && last < READ_SIZE / 2)
		nanosleep(&(struct timespec){.tv_nsec = PAUSE_NS}, NULL);
}

static bool wait_for_bytes(struct run *run, int fd)
{
	struct pollfd poll_fd = {.fd = fd, .events = POLLIN};

	for (int waited = 0; waited < SILENCE_LIMIT_MS; waited += WAIT_MS) {
		int ready = poll(&poll_fd, 1, WAIT_MS);

		progress_show(&run->progress, run->done, run->inquiry->count);
		if (ready > 0)
			return true;
	}
	return false;
}

static bool read_answers(struct run *run, int fd)
{
	ssize_t got = 0;

	while (run->done < run->inquiry->count) {
		size_t seen = run->used;

		run->buffer = mem_grow(run->buffer, &run->capacity, seen + READ_SIZE, 1);
		if (!wait_for_bytes(run, fd))
			return fail(run, "said nothing for 30 seconds");
		let_come_together(got);
		got = read(fd, run->buffer + seen, READ_SIZE);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return fail(run, strerror(errno));
		if (!got)
			return fail(run, "ended early");
		run->used += (size_t)got;
		if (!take_lines(run, seen))
			return false;
	}
	return true;
}

bool inquire(const struct inquiry *inquiry)
{
	struct run run = {.inquiry = inquiry};
	struct process process;
	size_t came;

	/* Where it is ignored the process's id is free as soon as it ends, and could be another's when it is killed. */
	signal(SIGCHLD, SIG_DFL);
	progress_start(&run.progress, "addresses looked up");
	if (process_start(&process, &run)) {
		read_answers(&run, process.answers);
		process_end(&process);
	}
	progress_clear(&run.progress);
	came = run.done;
	if (came < inquiry->count)
		warn("%s %s, %zu of %zu answers came: the other addresses stay without names", inquiry->program,
		     run.why, came, inquiry->count);
	for (; run.done < inquiry->count; run.done++)
		inquiry->answer(inquiry->state, run.done, NULL, 0);
	answer_clear(&run.parsed);
	free(run.parsed.frames);
	free(run.buffer);
	return came == inquiry->count;
}
