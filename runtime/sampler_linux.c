#include "sampler.h"

#include "ending_linux.h"
#include "futex_linux.h"
#include "jitter.h"
#include "keeper.h"
#include "own_thread.h"
#include "probe.h"
#include "rest.h"
#include "session.h"
#include "signal_side.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/prctl.h>

enum { SECOND = 1000000000, STACK_SIZE = 256 * 1024 };

static struct observer *observer;
static bool (*at_end)(void);
static pthread_t thread;
static _Atomic uint32_t stopping; /* stored by sampler_stop() (release), loaded by the thread (acquire) */
static bool paused;
static _Atomic uint32_t asking; /* the sampler may hold the loader's lock */
static _Atomic uint32_t forks;	/* under way: it must not take it */

/* Sleeps until the deadline; false when the sampler is to stop. */
static bool sleep_until(uint64_t deadline_ns)
{
	struct timespec deadline = {.tv_sec = (time_t)(deadline_ns / SECOND), .tv_nsec = (long)(deadline_ns % SECOND)};

	futex_wait(&stopping, 0, &deadline);
	return !atomic_load_explicit(&stopping, memory_order_acquire);
}

static void tick(uint64_t now_ns)
{
	struct slot **slots;
	size_t count;

	registry_lock_masked();
	own_thread_pause(paused);
	if (!paused) {
		observer->blind = observer->blind || !signal_side_holds();
		slots = registry_live(&count);
		for (size_t i = 0; i < registry_awake(); i++)
			observe_tick(observer, slots[i], now_ns);
		rest_tick(observer, now_ns);
		store_tick(observer->store, now_ns - observer->start_ns);
	}
	registry_unlock_masked();
}

/* The loader is asked outside of the registry's lock: a thread that holds the loader's may want the registry's. */
static void ask_loader(void)
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

static void watch_images(void)
{
	atomic_store(&asking, 1);
	if (!atomic_load(&forks))
		ask_loader();
	atomic_store(&asking, 0);
	if (atomic_load(&forks))
		futex_wake(&asking, INT_MAX);
}

/* Not for ever: who forks may hold the loader himself, and the sampler wait for him. */
void sampler_before_fork(void)
{
	enum { PATIENCE_NS = 100000000 };
	uint64_t until = clock_now_ns() + PATIENCE_NS;
	struct timespec deadline = {.tv_sec = (time_t)(until / SECOND), .tv_nsec = (long)(until % SECOND)};

	atomic_fetch_add(&forks, 1);
	while (atomic_load(&asking) && clock_now_ns() < until)
		futex_wait(&asking, 1, &deadline);
}

void sampler_after_fork(void)
{
	atomic_fetch_sub(&forks, 1);
}

static void sampler_main(void)
{
	uint64_t now = clock_now_ns(), random = now | 1, deadline = now;

	prctl(PR_SET_NAME, "osprey-prof");
	prctl(PR_SET_TIMERSLACK, 1ul);
	probe_start();
	for (;;) {
		deadline += jitter_interval_ns(observer->rate_hz, &random);
		if (deadline < now)
			deadline = now + jitter_interval_ns(observer->rate_hz, &random);
		if (!sleep_until(deadline))
			return;
		if (ending_signal() && at_end())
			ending_die();
		now = clock_now_ns();
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
	observer = wanted;
	at_end = end;
	if (!signal_side_start(wanted->rate_hz) || !own_thread_start(&thread, STACK_SIZE, sampler_main))
		return false;
	ending_start();
	return true;
}

void sampler_stop(void)
{
	atomic_store_explicit(&stopping, 1, memory_order_release);
	futex_wake(&stopping, INT_MAX);
	pthread_join(thread, NULL);
	sampler_quiet();
	ending_forget();
}

void sampler_quiet(void)
{
	signal_side_stop();
}

bool sampler_is_ending(void)
{
	return ending_signal() != 0;
}

void sampler_forget(void)
{
	paused = false;
	atomic_store(&asking, 0);
	atomic_store(&forks, 0);
	signal_side_forget();
	ending_forget();
	rest_forget();
}

void sampler_pause(bool wanted)
{
	paused = wanted;
	signal_side_pause(wanted);
}
