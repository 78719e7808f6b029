/* Code that uses the frame pointer register as a plain number, while the profiler walks: 0, 1, -1, 8, a page that is
 * not mapped, one that may not be read, its own address, a cycle on the heap, the end of the stack. Prints "survived".
 */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#if defined(__x86_64__)
#define SPIN_WITH_FRAME_POINTER(value)                                                                                 \
	__asm__ volatile("push %%rbp\n\tmov %0, %%rbp\n1:\tdec %1\n\tjnz 1b\n\tpop %%rbp"                              \
			 :                                                                                             \
			 : "r"(value), "r"(300000000ul)                                                                \
			 : "memory")
#elif defined(__aarch64__)
#define SPIN_WITH_FRAME_POINTER(value)                                                                                 \
	__asm__ volatile("mov x9, x29\n\tmov x10, %1\n\tmov x29, %0\n1:\tsubs x10, x10, #1\n\tb.ne 1b\n\tmov x29, x9"  \
			 :                                                                                             \
			 : "r"(value), "r"(300000000ul)                                                                \
			 : "x9", "x10", "cc", "memory")
#endif

__attribute__((noinline)) static void spin(uintptr_t frame_pointer)
{
	SPIN_WITH_FRAME_POINTER(frame_pointer);
}

int main(void)
{
	uintptr_t here[2] = {(uintptr_t)here, (uintptr_t)main};
	uintptr_t *heap = malloc(4 * sizeof(*heap));
	pthread_attr_t attributes;
	void *lo;
	size_t size;

	pthread_getattr_np(pthread_self(), &attributes);
	pthread_attr_getstack(&attributes, &lo, &size);
	heap[0] = (uintptr_t)&heap[2];
	heap[2] = (uintptr_t)&heap[0];
	heap[1] = heap[3] = (uintptr_t)main;
	spin(0);
	spin(1);
	spin((uintptr_t)-1);
	spin((uintptr_t)-8);
	spin(8);
	spin(0x7000);
	spin((uintptr_t)mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
	spin((uintptr_t)here);
	spin((uintptr_t)heap);
	spin((uintptr_t)lo + size - 8);
	spin((uintptr_t)lo + size - 16);
	puts("survived");
	return 0;
}
