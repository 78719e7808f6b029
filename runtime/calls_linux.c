#include "calls.h"

#include <stddef.h>
#include <sys/syscall.h>

static const long waiting_calls[] = {
	SYS_nanosleep,	  SYS_clock_nanosleep, SYS_futex,      SYS_ppoll,	  SYS_pselect6,	       SYS_epoll_pwait,
	SYS_wait4,	  SYS_waitid,	       SYS_accept,     SYS_rt_sigsuspend, SYS_rt_sigtimedwait, SYS_semtimedop,
#ifdef SYS_poll
	SYS_poll,	  SYS_select,	       SYS_epoll_wait, SYS_pause,
#endif
#ifdef SYS_epoll_pwait2
	SYS_epoll_pwait2,
#endif
};

static const long fragile_calls[] = {
	SYS_rt_sigtimedwait, SYS_write,	   SYS_writev,	 SYS_pwrite64, SYS_sendto,
	SYS_sendmsg,	     SYS_sendmmsg, SYS_sendfile, SYS_splice,
};

static bool holds(const long *calls, size_t count, long number)
{
	for (size_t i = 0; i < count; i++)
		if (calls[i] == number)
			return true;
	return false;
}

bool call_only_waits(long number)
{
	return holds(waiting_calls, sizeof(waiting_calls) / sizeof(waiting_calls[0]), number);
}

bool call_bears_no_signal(long number)
{
	return holds(fragile_calls, sizeof(fragile_calls) / sizeof(fragile_calls[0]), number);
}
