/* Activation [PROF-ACTIVATE-ENV], the public hooks, and the end of the profile. */
#include "images.h"
#include "observe.h"
#include "osprey_prof.h"
#include "raw_file.h"
#include "registry.h"
#include "sampler.h"
#include "settings.h"
#include "store.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define HOOK __attribute__((visibility("default")))

/* Set last at the start (release), cleared first at the end; every hook loads it (acquire). Nothing below is touched
 * while it is 0. */
static _Atomic bool active;

static struct store store;
static struct observer observer = {.store = &store};
static char path[PATH_MAX];
static uint64_t start_unix_ns;
static uint64_t paused_since_ns, paused_ns; /* paused_since_ns 0: not paused. Under the registry's mutex. */
static pthread_key_t leave_key;		    /* its destructor unregisters a thread that ends without doing so */
static pid_t process;

/* What a driver looks for in an executable, stripped or not: osprey(1). */
__attribute__((used)) static const char marker[] = "osprey-prof runtime 1";

static void complain(const char *what)
{
	fprintf(stderr, "osprey-prof: %s: %s\n", what, strerror(errno));
}

static uint64_t now_ns(void)
{
	return observe_clock(CLOCK_MONOTONIC, 0);
}

static void name_thread(const struct slot *slot)
{
	pthread_getname_np(slot->thread, store_threads(&store)[slot->row].name, THREAD_NAME_SIZE);
}

/* The mutex is held. */
static void leave(struct slot *slot, uint64_t now)
{
	if (paused_since_ns)
		now = slot->wall_seen;
	else
		observe_end(&observer, slot, now);
	name_thread(slot);
	registry_remove(slot);
}

HOOK void osp_prof_thread_unregister(void)
{
	struct slot *slot = registry_self;

	if (!slot || !atomic_load_explicit(&active, memory_order_acquire))
		return;
	registry_self = NULL;
	pthread_setspecific(leave_key, NULL);
	registry_lock();
	if (slot->active)
		leave(slot, now_ns());
	registry_unlock();
}

static void on_thread_end(void *slot)
{
	(void)slot;
	osp_prof_thread_unregister();
}

HOOK void osp_prof_thread_register(int64_t fiber, const char *label)
{
	struct slot *slot;

	if (!atomic_load_explicit(&active, memory_order_acquire))
		return;
	osp_prof_thread_unregister();
	registry_lock();
	slot = registry_add();
	if (slot) {
		slot->row = store_thread(&store, fiber, label, slot->tid);
		if (slot->row == STORE_NONE) {
			registry_remove(slot);
			slot = NULL;
		} else {
			observe_begin(slot, now_ns());
		}
	}
	registry_self = slot;
	registry_unlock();
	pthread_setspecific(leave_key, slot);
}

HOOK void osp_prof_pause(void)
{
	struct slot **slots;
	size_t count;

	if (!atomic_load_explicit(&active, memory_order_acquire))
		return;
	registry_lock();
	if (!paused_since_ns) {
		paused_since_ns = now_ns();
		sampler_pause(true);
		slots = registry_live(&count);
		for (size_t i = 0; i < count; i++)
			observe_pause(&observer, slots[i], paused_since_ns);
	}
	registry_unlock();
}

HOOK void osp_prof_resume(void)
{
	struct slot **slots;
	size_t count;
	uint64_t now;

	if (!atomic_load_explicit(&active, memory_order_acquire))
		return;
	registry_lock();
	if (paused_since_ns) {
		now = now_ns();
		paused_ns += now - paused_since_ns;
		paused_since_ns = 0;
		slots = registry_live(&count);
		for (size_t i = 0; i < count; i++)
			observe_begin(slots[i], now);
		sampler_pause(false);
	}
	registry_unlock();
}

static void leave_all(uint64_t now)
{
	struct slot **slots;
	size_t count;

	registry_lock();
	while (slots = registry_live(&count), count)
		leave(slots[count - 1], now);
	if (paused_since_ns)
		paused_ns += now - paused_since_ns;
	registry_unlock();
}

static void finish(void)
{
	struct raw_profile profile = {.rate_hz = observer.rate_hz, .start_unix_ns = start_unix_ns, .store = &store};
	struct images images = {0};
	uint64_t now;

	if (!atomic_exchange_explicit(&active, false, memory_order_acq_rel) || getpid() != process)
		return;
	sampler_stop();
	now = now_ns();
	leave_all(now);
	images_capture(&images);
	profile.images = &images;
	profile.end_unix_ns = start_unix_ns + (now - observer.start_ns);
	profile.ticks = sampler_ticks();
	profile.paused_ns = paused_ns;
	profile.dropped = store.lost + sampler_dropped();
	if (!raw_file_write(path, &profile))
		complain(path);
}

/* A child has none of the threads that make a profile; it must not write its parent's file. */
static void on_fork_in_child(void)
{
	if (!atomic_exchange_explicit(&active, false, memory_order_acq_rel))
		return;
	registry_self = NULL;
	sampler_forget();
}

static bool start(void)
{
	process = getpid();
	observer.rate_hz = settings_rate_hz();
	observer.start_ns = now_ns();
	start_unix_ns = observe_clock(CLOCK_REALTIME, 0);
	return pthread_key_create(&leave_key, on_thread_end) == 0 &&
	       pthread_atfork(NULL, NULL, on_fork_in_child) == 0 && sampler_start(&observer);
}

static void boot(void)
{
	if (!settings_wanted())
		return;
	if (!settings_path(path) || !start() || atexit(finish) != 0) {
		complain("no profile is taken");
		return;
	}
	atomic_store_explicit(&active, true, memory_order_release);
	osp_prof_thread_register(0, "main");
}

HOOK void osp_prof_boot(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, boot);
}

/* So that programs whose compiler knows nothing of us are profiled too. */
__attribute__((constructor)) static void boot_at_load(void)
{
	osp_prof_boot();
}
