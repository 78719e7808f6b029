#include "entry_point.h"

#include <stddef.h>
#include <string.h>

/* Several for one system: which of them is the last with a frame record depends on how its libc was built. */
static const char *const names[] = {
	"main",
	"_start",
	"__libc_start_call_main", /* glibc; __libc_start_main below */
	"start_thread",
	"clone",
	"clone3",
	"__clone",
	"__clone3",
	"_dl_start", /* glibc's loader */
	"_dl_start_user",
	"_start_c", /* musl */
	"libc_start_main_stage2",
	"start_c11",
	"start",			 /* musl's thread, macOS's program */
	"_pthread_start",		 /* macOS */
	"thread_start",			 /* macOS, and clone on arm64 */
	"execute_native_thread_routine", /* libstdc++ */
	"fiber_thread_func",		 /* the runtime */
	"effect_thread_func",
};

static bool begins_with(const char *text, const char *start)
{
	return strncmp(text, start, strlen(start)) == 0;
}

/* "std::sys::pal::unix::thread::Thread::new::thread_start": the modules between have changed with Rust's versions. */
static bool is_rust_thread(const char *name)
{
	return begins_with(name, "std::sys::") && strstr(name, "::thread_start");
}

bool entry_point(const char *name)
{
	size_t length = strcspn(name, "@.");

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strncmp(names[i], name, length) == 0 && !names[i][length])
			return true;
	return begins_with(name, "__libc_start_main") || is_rust_thread(name);
}
