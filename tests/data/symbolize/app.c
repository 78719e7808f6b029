#include <stdlib.h>

__attribute__((noinline)) int read_input(void)
{
	return rand();
}

#include "app.h"

static inline __attribute__((always_inline)) int middle(int x)
{
	return innermost(x) + 1;
}

__attribute__((noinline)) int outermost(int x)
{
	return middle(x) * 2;
}

__attribute__((noinline, noreturn)) void stop(int status)
{
	exit(status + read_input());
}

__attribute__((noinline)) void last_word(int status)
{
	stop(status);
}

__attribute__((noinline)) int after_last_word(int x)
{
	return x + read_input();
}

#line 7 "/w/song.osp"
__attribute__((noinline)) int sing(int x)
{
	return x ^ 5;
}

#line 20 "/usr/include/shipped.h"
__attribute__((noinline)) int shipped(int x)
{
	return x ^ 6;
}

#line 30 "/src/osprey-prof/runtime/fiber.c"
__attribute__((noinline)) int fiber_part(int x)
{
	return x ^ 7;
}

#line 40 "/w/game/runtime/physics.c"
__attribute__((noinline)) int game_part(int x)
{
	return x ^ 8;
}

#line 50 "main.c"
int main(int argc, char **argv)
{
	(void)argv;
	if (argc > 5)
		last_word(argc);
	return outermost(argc) + after_last_word(argc) + sing(argc) + shipped(argc) + fiber_part(argc) + game_part(argc);
}
