/* Works for 10 ms at first, then sleeps 4000 times for a moment, and tells its CPU time. */
#include "burn.h"

#include <stdio.h>
#include <unistd.h>

__attribute__((noinline)) static void work_once(void)
{
	burn(0.01);
	__asm__ volatile(""); /* no tail call */
}

int main(void)
{
	work_once();
	for (int i = 0; i < 4000; i++)
		usleep(300);
	printf("main %.6f\n", cpu_seconds());
	return 0;
}
