/* Code made at run time, called from main for 0.5 s. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#if defined(__x86_64__)
/* push rbp; mov rbp,rsp; mov ecx,1000000; 1: dec ecx; jnz 1b; pop rbp; ret */
static const unsigned char code[] = {0x55, 0x48, 0x89, 0xe5, 0xb9, 0xa0, 0x86, 0x01,
				     0x00, 0xff, 0xc9, 0x75, 0xfc, 0x5d, 0xc3};
#elif defined(__aarch64__)
/* stp x29,x30,[sp,#-16]!; mov x29,sp; movz w1,#16,lsl 16; 1: subs w1,w1,#1; b.ne 1b; ldp x29,x30,[sp],#16; ret */
static const uint32_t code[] = {0xa9bf7bfd, 0x910003fd, 0x52a00201, 0x71000421, 0x54ffffe1, 0xa8c17bfd, 0xd65f03c0};
#endif

static double cpu_seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

int main(void)
{
	void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	void (*function)(void) = NULL;
	double end = cpu_seconds() + 0.5;

	if (memory == MAP_FAILED)
		return 1;
	memcpy(memory, code, sizeof(code));
	__builtin___clear_cache((char *)memory, (char *)memory + sizeof(code));
	*(void **)&function = memory;
	while (cpu_seconds() < end)
		function();
	puts("ran");
	return 0;
}
