#include "anonymous.h"

#include <mach/mach.h>
#include <stdio.h>

static void add_region(struct images *images, vm_address_t start, vm_size_t size)
{
	char label[64];

	snprintf(label, sizeof(label), "[jit 0x%llx]", (unsigned long long)start);
	images_add_region(images, start, start + size, label);
}

void anonymous_take(struct images *images)
{
	vm_region_basic_info_data_64_t info = {0};
	mach_msg_type_number_t count = VM_REGION_BASIC_INFO_COUNT_64;
	vm_address_t start = 0;
	vm_size_t size = 0;
	mach_port_t object;

	while (vm_region_64(mach_task_self(), &start, &size, VM_REGION_BASIC_INFO_64, (vm_region_info_t)&info, &count,
			    &object) == KERN_SUCCESS) {
		if (info.protection & VM_PROT_EXECUTE && !images_cover(images, start, start + size))
			add_region(images, start, size);
		start += size;
		count = VM_REGION_BASIC_INFO_COUNT_64;
	}
}
