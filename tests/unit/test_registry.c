/* The list of live slots, whoever comes, leaves, rests or wakes: each is in it once, and knows where. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "registry.h"

enum { MOST = 40, STEPS = 20000 };

static struct slot *live[MOST];
static size_t lives;

static void add(void)
{
	live[lives] = registry_reserve();
	assert_non_null(live[lives]);
	assert_true(registry_add(live[lives]));
	lives++;
}

static void remove_one(size_t which)
{
	registry_remove(live[which]);
	live[which] = live[--lives];
}

static void lay_to_rest(size_t which)
{
	live[which]->resting = true;
	registry_part();
}

static void check(void)
{
	size_t count;
	struct slot **slots = registry_live(&count);

	assert_int_equal(count, lives);
	for (size_t i = 0; i < lives; i++) {
		assert_true(live[i]->index < count);
		assert_ptr_equal(slots[live[i]->index], live[i]);
		assert_int_equal(live[i]->resting, live[i]->index >= registry_awake());
	}
}

static int end(void **state)
{
	(void)state;
	registry_forget();
	lives = 0;
	return 0;
}

static void those_that_stay_are_listed_when_others_leave_before_them(void **state)
{
	(void)state;
	for (int i = 0; i < 4; i++)
		add();
	remove_one(1);
	check();
	remove_one(1); /* who stood last */
	check();
}

static void the_list_holds_whatever_happens(void **state)
{
	(void)state;
	srand(1);
	for (int i = 0; i < STEPS; i++) {
		size_t which = lives ? (size_t)rand() % lives : 0;
		int what = rand() % 4;

		if (what == 0 && lives < MOST)
			add();
		else if (what == 1 && lives)
			remove_one(which);
		else if (what == 2 && lives)
			lay_to_rest(which);
		else if (what == 3 && lives && live[which]->resting)
			registry_wake(live[which]);
		check();
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(those_that_stay_are_listed_when_others_leave_before_them, end),
		cmocka_unit_test_teardown(the_list_holds_whatever_happens, end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
