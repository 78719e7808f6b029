#include "osprey_fiber.h"

#include "condition.h"
#include "handle.h"

#include <pthread.h>
#include <stdlib.h>

struct channel {
	struct handle handle; /* in the table until it is closed, empty and without users */
	struct condition room, filled, taken;
	int64_t *values; /* a ring */
	uint64_t size;	 /* of the ring, at least 1 */
	uint64_t sent, received;
	size_t users; /* threads inside of send or recv */
	bool rendezvous, closed;
};

/* Guards the table and all channels in it. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct handle_table channels;

static struct channel *find(int64_t id)
{
	return (struct channel *)handle_find(&channels, id);
}

static int64_t missing(int64_t id)
{
	return handle_was_given(&channels, id) ? FIBER_CLOSED : FIBER_UNKNOWN;
}

static void forget_if_over(struct channel *channel)
{
	if (!channel->closed || channel->users || channel->sent != channel->received)
		return;
	handle_remove(&channels, &channel->handle);
	free(channel->values);
	free(channel);
}

int64_t channel_create(int64_t capacity)
{
	struct channel *channel;
	int64_t id;

	if (capacity < 0)
		return FIBER_INVALID;
	channel = calloc(1, sizeof *channel);
	if (!channel)
		return FIBER_NO_MEMORY;
	channel->rendezvous = capacity == 0;
	channel->size = capacity ? (uint64_t)capacity : 1;
	channel->values = calloc(channel->size, sizeof *channel->values);
	if (!channel->values) {
		free(channel);
		return FIBER_NO_MEMORY;
	}
	pthread_mutex_lock(&lock);
	id = handle_add(&channels, &channel->handle);
	pthread_mutex_unlock(&lock);
	return id;
}

/* The ring has one place, so that the value is the newest and can be taken back. */
static int64_t wait_until_taken(struct channel *channel)
{
	uint64_t mine = channel->sent;

	while (channel->received < mine && !channel->closed)
		condition_wait(&channel->taken, &lock);
	if (channel->received >= mine)
		return 0;
	channel->sent--;
	return FIBER_CLOSED;
}

static int64_t put(struct channel *channel, int64_t value)
{
	while (!channel->closed && channel->sent - channel->received == channel->size)
		condition_wait(&channel->room, &lock);
	if (channel->closed)
		return FIBER_CLOSED;
	channel->values[channel->sent++ % channel->size] = value;
	condition_signal(&channel->filled);
	return channel->rendezvous ? wait_until_taken(channel) : 0;
}

static int64_t take(struct channel *channel, int64_t *value)
{
	while (!channel->closed && channel->sent == channel->received)
		condition_wait(&channel->filled, &lock);
	if (channel->sent == channel->received)
		return FIBER_CLOSED;
	*value = channel->values[channel->received++ % channel->size];
	condition_signal(&channel->room);
	condition_broadcast(&channel->taken);
	return 0;
}

int64_t channel_send(int64_t id, int64_t value)
{
	struct channel *channel;
	int64_t status;

	pthread_mutex_lock(&lock);
	channel = find(id);
	if (channel) {
		channel->users++;
		status = put(channel, value);
		channel->users--;
		forget_if_over(channel);
	} else {
		status = missing(id);
	}
	pthread_mutex_unlock(&lock);
	return status;
}

int64_t channel_recv(int64_t id, int64_t *value)
{
	struct channel *channel;
	int64_t status;

	if (!value)
		return FIBER_INVALID;
	pthread_mutex_lock(&lock);
	channel = find(id);
	if (channel) {
		channel->users++;
		status = take(channel, value);
		channel->users--;
		forget_if_over(channel);
	} else {
		status = missing(id);
	}
	pthread_mutex_unlock(&lock);
	return status;
}

int64_t channel_close(int64_t id)
{
	struct channel *channel;
	int64_t status = 0;

	pthread_mutex_lock(&lock);
	channel = find(id);
	if (!channel) {
		status = missing(id);
	} else if (channel->closed) {
		status = FIBER_CLOSED;
	} else {
		channel->closed = true;
		condition_broadcast(&channel->room);
		condition_broadcast(&channel->filled);
		condition_broadcast(&channel->taken);
		forget_if_over(channel);
	}
	pthread_mutex_unlock(&lock);
	return status;
}
