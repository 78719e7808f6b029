/* The hooks of osprey_prof.h that threads call [PROF-COLLECT-REGISTRY]. */
#include "keeper.h"
#include "osprey_prof.h"
#include "registry.h"
#include "sampler.h"
#include "self.h"
#include "session.h"

#include <signal.h>
#include <unistd.h>

static void name_thread(const struct slot *slot)
{
	pthread_getname_np(slot->thread, store_thread_name(&session.store, slot->row), THREAD_NAME_SIZE);
}

/* Whether the profiler is on; it stays on until registry_unlock() then. It is not on in a child that was made around
 * fork(), which shares the part file. */
static bool enter(void)
{
	if (!atomic_load_explicit(&session.active, memory_order_acquire) || getpid() != session.process)
		return false;
	registry_lock();
	if (atomic_load_explicit(&session.active, memory_order_acquire))
		return true;
	registry_unlock();
	return false;
}

/* The mutex is held. */
static void leave(struct slot *slot, uint64_t now)
{
	if (!session.paused_since_ns)
		observe_pause(&session.observer, slot, now);
	observe_end(&session.observer, slot);
	name_thread(slot);
	registry_remove(slot);
}

HOOK void osp_prof_thread_unregister(void)
{
	struct slot *slot = registry_self;

	if (!slot)
		return;
	registry_self = NULL;
	pthread_setspecific(session.leave_key, NULL);
	if (getpid() != session.process)
		return;
	/* Also when the profile is ending: those that it finds in the list must be alive. */
	registry_lock();
	if (slot->active)
		leave(slot, session_now_ns());
	registry_unlock();
}

void threads_on_end(void *slot)
{
	(void)slot;
	osp_prof_thread_unregister();
}

void threads_on_main_end(void *unused)
{
	(void)unused;
	keeper_start();
}

/* Without memory the slot is free again. The mutex is held. */
static bool join(struct slot *slot, int64_t fiber, const char *label)
{
	if (!registry_add(slot))
		return false;
	slot->row = store_thread(&session.store, fiber, label, slot->tid);
	if (slot->row == STORE_NONE) {
		registry_remove(slot);
		return false;
	}
	name_thread(slot);
	observe_join(&session.observer, slot, session_now_ns());
	unregistered_born(&session.unregistered, slot->cpu_seen);
	return true;
}

struct slot *threads_reserve(void)
{
	struct slot *slot;

	if (!enter())
		return NULL;
	slot = registry_reserve();
	registry_unlock();
	return slot;
}

void threads_release(struct slot *slot)
{
	registry_lock();
	registry_release(slot);
	registry_unlock();
}

/* The C library holds locks of its own meanwhile: a handler of the program may fork. */
static bool describe(struct slot *slot)
{
	sigset_t all, before;
	bool known;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	known = self_describe(slot);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return known;
}

/* A thread whose end nobody would tell is not registered. */
static void begin(struct slot *slot, int64_t fiber, const char *label)
{
	bool known = describe(slot);

	if (!enter())
		return;
	if (!known || registry_self)
		registry_release(slot);
	else if (join(slot, fiber, label))
		registry_self = slot;
	registry_unlock();
	if (registry_self == slot && pthread_setspecific(session.leave_key, slot) != 0)
		osp_prof_thread_unregister();
}

void threads_begin(struct slot *slot)
{
	enum { NAMED_WITHIN_NS = 1000000000 };

	begin(slot, -1, "thread");
	if (registry_self)
		registry_self->unnamed_until_ns = session_now_ns() + NAMED_WITHIN_NS;
}

/* A thread that was registered as it began, and tells its name then, has had no other. */
static bool takes_name(int64_t fiber, const char *label)
{
	struct slot *slot = registry_self;
	bool takes;

	if (!slot || !slot->unnamed_until_ns || !enter())
		return false;
	takes = session_now_ns() < slot->unnamed_until_ns;
	if (takes)
		store_thread_rename(&session.store, slot->row, fiber, label);
	slot->unnamed_until_ns = 0;
	registry_unlock();
	return takes;
}

HOOK void osp_prof_thread_register(int64_t fiber, const char *label)
{
	struct slot *slot;

	if (takes_name(fiber, label))
		return;
	osp_prof_thread_unregister();
	slot = threads_reserve();
	if (slot)
		begin(slot, fiber, label);
}

HOOK void osp_prof_pause(void)
{
	struct slot **slots;
	size_t count;

	if (!enter())
		return;
	if (!session.paused_since_ns) {
		session.paused_since_ns = session_now_ns();
		sampler_pause(true);
		unregistered_pause(&session.unregistered);
		slots = registry_live(&count);
		for (size_t i = 0; i < count; i++)
			observe_pause(&session.observer, slots[i], session.paused_since_ns);
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
	if (session.paused_since_ns) {
		now = session_now_ns();
		session.paused_ns += now - session.paused_since_ns;
		session.paused_since_ns = 0;
		store_time(&session.store, now - session.observer.start_ns, session.paused_ns);
		slots = registry_live(&count);
		for (size_t i = 0; i < count; i++)
			observe_begin(&session.observer, slots[i], now);
		unregistered_resume(&session.unregistered);
		sampler_pause(false);
	}
	registry_unlock();
}

/* The mutex is held. */
static void tell_unregistered(void)
{
	int64_t accounted_ns = session.observer.remainder.passed_cpu_ns;
	size_t count;
	struct slot **slots = registry_live(&count);

	for (size_t i = 0; i < count; i++)
		accounted_ns += slots[i]->account.cpu_ns;
	store_unregistered(&session.store, unregistered_ns(&session.unregistered, (uint64_t)accounted_ns));
}

void threads_look(uint64_t now_ns)
{
	enum { BETWEEN_LOOKS_NS = 1000000000 };
	static uint64_t looked_ns;

	if (now_ns - looked_ns < BETWEEN_LOOKS_NS || !enter())
		return;
	looked_ns = now_ns;
	if (!session.paused_since_ns)
		tell_unregistered();
	registry_unlock();
}

uint64_t threads_leave_all(void)
{
	struct slot **slots;
	size_t count;
	uint64_t now_ns;

	registry_lock();
	now_ns = session_now_ns();
	while (slots = registry_live(&count), count)
		leave(slots[count - 1], now_ns);
	if (session.paused_since_ns) {
		session.paused_ns += now_ns - session.paused_since_ns;
		unregistered_resume(&session.unregistered);
	}
	tell_unregistered();
	registry_unlock();
	return now_ns;
}
