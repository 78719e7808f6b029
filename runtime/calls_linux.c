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

bool call_only_waits(long number)
{
	for (size_t i = 0; i < sizeof(waiting_calls) / sizeof(waiting_calls[0]); i++)
		if (waiting_calls[i] == number)
			return true;
	return false;
}
