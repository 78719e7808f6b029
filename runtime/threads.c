/* The hooks of osprey_prof.h that threads call [PROF-COLLECT-REGISTRY]. */
#include "keeper.h"
#include "osprey_prof.h"
#include "registry.h"
#include "sampler.h"
#include "self.h"
#include "session.h"

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
	if (!enter())
		return;
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

/* The mutex is held. */
static struct slot *join(int64_t fiber, const char *label)
{
	struct slot *slot = registry_add();

	if (!slot)
		return NULL;
	slot->row = store_thread(&session.store, fiber, label, slot->tid);
	if (slot->row == STORE_NONE) {
		registry_remove(slot);
		return NULL;
	}
	name_thread(slot);
	observe_join(&session.observer, slot, session_now_ns());
	return slot;
}

HOOK void osp_prof_thread_register(int64_t fiber, const char *label)
{
	osp_prof_thread_unregister();
	if (!enter())
		return;
	registry_self = join(fiber, label);
	registry_unlock();
	pthread_setspecific(session.leave_key, registry_self);
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
		sampler_pause(false);
	}
	registry_unlock();
}

void threads_leave_all(uint64_t now_ns)
{
	struct slot **slots;
	size_t count;

	registry_lock();
	while (slots = registry_live(&count), count)
		leave(slots[count - 1], now_ns);
	if (session.paused_since_ns)
		session.paused_ns += now_ns - session.paused_since_ns;
	registry_unlock();
}
