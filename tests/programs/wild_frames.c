/* Code that uses the frame pointer register as a plain number, while the profiler walks: 0, 1, -1, 8, a page that is
 * not mapped, one that may not be read, its own address, a cycle on the heap, the end of the stack, a page within it
 * that may not be read. Prints "survived". */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { PAGE = 4096 };

/* Without unwind tables, so that nothing but the frame pointer leads on. */
void spin_so_often(uintptr_t frame_pointer, unsigned long times);
#if defined(__x86_64__)
__asm__(".text\n.globl spin_so_often\n.type spin_so_often, %function\nspin_so_often:\n\t"
	"push %rbp\n\tmov %rdi, %rbp\n1:\tdec %rsi\n\tjnz 1b\n\tpop %rbp\n\tret\n"
	".size spin_so_often, .-spin_so_often\n");
#elif defined(__aarch64__)
__asm__(".text\n.globl spin_so_often\n.type spin_so_often, %function\nspin_so_often:\n\t"
	"mov x9, x29\n\tmov x29, x0\n1:\tsubs x1, x1, #1\n\tb.ne 1b\n\tmov x29, x9\n\tret\n"
	".size spin_so_often, .-spin_so_often\n");
#endif

static void spin(uintptr_t frame_pointer)
{
	spin_so_often(frame_pointer, 300000000ul);
}

int main(void)
{
	_Alignas(PAGE) char within[PAGE];
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
	mprotect(within, PAGE, PROT_NONE);
	spin((uintptr_t)within);
	mprotect(within, PAGE, PROT_READ | PROT_WRITE);
	puts("survived");
	return 0;
}
