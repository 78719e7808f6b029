#include "sampler.h"

#include "jitter.h"
#include "keeper.h"
#include "own_thread.h"
#include "session.h"
#include "suspend_macos.h"

#include <mach/mach.h>
#include <mach/semaphore.h>
#include <pthread.h>
#include <pthread/qos.h>
#include <signal.h>

enum { SECOND = 1000000000, STACK_SIZE = 256 * 1024 };

static struct observer *observer;
static pthread_t thread;
static semaphore_t stop; /* signalled when the sampler is to end */
static bool paused;

/* Sleeps until the deadline; false when the sampler is to stop. */
static bool sleep_until(uint64_t deadline_ns)
{
	uint64_t now = clock_ns(CLOCK_MONOTONIC, deadline_ns), rest = deadline_ns > now ? deadline_ns - now : 0;
	mach_timespec_t time = {.tv_sec = (unsigned)(rest / SECOND), .tv_nsec = (clock_res_t)(rest % SECOND)};

	return semaphore_timedwait(stop, time) != KERN_SUCCESS;
}

static void tick(uint64_t now_ns)
{
	struct slot **slots;
	size_t count;

	registry_lock();
	own_thread_pause(paused);
	if (!paused) {
		slots = registry_live(&count);
		for (size_t i = 0; i < count; i++) {
			suspend_answer(slots[i]);
			observe_tick(observer, slots[i], now_ns);
		}
		store_tick(observer->store, now_ns - observer->start_ns);
	}
	registry_unlock();
}

/* The loader is asked outside of the registry's lock: a thread that holds the loader's may want the registry's. */
static void watch_images(void)
{
	struct images now = {0};

	if (!images_changed(observer->images))
		return;
	images_take(&now);
	registry_lock();
	images_merge(observer->images, &now);
	store_images(observer->store, observer->images);
	registry_unlock();
}

static void sampler_main(void)
{
	uint64_t now = clock_ns(CLOCK_MONOTONIC, 0), random = now | 1, deadline = now;

	pthread_setname_np("osprey-prof");
	/* The timers of lower classes are put off, so that several fall together. */
	pthread_set_qos_class_self_np(QOS_CLASS_USER_INTERACTIVE, 0);
	for (;;) {
		deadline += jitter_interval_ns(observer->rate_hz, &random);
		if (deadline < now)
			deadline = now + jitter_interval_ns(observer->rate_hz, &random);
		if (!sleep_until(deadline))
			return;
		now = clock_ns(CLOCK_MONOTONIC, now);
		if (now < deadline)
			continue;
		tick(now);
		watch_images();
		threads_look(now);
		keeper_look(now);
	}
}

bool sampler_start(struct observer *wanted, bool (*end)(void))
{
	(void)end;
	observer = wanted;
	if (semaphore_create(mach_task_self(), &stop, SYNC_POLICY_FIFO, 0) != KERN_SUCCESS)
		return false;
	return own_thread_start(&thread, STACK_SIZE, sampler_main);
}

/* The keeper exits on the sampler's own thread. */
void sampler_stop(void)
{
	semaphore_signal(stop);
	if (!pthread_equal(thread, pthread_self()))
		pthread_join(thread, NULL);
}

void sampler_forget(void)
{
	paused = false;
}

/* The system's fork() takes the loader's locks itself. */
void sampler_before_fork(void)
{
}

void sampler_after_fork(void)
{
}

void sampler_pause(bool wanted)
{
	paused = wanted;
}

bool sampler_is_ending(void)
{
	return false;
}

void sampler_quiet(void)
{
}
