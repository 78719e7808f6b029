#include "entry_point.h"

#include <stddef.h>
#include <string.h>

static const char *const outermost[] = {"_start", "clone", "clone3", "__clone", "__clone3"};

/* Several for one system: which of them is the last that a walk finds depends on how its libc was built. */
static const char *const names[] = {
	"main",
	"__libc_start_call_main", /* glibc; __libc_start_main below */
	"start_thread",
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

/* Up to the suffix that a linker or compiler gave it. */
static bool is_one_of(const char *name, const char *const *list, size_t count)
{
	size_t length = strcspn(name, "@.");

	for (size_t i = 0; i < count; i++)
		if (strncmp(list[i], name, length) == 0 && !list[i][length])
			return true;
	return false;
}

bool entry_point_outermost(const char *name)
{
	return is_one_of(name, outermost, sizeof(outermost) / sizeof(outermost[0]));
}

bool entry_point(const char *name)
{
	return is_one_of(name, names, sizeof(names) / sizeof(names[0])) || entry_point_outermost(name) ||
	       begins_with(name, "__libc_start_main") || is_rust_thread(name);
}
