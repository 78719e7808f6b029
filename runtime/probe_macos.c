#include "probe.h"

#include "probe_macos.h"

static uint64_t nanoseconds(time_value_t time)
{
	return (uint64_t)time.seconds * 1000000000u + (uint64_t)time.microseconds * 1000u;
}

bool probe_look(thread_act_t thread, struct thread_look *look)
{
	thread_basic_info_data_t info = {0};
	mach_msg_type_number_t count = THREAD_BASIC_INFO_COUNT;

	if (thread_info(thread, THREAD_BASIC_INFO, (thread_info_t)&info, &count) != KERN_SUCCESS)
		return false;
	look->cpu_ns = nanoseconds(info.user_time) + nanoseconds(info.system_time);
	look->waits = info.run_state != TH_STATE_RUNNING;
	return true;
}

enum probe probe_thread(const struct slot *slot, struct blocked_call *call)
{
	struct thread_look look;

	*call = (struct blocked_call){0};
	if (!probe_look(probe_port(slot), &look))
		return PROBE_UNKNOWN;
	return look.waits ? PROBE_BLOCKED : PROBE_RUNNING;
}

uint64_t probe_cpu_ns(const struct slot *slot, uint64_t fallback)
{
	struct thread_look look;

	return probe_look(probe_port(slot), &look) ? look.cpu_ns : fallback;
}

bool probe_switches(const struct slot *slot, uint64_t *switches)
{
	(void)slot;
	(void)switches;
	return false;
}

bool probe_is_deaf(const struct slot *slot, bool fallback)
{
	(void)slot;
	(void)fallback;
	return false;
}
