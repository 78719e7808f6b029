#include "thread_start.h"

int thread_start_really(pthread_t *thread, const pthread_attr_t *attributes, void *(*routine)(void *), void *argument)
{
	return pthread_create(thread, attributes, routine, argument);
}
