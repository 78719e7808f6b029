/* Numbers: bsd/kern/syscalls.master and osfmk/mach/syscall_sw.h of XNU; Mach's are negative. */
#include "calls.h"

#include <stddef.h>

static const long waiting_calls[] = {
	7,   /* wait4 */
	30,  /* accept */
	93,  /* select */
	111, /* sigsuspend */
	173, /* waitid */
	230, /* poll */
	305, /* psynch_cvwait */
	301, /* psynch_mutexwait */
	306, /* psynch_rw_rdlock */
	307, /* psynch_rw_wrlock */
	330, /* sigwait */
	334, /* semwait_signal */
	363, /* kevent */
	368, /* workq_kernreturn */
	369, /* kevent64 */
	374, /* kevent_qos */
	394, /* pselect */
	400, /* wait4_nocancel */
	404, /* accept_nocancel */
	407, /* select_nocancel */
	410, /* sigsuspend_nocancel */
	416, /* waitid_nocancel */
	417, /* poll_nocancel */
	422, /* sigwait_nocancel */
	423, /* semwait_signal_nocancel */
	515, /* ulock_wait */
	544, /* ulock_wait2 */
	-31, /* mach_msg */
	-36, /* semaphore_wait */
	-37, /* semaphore_wait_signal */
	-38, /* semaphore_timedwait */
	-39, /* semaphore_timedwait_signal */
	-47, /* mach_msg2 */
	-61, /* thread_switch */
	-90, /* mach_wait_until */
};

bool call_only_waits(long number)
{
	for (size_t i = 0; i < sizeof(waiting_calls) / sizeof(waiting_calls[0]); i++)
		if (waiting_calls[i] == number)
			return true;
	return false;
}

bool call_bears_no_signal(long number)
{
	(void)number;
	return false;
}
