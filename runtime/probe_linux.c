/* Source of the format: proc(5): /proc/PID/task/TID/status; .../syscall: "running", or "-1 SP PC", or "NUMBER ARG0 …
 * ARG5 SP PC".
 */
#include "probe.h"

#include "observe.h"

#include <dirent.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { ANSWER_SIZE = 4096, ARGUMENTS = 6, NO_CALL = -1 };

static bool answers_count;

/* One call where the kernel has it (Linux 5.9): sandboxes that forbid unshare() permit it. */
static bool leave_descriptors(void)
{
	enum { UNSHARE = 2 }; /* CLOSE_RANGE_UNSHARE; linux/close_range.h is out of reach of musl's compiler */
	struct rlimit limit;

#ifdef SYS_close_range
	if (syscall(SYS_close_range, 0u, ~0u, UNSHARE) == 0)
		return true;
#endif
	if (unshare(CLONE_FILES) != 0 || getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur > 1 << 20)
		return false;
	for (int fd = 0; fd < (int)limit.rlim_cur; fd++)
		close(fd);
	return true;
}

static bool read_answer(pid_t tid, const char *file, char *answer)
{
	char path[64];
	ssize_t length;
	int fd;

	snprintf(path, sizeof(path), "/proc/self/task/%ld%s", (long)tid, file);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	length = read(fd, answer, ANSWER_SIZE - 1);
	close(fd);
	if (length <= 0)
		return false;
	answer[length] = '\0';
	return true;
}

/* A call's number, its arguments, sp and pc; only sp and pc when the thread sleeps outside of a call (a page fault). */
static void parse_call(const char *answer, struct blocked_call *call)
{
	char *next;
	long number = strtol(answer, &next, 10);

	call->number = (uint64_t)number;
	if (number != NO_CALL) {
		call->first_argument = strtoull(next, &next, 16);
		for (int i = 1; i < ARGUMENTS; i++)
			strtoull(next, &next, 16);
	}
	call->sp = strtoull(next, &next, 16);
	call->pc = strtoull(next, &next, 16);
}

static enum probe probe_tid(pid_t tid, struct blocked_call *call)
{
	char answer[ANSWER_SIZE];

	*call = (struct blocked_call){0};
	if (!answers_count || !read_answer(tid, "/syscall", answer))
		return PROBE_UNKNOWN;
	if (answer[0] == 'r')
		return PROBE_RUNNING;
	parse_call(answer, call);
	return PROBE_BLOCKED;
}

/* Whether the kernel tells of this thread that it is reading the file: an emulator of another machine passes on what
 * the real kernel says of the emulator's own call and stack. */
static bool kernel_knows_us(void)
{
	enum { STACK_IN_USE = 4 * ANSWER_SIZE };
	struct blocked_call call;

	return probe_tid((pid_t)syscall(SYS_gettid), &call) == PROBE_BLOCKED && call.number == SYS_read &&
	       (uintptr_t)&call - call.sp < STACK_IN_USE;
}

void probe_start(void)
{
	answers_count = leave_descriptors();
	answers_count = answers_count && kernel_knows_us();
}

enum probe probe_thread(const struct slot *slot, struct blocked_call *call)
{
	return probe_tid(slot->tid, call);
}

uint64_t probe_cpu_ns(const struct slot *slot, uint64_t fallback)
{
	return clock_ns(slot->clock, fallback);
}

/* The value behind `key` in the thread's status, in `base`; `key` begins with the line's end before it. */
static bool read_status(const struct slot *slot, const char *key, int base, uint64_t *value)
{
	char answer[ANSWER_SIZE];
	const char *line;

	if (!answers_count || !read_answer(slot->tid, "/status", answer))
		return false;
	line = strstr(answer, key);
	if (line)
		*value = strtoull(line + strlen(key), NULL, base);
	return line != NULL;
}

bool probe_switches(const struct slot *slot, uint64_t *switches)
{
	return read_status(slot, "\nvoluntary_ctxt_switches:", 10, switches);
}

bool probe_is_deaf(const struct slot *slot, bool fallback)
{
	uint64_t blocked;

	return read_status(slot, "\nSigBlk:", 16, &blocked) ? (blocked >> (SIGPROF - 1) & 1) != 0 : fallback;
}

/* The state stands behind the name, which is in parentheses and may hold some itself: proc(5), /proc/PID/stat. */
static bool has_ended(pid_t tid)
{
	char answer[ANSWER_SIZE], *name_end;

	if (!read_answer(tid, "/stat", answer))
		return true;
	name_end = strrchr(answer, ')');
	return name_end && (name_end[2] == 'Z' || name_end[2] == 'X');
}

bool probe_alone(pid_t other)
{
	pid_t self = (pid_t)syscall(SYS_gettid);
	const struct dirent *entry;
	bool alone = true;
	DIR *tasks;

	tasks = opendir("/proc/self/task");
	if (!tasks)
		return false;
	while (alone && (entry = readdir(tasks))) {
		pid_t tid = (pid_t)atol(entry->d_name);

		alone = tid == 0 || tid == self || tid == other || has_ended(tid);
	}
	closedir(tasks);
	return alone;
}
