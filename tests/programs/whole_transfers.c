/* Calls that move many bytes and return early only for a signal: prints what each returned. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MUCH = 1 << 20 };

static char *bytes;

/* A child that takes what comes, slowly. */
static pid_t slow_reader(int from, int close_first)
{
	char piece[4096];
	pid_t child = fork();

	if (child)
		return child;
	close(close_first);
	while (read(from, piece, sizeof(piece)) > 0)
		usleep(100);
	_exit(0);
}

/* `move` writes MUCH into a pipe. */
static void into_pipe(const char *name, ssize_t (*move)(int))
{
	int ends[2];
	pid_t child;

	if (pipe(ends) != 0)
		exit(1);
	child = slow_reader(ends[0], ends[1]);
	close(ends[0]);
	printf("%s: %zd\n", name, move(ends[1]));
	close(ends[1]);
	waitpid(child, NULL, 0);
}

static ssize_t by_write(int fd)
{
	return write(fd, bytes, MUCH);
}

static ssize_t by_writev(int fd)
{
	struct iovec pieces[] = {
		{bytes, 1000}, {bytes + 1000, 0}, {bytes + 1000, MUCH - 2000}, {bytes + MUCH - 1000, 1000}};

	return writev(fd, pieces, 4);
}

static void over_sockets(void)
{
	int pair[2];
	pid_t child;

	socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
	child = slow_reader(pair[0], pair[1]);
	close(pair[0]);
	printf("send: %zd\n", send(pair[1], bytes, MUCH, 0));
	close(pair[1]);
	waitpid(child, NULL, 0);

	socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
	child = fork();
	if (child == 0) {
		for (int i = 0; i < 200; i++) {
			usleep(500);
			write(pair[0], bytes, 100);
		}
		_exit(0);
	}
	close(pair[0]);
	printf("recv: %zd\n", recv(pair[1], bytes, 20000, MSG_WAITALL));
	close(pair[1]);
	waitpid(child, NULL, 0);
}

static void from_devices(void)
{
	enum { VERY_MUCH = 64 << 20 };
	char *room = malloc(VERY_MUCH);
	int zero = open("/dev/zero", O_RDONLY);

	printf("read: %zd\n", read(zero, room, VERY_MUCH));
	printf("getrandom: %zd\n", getrandom(room, VERY_MUCH / 8, 0));
	close(zero);
	free(room);
}

int main(void)
{
	bytes = malloc(MUCH);
	memset(bytes, 1, MUCH);
	for (int i = 0; i < 3; i++) {
		into_pipe("write", by_write);
		into_pipe("writev", by_writev);
		over_sockets();
		from_devices();
	}
	return 0;
}
