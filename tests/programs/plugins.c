/* Loads two libraries in turn, which often get the same place: `plugins FIRST.so SECOND.so`, with work1 and work2 in
 * them; each works four times 0.2 s. Linked with nothing of the libraries. */
#include <dlfcn.h>
#include <stdio.h>

static void *last_place;

static void run(const char *path, const char *name)
{
	void *library = dlopen(path, RTLD_NOW);
	void (*work)(double) = NULL;

	if (!library)
		return;
	*(void **)&work = dlsym(library, name);
	if (last_place == *(void **)&work)
		puts("same place");
	last_place = *(void **)&work;
	work(0.2);
	dlclose(library);
}

int main(int argc, char **argv)
{
	if (argc != 3)
		return 2;
	for (int i = 0; i < 4; i++) {
		run(argv[1], "work1");
		run(argv[2], "work2");
	}
	return 0;
}
