/* Ways for a program to end, or to become another: `ends WAY [ARGUMENTS]`; `ends die_after WAY [ARGUMENTS]` ends by
 * _exit where WAY would return. Each burns 0.2 s of CPU time first, `ends brief WAY [ARGUMENTS]` a tenth of that. */
#include "osprey_prof.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void burn(double seconds)
{
	struct timespec t;
	double end, now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	now = (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
	for (end = now + seconds; now < end; now = (double)t.tv_sec + (double)t.tv_nsec * 1e-9)
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
}

static void *burn_on(void *argument)
{
	burn(0.3);
	puts("the last thread ended");
	return argument;
}

static void *burn_for_ever(void *argument)
{
	for (;;)
		burn(1);
	return argument;
}

static void on_term(int number)
{
	(void)number;
	exit(7);
}

static void *exit_from_here(void *argument)
{
	exit(6);
	return argument;
}

static char **command;

static void *exec_from_here(void *argument)
{
	execvp(command[0], command);
	return argument;
}

static void thread(void *(*routine)(void *))
{
	pthread_t id;

	pthread_create(&id, NULL, routine, NULL);
	pthread_detach(id);
}

static void spawn(void)
{
	int status = 0;

	if (fork() == 0) {
		execvp(command[0], command);
		_exit(127);
	}
	wait(&status);
	printf("child %d\n", WEXITSTATUS(status));
}

static volatile int *nowhere;

/* No handler of pthread_atfork() runs, and the child calls hooks. */
static void fork_around_libc(void)
{
	if (syscall(SYS_fork) == 0) {
		for (int i = 0; i < 1000; i++)
			osp_prof_thread_register(i, "child");
		exit(0);
	}
	wait(NULL);
}

static void spawn_at_once(void)
{
	extern char **environ;
	pid_t child;
	int status = 0;

	if (posix_spawnp(&child, command[0], NULL, NULL, command, environ) != 0)
		abort();
	waitpid(child, &status, 0);
	printf("child %d\n", WEXITSTATUS(status));
}

static int sink(int depth)
{
	char room[1024];

	room[depth % 1024] = (char)depth;
	__asm__ volatile("" ::"r"(room) : "memory");
	return nowhere ? 0 : sink(depth + 1) + room[0];
}

static void crash(const char *way)
{
	void *volatile block = malloc(100), *volatile again = block;

	if (strcmp(way, "overflow") == 0)
		sink(1);
	else
		free(block), free(again);
}

static void become_daemon(void)
{
	if (daemon(0, 0) != 0)
		abort();
	burn(0.2);
}

/* Descriptor 2 is a file of the program's own in the end. */
static void close_all(void)
{
	for (int fd = 0; fd < 64; fd++)
		close(fd);
	for (int fd = 0; fd < 3; fd++)
		if (open("mine", O_WRONLY | O_CREAT | O_APPEND, 0644) != fd)
			abort();
}

static void say_ready(void)
{
	puts("ready");
	fflush(stdout);
}

static void end(const char *way)
{
	if (strcmp(way, "exit") == 0)
		exit(3);
	if (strcmp(way, "quick_exit") == 0)
		quick_exit(4);
	if (strcmp(way, "_exit") == 0)
		_exit(5);
	if (strcmp(way, "abort") == 0)
		abort();
	if (strcmp(way, "segv") == 0)
		*nowhere = 0;
	if (strcmp(way, "raw_fork") == 0)
		fork_around_libc();
	if (strcmp(way, "thread_exit") == 0) {
		thread(exit_from_here);
		pause();
	}
	if (strcmp(way, "main_leaves") == 0) {
		thread(burn_on);
		pthread_exit(NULL);
	}
	if (strcmp(way, "unregistered_main_leaves") == 0) {
		osp_prof_thread_unregister();
		thread(burn_on);
		pthread_exit(NULL);
	}
	if (strcmp(way, "exec") == 0)
		execvp(command[0], command);
	if (strcmp(way, "thread_exec") == 0) {
		thread(exec_from_here);
		pause();
	}
	if (strcmp(way, "spawn") == 0)
		spawn();
	if (strcmp(way, "posix_spawn") == 0)
		spawn_at_once();
	if (strcmp(way, "exit_group") == 0)
		syscall(SYS_exit_group, 5);
	if (strcmp(way, "overflow") == 0 || strcmp(way, "double_free") == 0)
		crash(way);
	if (strcmp(way, "daemon") == 0)
		become_daemon();
	if (strcmp(way, "close_all") == 0)
		close_all();
	if (strcmp(way, "for_ever") == 0) {
		say_ready();
		burn_for_ever(NULL);
	}
	if (strcmp(way, "handles") == 0) {
		signal(SIGTERM, on_term);
		say_ready();
		burn_for_ever(NULL);
	}
	if (strcmp(way, "ignores") == 0) {
		signal(SIGTERM, SIG_IGN);
		say_ready();
		burn(0.6);
	}
	if (strcmp(way, "busy") == 0)
		for (int i = 0; i < 16; i++)
			thread(burn_for_ever);
}

int main(int argc, char **argv)
{
	bool dies = argc > 2 && strcmp(argv[1], "die_after") == 0, brief = argc > 2 && strcmp(argv[1], "brief") == 0;

	argv += dies || brief;
	command = argv + 2;
	burn(brief ? 0.02 : 0.2);
	end(argc > 1 ? argv[1] : "return");
	if (dies)
		_exit(5);
	return 0;
}
