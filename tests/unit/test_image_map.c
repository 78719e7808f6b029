/* [PROF-SYMBOLIZE-OFFLINE]: which image holds an address. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "image_map.h"

static void add(struct image_map *map, uint32_t id, uint64_t base, uint64_t text, uint64_t text_size)
{
	struct image image = {.id = id,
			      .path = "/w/x",
			      .arch = "",
			      .build_id = "",
			      .base = base,
			      .slide = base,
			      .text = text,
			      .text_size = text_size};

	image_map_add(map, &image);
}

static struct frame look_up(struct image_map *map, uint64_t pc, bool call)
{
	struct frame frame = {.pc = pc, .call = call};

	image_map_frame(map, &frame);
	return frame;
}

static void assert_held(struct frame frame, uint32_t image, uint64_t addr)
{
	assert_true(frame.mapped);
	assert_int_equal(frame.image, image);
	assert_int_equal(frame.addr, addr);
}

static void a_range_holds_its_first_and_last_byte_and_no_more(void **state)
{
	static struct image_map map;

	(void)state;
	add(&map, 5, 0x1000, 0x2000, 0x100);
	assert_false(look_up(&map, 0x1fff, false).mapped);
	assert_held(look_up(&map, 0x2000, false), 5, 0x1000);
	assert_held(look_up(&map, 0x20ff, false), 5, 0x10ff);
	assert_false(look_up(&map, 0x2100, false).mapped);
}

static void a_return_address_belongs_to_the_byte_before_it(void **state)
{
	static struct image_map map;

	(void)state;
	add(&map, 1, 0x1000, 0x1000, 0x100);
	add(&map, 2, 0x1100, 0x1100, 0x100);
	assert_held(look_up(&map, 0x1100, true), 1, 0xff);
	assert_held(look_up(&map, 0x1100, false), 2, 0);
	assert_held(look_up(&map, 0x1200, true), 2, 0xff);
	assert_false(look_up(&map, 0x1000, true).mapped);
}

static void an_image_without_a_range_gets_what_no_range_holds(void **state)
{
	static struct image_map map;

	(void)state;
	add(&map, 0, 0x1000, 0, 0);
	add(&map, 1, 0x5000, 0, 0);
	add(&map, 2, 0x4000, 0x6000, 0x1000);
	assert_false(look_up(&map, 0xfff, false).mapped);
	assert_held(look_up(&map, 0x4999, false), 0, 0x3999);
	assert_held(look_up(&map, 0x5000, false), 1, 0);
	assert_held(look_up(&map, 0x6800, false), 2, 0x2800);
	assert_held(look_up(&map, 0x7000, false), 1, 0x2000);
}

/* Inside the dyld shared cache all headers lie in one region and all text in another. */
static void the_order_of_bases_does_not_matter_where_ranges_are_known(void **state)
{
	static struct image_map map;

	(void)state;
	add(&map, 0, 0x100, 0x9000, 0x1000);
	add(&map, 1, 0x200, 0x8000, 0x1000);
	assert_held(look_up(&map, 0x8800, false), 1, 0x8600);
	assert_held(look_up(&map, 0x9800, false), 0, 0x9700);
}

static void a_range_around_others_still_holds_what_lies_behind_them(void **state)
{
	static struct image_map map;

	(void)state;
	add(&map, 0, 0, 0x1000, 0x10000);
	add(&map, 1, 0, 0x2000, 0x100);
	add(&map, 2, 0, 0x3000, 0x100);
	assert_int_equal(look_up(&map, 0x2080, false).image, 1);
	assert_int_equal(look_up(&map, 0x3080, false).image, 2);
	assert_int_equal(look_up(&map, 0x4000, false).image, 0);
}

static void a_range_that_wraps_ends_with_the_address_space(void **state)
{
	static struct image_map map;

	(void)state;
	add(&map, 0, 0, UINT64_MAX - 15, 0x1000);
	assert_true(look_up(&map, UINT64_MAX, false).mapped);
	assert_false(look_up(&map, 0x10, false).mapped);
}

static void null_is_in_no_image(void **state)
{
	static struct image_map map;

	(void)state;
	add(&map, 0, 0, 0, 0);
	assert_false(look_up(&map, 0, false).mapped);
	assert_false(look_up(&map, 0, true).mapped);
}

static void images_may_come_between_look_ups(void **state)
{
	static struct image_map map;

	(void)state;
	assert_false(look_up(&map, 0x2000, false).mapped);
	for (uint32_t i = 1000; i > 0; i--) {
		add(&map, i, i * 0x100, i * 0x100, 0x100);
		assert_int_equal(look_up(&map, i * 0x100, false).image, i);
	}
	assert_int_equal(image_map_get(&map, 77)->base, 77 * 0x100);
	assert_null(image_map_get(&map, 1001));
}

static void what_has_an_image_or_a_name_is_left_alone(void **state)
{
	static struct image_map map;
	struct frame mapped = {.pc = 0x1010, .mapped = true, .image = 9, .addr = 7},
		     named = {.pc = 0x1010, .named = true};

	(void)state;
	add(&map, 0, 0x1000, 0x1000, 0x100);
	image_map_frame(&map, &mapped);
	image_map_frame(&map, &named);
	assert_held(mapped, 9, 7);
	assert_false(named.mapped);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_range_holds_its_first_and_last_byte_and_no_more),
		cmocka_unit_test(a_return_address_belongs_to_the_byte_before_it),
		cmocka_unit_test(an_image_without_a_range_gets_what_no_range_holds),
		cmocka_unit_test(the_order_of_bases_does_not_matter_where_ranges_are_known),
		cmocka_unit_test(a_range_around_others_still_holds_what_lies_behind_them),
		cmocka_unit_test(a_range_that_wraps_ends_with_the_address_space),
		cmocka_unit_test(null_is_in_no_image),
		cmocka_unit_test(images_may_come_between_look_ups),
		cmocka_unit_test(what_has_an_image_or_a_name_is_left_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
