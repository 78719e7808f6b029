/* Everyone waits: one fiber sleeps, one blocks on a channel, main awaits both. */
#include "osprey_fiber.h"

#include <inttypes.h>
#include <stdio.h>

static int64_t sleeper(void *channel)
{
	fiber_sleep(1000);
	return channel_send(*(const int64_t *)channel, 42);
}

static int64_t receiver(void *channel)
{
	int64_t value;
	int64_t status = channel_recv(*(const int64_t *)channel, &value);

	return status ? status : value;
}

int main(void)
{
	int64_t channel = channel_create(1);
	int64_t receiving = fiber_spawn_env(receiver, &channel);
	int64_t sleeping = fiber_spawn_env(sleeper, &channel);
	int64_t received = fiber_await(receiving);

	if (fiber_await(sleeping) != 0 || channel_close(channel) != 0)
		return 1;
	printf("received %" PRId64 "\n", received);
	return 0;
}
