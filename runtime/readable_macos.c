#include "readable.h"

#include <mach/mach.h>

bool readable(uintptr_t address)
{
	char byte = 0;
	vm_size_t size = sizeof(byte);

	return vm_read_overwrite(mach_task_self(), address, size, (vm_address_t)&byte, &size) == KERN_SUCCESS;
}
