/* Calls that a signal could end early. Prints what each returned, and whether it lasted as long as asked: equal with
 * and without a profiler. `quiet_calls` runs them all in one thread while another one burns. */
#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double begun;

static void begin(void)
{
	errno = 0;
	begun = now();
}

/* `least` in seconds. */
static void told(const char *call, long result, double least)
{
	int error = errno;

	printf("%s: %ld %s, %s\n", call, result, result < 0 ? strerror(error) : "done",
	       now() - begun >= least ? "whole" : "too short");
}

static void sleeps(void)
{
	struct timespec t = {.tv_nsec = 120000000};

	begin();
	told("nanosleep", nanosleep(&t, NULL), 0.12);
	begin();
	told("clock_nanosleep", -clock_nanosleep(CLOCK_MONOTONIC, 0, &t, NULL), 0.12);
	begin();
	told("usleep", usleep(120000), 0.12);
	begin();
	told("sleep", (long)sleep(1), 1.0);
}

static void polls(void)
{
	struct timespec t = {.tv_nsec = 120000000};
	struct timeval v = {.tv_usec = 120000};
	struct epoll_event event;
	int epoll = epoll_create1(0);

	begin();
	told("poll", poll(NULL, 0, 120), 0.12);
	begin();
	told("ppoll", ppoll(NULL, 0, &t, NULL), 0.12);
	begin();
	told("select", select(0, NULL, NULL, NULL, &v), 0.12);
	begin();
	told("pselect", pselect(0, NULL, NULL, NULL, &t, NULL), 0.12);
	begin();
	told("epoll_wait", epoll_wait(epoll, &event, 1, 120), 0.12);
	close(epoll);
}

static void waits(void)
{
	struct timespec t = {.tv_nsec = 120000000}, deadline;
	pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
	pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
	sigset_t set;
	sem_t semaphore;

	sem_init(&semaphore, 0, 0);
	begin();
	clock_gettime(CLOCK_REALTIME, &deadline);
	deadline.tv_sec++;
	told("sem_timedwait", sem_timedwait(&semaphore, &deadline), 0.9);
	pthread_mutex_lock(&mutex);
	begin();
	clock_gettime(CLOCK_REALTIME, &deadline);
	deadline.tv_sec++;
	told("pthread_cond_timedwait", pthread_cond_timedwait(&condition, &mutex, &deadline), 0.9);
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	begin();
	told("sigtimedwait", sigtimedwait(&set, NULL, &t), 0.12);
}

static void on_alarm(int number)
{
	(void)number;
}

static void alarmed(void)
{
	struct sigaction action = {.sa_handler = on_alarm};
	struct itimerval none = {0},
			 soon = {{.tv_usec = 120000}, {.tv_usec = 120000}}; /* again, should it come before pause() */

	sigaction(SIGALRM, &action, NULL);
	begin();
	setitimer(ITIMER_REAL, &soon, NULL);
	told("pause", pause(), 0.12);
	setitimer(ITIMER_REAL, &none, NULL);
}

/* The other end answers after a while, or never. */
static void *late_message(void *queue)
{
	struct {
		long type;
		char text[1];
	} message = {.type = 1};
	struct timespec t = {.tv_nsec = 120000000};

	nanosleep(&t, NULL);
	msgsnd(*(int *)queue, &message, sizeof(message.text), 0);
	return NULL;
}

static void messages(void)
{
	struct {
		long type;
		char text[1];
	} message;
	pthread_t thread;
	int queue = msgget(IPC_PRIVATE, 0600);

	begin();
	pthread_create(&thread, NULL, late_message, &queue);
	told("msgrcv", msgrcv(queue, &message, sizeof(message.text), 0, 0), 0.12);
	pthread_join(thread, NULL);
	msgctl(queue, IPC_RMID, NULL);
}

static void sockets(void)
{
	struct timeval v = {.tv_usec = 120000};
	struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	int pair[2], listener = socket(AF_INET, SOCK_STREAM, 0);
	char byte;

	socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
	setsockopt(pair[0], SOL_SOCKET, SO_RCVTIMEO, &v, sizeof(v));
	begin();
	told("recv", recv(pair[0], &byte, 1, 0), 0.12);
	bind(listener, (struct sockaddr *)&address, sizeof(address));
	listen(listener, 1);
	setsockopt(listener, SOL_SOCKET, SO_RCVTIMEO, &v, sizeof(v));
	begin();
	told("accept", accept(listener, NULL, NULL), 0.12);
	close(listener);
	close(pair[0]);
	close(pair[1]);
}

static _Atomic int finished;

static void *burner(void *argument)
{
	(void)argument;
	while (!finished)
		;
	return NULL;
}

/* errno must survive any signal: a loop that would see it change. */
static void errno_loop(void)
{
	long changed = 0;

	for (long i = 0; i < 3000000; i++) {
		errno = 12345;
		for (volatile int j = 0; j < 10; j++)
			;
		changed += errno != 12345;
	}
	printf("errno changed %ld times\n", changed);
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, burner, NULL);
	for (int i = 0; i < 3; i++) {
		sleeps();
		polls();
		waits();
		alarmed();
		messages();
		sockets();
	}
	errno_loop();
	finished = 1;
	pthread_join(thread, NULL);
	return 0;
}
