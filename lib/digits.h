/* Decimal numbers, eight digits a step: profiles are made of millions. The arithmetic is that of Lemire, "Quickly
 * parsing eight digits" (2018); the low byte of a word is the first character. */
#ifndef OSPREY_DIGITS_H
#define OSPREY_DIGITS_H

#include <stddef.h>
#include <stdint.h>

enum { DIGITS_WORD = 8, DIGITS_LIMIT = 2 * DIGITS_WORD - 1 };

/* Compilers make one load of it. */
static inline uint64_t digits_load(const unsigned char *at)
{
	return (uint64_t)at[0] | (uint64_t)at[1] << 8 | (uint64_t)at[2] << 16 | (uint64_t)at[3] << 24 |
	       (uint64_t)at[4] << 32 | (uint64_t)at[5] << 40 | (uint64_t)at[6] << 48 | (uint64_t)at[7] << 56;
}

/* How many of the characters are digits, from the first on. */
static inline size_t digits_count(uint64_t word)
{
	uint64_t value = word ^ UINT64_C(0x3030303030303030);
	uint64_t others = (value | (value + UINT64_C(0x0606060606060606))) & UINT64_C(0xf0f0f0f0f0f0f0f0);

	return others ? (size_t)__builtin_ctzll(others) / 8 : DIGITS_WORD;
}

/* The number that the first `count` characters make, 1 to 8. */
static inline uint64_t digits_value(uint64_t word, size_t count)
{
	word = (word ^ UINT64_C(0x3030303030303030)) << 8 * (DIGITS_WORD - count);
	word = (word * 10 + (word >> 8)) & UINT64_C(0x00ff00ff00ff00ff);
	word = (word * 100 + (word >> 16)) & UINT64_C(0x0000ffff0000ffff);
	return (word * 10000 + (word >> 32)) & UINT64_C(0x00000000ffffffff);
}

/* Reads a number of up to DIGITS_LIMIT digits without a leading zero and returns its length, or 0 when there is none of
 * this form. The byte behind it is no digit. DIGITS_WORD bytes must be readable from that one on, or
 * 2 * DIGITS_WORD in all. */
static inline size_t digits_read(const unsigned char *at, uint64_t *value)
{
	static const uint32_t powers[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000};
	uint64_t word = digits_load(at);
	size_t count = digits_count(word), more = 0;

	if (!count || (*at == '0' && count > 1))
		return 0;
	*value = digits_value(word, count);
	if (count < DIGITS_WORD)
		return count;
	word = digits_load(at + DIGITS_WORD);
	more = digits_count(word);
	if (more == DIGITS_WORD)
		return 0;
	if (more)
		*value = *value * powers[more] + digits_value(word, more);
	return count + more;
}

#endif
