/* Loses what a profiler would use while it runs: `fenced calls` gets EPERM from calls that signal, open or look into
 * processes; `fenced root` has its root in the empty directory EMPTY; `fenced descriptors` can open nothing more. Works
 * 0.2 s before and after. Prints "done". */
#include "burn.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#define REFUSE(number)                                                                                                 \
	BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)

static void refuse_calls(void)
{
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		REFUSE(SYS_timer_create),
		REFUSE(SYS_timer_settime),
		REFUSE(SYS_openat),
		REFUSE(SYS_rt_tgsigqueueinfo),
		REFUSE(SYS_tgkill),
		REFUSE(SYS_process_vm_readv),
		REFUSE(SYS_readlinkat),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = {.len = sizeof(filter) / sizeof(*filter), .filter = filter};

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
	    syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) != 0)
		abort();
}

static void lose_descriptors(void)
{
	struct rlimit none = {.rlim_cur = 3, .rlim_max = 3};

	if (setrlimit(RLIMIT_NOFILE, &none) != 0)
		abort();
}

int main(int argc, char **argv)
{
	const char *way = argc > 1 ? argv[1] : "";

	burn(0.2);
	if (strcmp(way, "calls") == 0)
		refuse_calls();
	else if (strcmp(way, "descriptors") == 0)
		lose_descriptors();
	else if (chroot("empty") != 0 || chdir("/") != 0)
		abort();
	burn(0.2);
	puts("done");
	return 0;
}
