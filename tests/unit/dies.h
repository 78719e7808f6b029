/* What the tests of code that dies share. Include it behind cmocka.h. */
#ifndef OSPREY_TEST_DIES_H
#define OSPREY_TEST_DIES_H

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Runs `run` in a child, which must exit with status 1 after exactly one line on stderr, `prof: ` and `message`. */
static inline void assert_dies(void (*run)(const char *argument), const char *argument, const char *message)
{
	char words[4096], expected[4096];
	size_t length = 0;
	ssize_t got;
	int ends[2], status;
	pid_t child;

	fflush(NULL);
	assert_int_equal(pipe(ends), 0);
	child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		dup2(ends[1], STDERR_FILENO);
		run(argument);
		_exit(0);
	}
	close(ends[1]);
	while ((got = read(ends[0], words + length, sizeof(words) - 1 - length)) > 0)
		length += (size_t)got;
	words[length] = '\0';
	close(ends[0]);
	assert_int_equal(waitpid(child, &status, 0), child);
	snprintf(expected, sizeof(expected), "prof: %s\n", message);
	assert_string_equal(words, expected);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 1);
}

#endif
