#include "co_process.h"

#include "die.h"
#include "temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PIPE_SIZE = 1 << 20 };

extern char **environ;

static int spawn(pid_t *pid, const char *program, char *const *argv, const int ends[2])
{
	posix_spawn_file_actions_t actions;
	int error;

	if (posix_spawn_file_actions_init(&actions))
		return ENOMEM;
	error = posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
	if (!error)
		error = posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
	if (!error)
		error = posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
	if (!error)
		error = posix_spawnp(pid, program, &actions, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	return error;
}

static int write_questions(void (*put)(struct out *out, const void *questions), const void *questions)
{
	int fd = temporary_file();
	struct out out;

	out_open(&out, fcntl(fd, F_DUPFD_CLOEXEC, 0), "temporary file");
	put(&out, questions);
	out_close(&out);
	lseek(fd, 0, SEEK_SET);
	return fd;
}

int co_process_start(struct co_process *process, const char *program, char *const *argv,
		     void (*put)(struct out *out, const void *questions), const void *questions)
{
	int answers[2], file, error;

	if (pipe2(answers, O_CLOEXEC) < 0)
		die("pipe:");
	fcntl(answers[0], F_SETPIPE_SZ, PIPE_SIZE);
	file = write_questions(put, questions);
	/* Where it is ignored the process's id is free as soon as it ends, and could be another's when it is killed. */
	signal(SIGCHLD, SIG_DFL);
	error = spawn(&process->pid, program, argv, (const int[2]){file, answers[1]});
	close(file);
	close(answers[1]);
	process->answers = answers[0];
	if (error) {
		close(answers[0]);
		process->answers = -1;
	}
	return error;
}

void co_process_end(struct co_process *process)
{
	if (process->answers < 0)
		return;
	close(process->answers);
	process->answers = -1;
	kill(process->pid, SIGKILL);
	while (waitpid(process->pid, NULL, 0) < 0 && errno == EINTR)
		;
}
