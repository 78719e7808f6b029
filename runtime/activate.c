/* Activation [PROF-ACTIVATE-ENV], the public hooks, and the end of the profile. */
#include "images.h"
#include "keeper.h"
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
#include <sys/stat.h>
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

static struct stat complaints; /* what descriptor 2 was at the start */

/* Only into the descriptor that was stderr then: a daemon may have a file of its own there by now. */
static void complain(const char *what)
{
	struct stat now;

	if (fstat(STDERR_FILENO, &now) == 0 && now.st_dev == complaints.st_dev && now.st_ino == complaints.st_ino)
		dprintf(STDERR_FILENO, "osprey-prof: %s: %s\n", what, strerror(errno));
}

static uint64_t now_ns(void)
{
	return observe_clock(CLOCK_MONOTONIC, 0);
}

static void name_thread(const struct slot *slot)
{
	pthread_getname_np(slot->thread, store_threads(&store)[slot->row].name, THREAD_NAME_SIZE);
}

/* Whether the profiler is on; it stays on until registry_unlock() then. */
static bool enter(void)
{
	if (!atomic_load_explicit(&active, memory_order_acquire))
		return false;
	registry_lock();
	if (atomic_load_explicit(&active, memory_order_acquire))
		return true;
	registry_unlock();
	return false;
}

/* The mutex is held. */
static void leave(struct slot *slot, uint64_t now)
{
	if (!paused_since_ns)
		observe_pause(&observer, slot, now);
	observe_end(&observer, slot);
	name_thread(slot);
	registry_remove(slot);
}

HOOK void osp_prof_thread_unregister(void)
{
	struct slot *slot = registry_self;

	if (!slot)
		return;
	registry_self = NULL;
	pthread_setspecific(leave_key, NULL);
	if (!enter())
		return;
	leave(slot, now_ns());
	registry_unlock();
}

static void on_thread_end(void *slot)
{
	if (((struct slot *)slot)->tid == process)
		keeper_start();
	osp_prof_thread_unregister();
}

/* The mutex is held. */
static struct slot *join(int64_t fiber, const char *label)
{
	struct slot *slot = registry_add();

	if (!slot)
		return NULL;
	slot->row = store_thread(&store, fiber, label, slot->tid);
	if (slot->row == STORE_NONE) {
		registry_remove(slot);
		return NULL;
	}
	observe_begin(slot, now_ns());
	return slot;
}

HOOK void osp_prof_thread_register(int64_t fiber, const char *label)
{
	osp_prof_thread_unregister();
	if (!enter())
		return;
	registry_self = join(fiber, label);
	registry_unlock();
	pthread_setspecific(leave_key, registry_self);
}

HOOK void osp_prof_pause(void)
{
	struct slot **slots;
	size_t count;

	if (!enter())
		return;
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

	if (!enter())
		return;
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

/* The sampler must not be in the middle of a tick when the process is copied. */
static void before_fork(void)
{
	registry_lock();
}

static void after_fork_in_parent(void)
{
	registry_unlock();
}

static bool start(void)
{
	process = getpid();
	observer.rate_hz = settings_rate_hz();
	paused_since_ns = paused_ns = 0;
	if (!settings_path(path) || !sampler_start(&observer)) {
		complain("no profile is taken");
		return false;
	}
	observer.start_ns = now_ns();
	start_unix_ns = observe_clock(CLOCK_REALTIME, 0);
	atomic_store_explicit(&active, true, memory_order_release);
	osp_prof_thread_register(0, "main");
	return true;
}

/* A child has none of the threads that make a profile, and must not write its parent's file. It begins a profile of its
 * own when each process has one. */
static void after_fork_in_child(void)
{
	bool was_active = atomic_exchange_explicit(&active, false, memory_order_acq_rel);

	if (was_active) {
		registry_forget();
		store_free(&store);
		sampler_forget();
	}
	registry_unlock();
	if (was_active && settings_wanted())
		start();
}

static void boot(void)
{
	if (!settings_wanted())
		return;
	fstat(STDERR_FILENO, &complaints);
	if (pthread_key_create(&leave_key, on_thread_end) != 0 || !start())
		return;
	pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
	atexit(finish);
	at_quick_exit(finish);
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
