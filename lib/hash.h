/* The hash of the tables that intern. Not for hostile input: whoever makes a profile can make it slow to read. */
#ifndef OSPREY_HASH_H
#define OSPREY_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Eight bytes a step; the multiplier is 2^64 / golden ratio (Knuth, The Art of Computer Programming, 6.4). */
static inline uint64_t hash_step(uint64_t hash, uint64_t word)
{
	hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
	return hash ^ hash >> 32;
}

static inline uint64_t hash_of(const void *key, size_t length)
{
	const char *bytes = key;
	uint64_t hash = length, word;

	for (; length >= sizeof(word); bytes += sizeof(word), length -= sizeof(word)) {
		memcpy(&word, bytes, sizeof(word));
		hash = hash_step(hash, word);
	}
	word = 0;
	if (length)
		memcpy(&word, bytes, length);
	return hash_step(hash_step(hash, word), 0);
}

#endif
