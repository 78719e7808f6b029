/* The hooks on platforms that the profiler does not know: they do nothing. */
#include "osprey_prof.h"

void osp_prof_boot(void)
{
}

void osp_prof_thread_register(int64_t fiber, const char *label)
{
	(void)fiber;
	(void)label;
}

void osp_prof_thread_unregister(void)
{
}

void osp_prof_pause(void)
{
}

void osp_prof_resume(void)
{
}
