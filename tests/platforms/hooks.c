/* Calls every hook, and prints "done". */
#include "osprey_prof.h"

#include <stdio.h>

int main(void)
{
	osp_prof_boot();
	osp_prof_thread_register(1, "fiber");
	osp_prof_pause();
	osp_prof_resume();
	osp_prof_thread_unregister();
	puts("done");
	return 0;
}
