/* Goes to the directory of its argument and ends. */
#include <unistd.h>

int main(int argc, char **argv)
{
	return argc > 1 && chdir(argv[1]) != 0;
}
