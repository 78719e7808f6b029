#include "registry.h"

#include "store.h"

#include <signal.h>
#include <sys/mman.h>

_Thread_local struct slot *volatile registry_self;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sigset_t mask_of_holder; /* from before it held the mutex; under the mutex */
static struct region live;	/* of struct slot * */
static size_t awake;		/* so many of them, the first ones, don't rest */
static struct slot *free_slots;

void registry_lock(void)
{
	sigset_t all, before;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	pthread_mutex_lock(&mutex);
	mask_of_holder = before;
}

void registry_unlock(void)
{
	sigset_t before = mask_of_holder;

	pthread_mutex_unlock(&mutex);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void registry_lock_masked(void)
{
	pthread_mutex_lock(&mutex);
}

void registry_unlock_masked(void)
{
	pthread_mutex_unlock(&mutex);
}

/* Slots are mapped one by one: a handler may hold a slot's address at any time, so they never move. */
struct slot *registry_reserve(void)
{
	struct slot *slot = free_slots;

	if (slot) {
		free_slots = slot->next_free;
		return slot;
	}
	slot = mmap(NULL, sizeof(*slot), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	return slot == MAP_FAILED ? NULL : slot;
}

void registry_release(struct slot *slot)
{
	slot->next_free = free_slots;
	free_slots = slot;
}

static void slot_fill(struct slot *slot)
{
	slot->running_stack = slot->last_stack = slot->waiting_stack = slot->stalled_stack = STORE_NONE;
	slot->episode_settled = slot->rested = slot->rested_last = slot->busy = slot->busy_last = false;
	slot->timer = (struct own_timer){0};
	slot->work_timer = (struct own_timer){0};
	slot->silent_looks = slot->still_looks = 0;
	slot->unnamed_until_ns = 0;
	slot->switches_seen = SWITCHES_UNKNOWN;
	atomic_store_explicit(&slot->request, 0, memory_order_relaxed);
	atomic_store_explicit(&slot->mending, false, memory_order_relaxed);
	atomic_store_explicit(&slot->steady, false, memory_order_relaxed);
	if (++slot->generation == 0)
		slot->generation = 1;
}

static void put(size_t index, struct slot *slot)
{
	((struct slot **)live.base)[index] = slot;
	slot->index = index;
}

bool registry_add(struct slot *slot)
{
	if (!region_add(&live, sizeof(struct slot *))) {
		registry_release(slot);
		return false;
	}
	slot_fill(slot);
	put(live.used / sizeof(struct slot *) - 1, slot);
	registry_wake(slot);
	slot->active = true;
	return true;
}

void registry_remove(struct slot *slot)
{
	struct slot **slots = live.base;
	size_t last = live.used / sizeof(struct slot *) - 1, hole = slot->index;

	if (!slot->resting) {
		put(hole, slots[awake - 1]);
		hole = --awake;
	}
	if (hole != last)
		put(hole, slots[last]);
	live.used -= sizeof(struct slot *);
	slot->active = false;
	registry_release(slot);
}

void registry_forget(void)
{
	struct slot **slots = live.base;

	while (live.used)
		registry_remove(slots[live.used / sizeof(struct slot *) - 1]);
	registry_self = NULL;
}

struct slot **registry_live(size_t *count)
{
	*count = live.used / sizeof(struct slot *);
	return live.base;
}

size_t registry_awake(void)
{
	return awake;
}

void registry_part(void)
{
	struct slot **slots = live.base, *slot;
	size_t kept = 0;

	for (size_t i = 0; i < awake; i++) {
		slot = slots[i];
		if (slot->resting)
			continue;
		put(i, slots[kept]);
		put(kept++, slot);
	}
	awake = kept;
}

void registry_wake(struct slot *slot)
{
	struct slot **slots = live.base;

	put(slot->index, slots[awake]);
	put(awake++, slot);
	slot->resting = false;
}
