/* Activation [PROF-ACTIVATE-ENV], the public hooks, and the end of the profile. */
#include "anonymous.h"
#include "cfi.h"
#include "hush.h"
#include "osprey_prof.h"
#include "raw_file.h"
#include "registry.h"
#include "sampler.h"
#include "self.h"
#include "session.h"
#include "settings.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct session session = {.observer = {.store = &session.store, .images = &session.images}};

static char path[PATH_MAX];

/* What a driver looks for in an executable, stripped or not: osprey(1). */
__attribute__((used)) static const char marker[] = "osprey-prof runtime 1";

static struct stat complaints; /* what descriptor 2 was at the start */

/* Only into the descriptor that was stderr then: a daemon may have a file of its own there by now. */
static void complain(const char *what)
{
	struct stat now;

	if (fstat(STDERR_FILENO, &now) == 0 && now.st_dev == complaints.st_dev && now.st_ino == complaints.st_ino)
		hush_say("osprey-prof: %s: %s\n", what, strerror(errno));
}

static void complain_of_output(void)
{
	const struct log *log = &session.store.log;
	char what[2 * PATH_MAX + 64];

	snprintf(what, sizeof(what), log->file.mapped ? "%s can't be written, prof-recover makes it of %s" : "%s", path,
		 log->file.path);
	complain(what);
}

static void write_profile(void)
{
	uint64_t now = threads_leave_all();

	anonymous_take(&session.images);
	store_images(&session.store, &session.images);
	store_time(&session.store, now - session.observer.start_ns, session.paused_ns);
	if (!raw_file_write(path, log_header(&session.store.log))) {
		complain_of_output();
		return;
	}
	log_remove(&session.store.log);
	if (session.store.log.file.error) {
		errno = session.store.log.file.error;
		complain("no part file, the profile was kept in memory alone");
	}
}

/* Whether this is the call that ends the profile. */
static bool end_session(void)
{
	return atomic_exchange_explicit(&session.active, false, memory_order_acq_rel) && getpid() == session.process;
}

/* When a signal came first, the sampler writes, and ends the process: there is no way on. */
static void finish(void)
{
	struct images last = {0};

	if (end_session()) {
		sampler_quiet();
		sampler_stop();
		images_take(&last);
		images_merge(&session.images, &last);
		write_profile();
	} else if (getpid() == session.process) {
		while (sampler_is_ending())
			pause();
	}
}

/* The images are those of the last tick: a thread that the signal stopped may hold the loader's lock. */
static bool finish_in_sampler(void)
{
	if (!end_session())
		return false;
	sampler_quiet();
	write_profile();
	return true;
}

/* The sampler must not be in the middle of a tick when the process is copied. */
static void before_fork(void)
{
	sampler_before_fork();
	registry_lock();
}

static void after_fork_in_parent(void)
{
	registry_unlock();
	sampler_after_fork();
}

static bool open_store(void)
{
	uint64_t start_unix_ns;

	if (!store_open(&session.store, raw_file_may_be(path) ? path : NULL))
		return false;
	images_take(&session.images);
	store_images(&session.store, &session.images);
	session.observer.start_ns = session_now_ns();
	start_unix_ns = clock_ns(CLOCK_REALTIME, 0);
	store_begin(&session.store, session.observer.rate_hz, start_unix_ns);
	return session.observer.start_ns && start_unix_ns;
}

static bool start(void)
{
	session.process = getpid();
	session.observer.rate_hz = settings_rate_hz();
	session.observer.blind = false;
	session.observer.remainder = (struct remainder){0};
	session.paused_since_ns = session.paused_ns = 0;
	unregistered_begin(&session.unregistered);
	if (!settings_path(path) || !open_store() || !sampler_start(&session.observer, finish_in_sampler)) {
		complain("no profile is taken");
		log_remove(&session.store.log);
		return false;
	}
	atomic_store_explicit(&session.active, true, memory_order_release);
	osp_prof_thread_register(0, "main");
	return true;
}

/* A child has none of the threads that make a profile, and must not write its parent's file. It begins a profile of its
 * own when each process has one. */
static void after_fork_in_child(void)
{
	bool was_active = atomic_exchange_explicit(&session.active, false, memory_order_acq_rel);

	if (was_active) {
		registry_forget();
		store_free(&session.store);
		images_free(&session.images);
		sampler_forget();
	}
	registry_unlock();
	if (was_active && settings_each_process())
		start();
}

/* The program may carry a runtime, and another one be preloaded into it. Both would take the same signal: the one that
 * the loader finds works for both. */
static bool is_first(void)
{
	uintptr_t found = (uintptr_t)dlsym(RTLD_DEFAULT, "osp_prof_boot");

	return !found || found == (uintptr_t)osp_prof_boot;
}

static void boot(void)
{
	static pthread_key_t main_key;

	if (!settings_wanted() || !is_first())
		return;
	fstat(STDERR_FILENO, &complaints);
	cfi_start();
	if (pthread_key_create(&session.leave_key, threads_on_end) != 0 ||
	    pthread_key_create(&main_key, threads_on_main_end) != 0 || !start())
		return;
	if (self_is_main())
		pthread_setspecific(main_key, &main_key);
	pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
	if (!self_at_end(finish))
		complain("no profile will be written");
}

HOOK void osp_prof_boot(void)
{
	static atomic_flag begun = ATOMIC_FLAG_INIT;

	if (!atomic_flag_test_and_set(&begun))
		boot();
}

/* So that programs whose compiler knows nothing of us are profiled too. */
__attribute__((constructor)) static void boot_at_load(void)
{
	osp_prof_boot();
}
