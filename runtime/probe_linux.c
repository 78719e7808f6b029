/* Source of the format: proc(5), /proc/PID/task/TID/syscall: "running", or "-1 SP PC", or "NUMBER ARG0 … ARG5 SP PC".
 */
#include "probe.h"

#include <fcntl.h>
#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { ANSWER_SIZE = 256, ARGUMENTS = 6, NO_CALL = -1 };

static bool own_descriptors;

static bool close_all(void)
{
#ifdef SYS_close_range
	if (syscall(SYS_close_range, 0u, ~0u, 0u) == 0)
		return true;
#endif
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur > 1 << 20)
		return false;
	for (int fd = 0; fd < (int)limit.rlim_cur; fd++)
		close(fd);
	return true;
}

void probe_start(void)
{
	own_descriptors = unshare(CLONE_FILES) == 0 && close_all();
}

static void append_number(char *text, unsigned number)
{
	char digits[12];
	size_t i = sizeof(digits) - 1;

	digits[i] = '\0';
	do
		digits[--i] = (char)('0' + number % 10);
	while (number /= 10);
	strcat(text, &digits[i]);
}

static bool read_answer(pid_t tid, char *answer)
{
	char path[64] = "/proc/self/task/";
	ssize_t length;
	int fd;

	append_number(path, (unsigned)tid);
	strcat(path, "/syscall");
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

enum probe probe_thread(pid_t tid, struct blocked_call *call)
{
	char answer[ANSWER_SIZE];

	*call = (struct blocked_call){0};
	if (!own_descriptors || !read_answer(tid, answer))
		return PROBE_UNKNOWN;
	if (answer[0] == 'r')
		return PROBE_RUNNING;
	parse_call(answer, call);
	return PROBE_BLOCKED;
}
