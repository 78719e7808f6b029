#include "text.h"

enum { REPLACEMENT = 0xfffd };

/* What the first byte of a sequence says (Unicode 15, table 3-7): how many bytes follow, and the range of the first of
 * them. */
struct lead {
	int following;
	unsigned char low, high;
};

static struct lead lead_of(unsigned char byte)
{
	if (byte >= 0xc2 && byte <= 0xdf)
		return (struct lead){1, 0x80, 0xbf};
	if (byte >= 0xe0 && byte <= 0xef)
		return (struct lead){2, byte == 0xe0 ? 0xa0 : 0x80, byte == 0xed ? 0x9f : 0xbf};
	if (byte >= 0xf0 && byte <= 0xf4)
		return (struct lead){3, byte == 0xf0 ? 0x90 : 0x80, byte == 0xf4 ? 0x8f : 0xbf};
	return (struct lead){0, 0, 0};
}

uint32_t text_next(const char **text)
{
	const unsigned char *bytes = (const unsigned char *)*text;
	struct lead lead = lead_of(bytes[0]);
	uint32_t code_point = bytes[0];
	int taken = 1;

	if (bytes[0] >= 0x80)
		code_point = lead.following ? bytes[0] & (0x3fU >> lead.following) : REPLACEMENT;
	for (; taken <= lead.following; taken++) {
		if (bytes[taken] < lead.low || bytes[taken] > lead.high) {
			code_point = REPLACEMENT;
			break;
		}
		code_point = code_point << 6 | (bytes[taken] & 0x3f);
		lead.low = 0x80;
		lead.high = 0xbf;
	}
	*text += bytes[0] ? taken : 0;
	return code_point;
}

size_t text_encode(uint32_t code_point, char bytes[4])
{
	static const unsigned char marks[] = {0, 0, 0xc0, 0xe0, 0xf0};
	size_t length;

	if (code_point > 0x10ffff || (code_point >= 0xd800 && code_point <= 0xdfff))
		code_point = REPLACEMENT;
	length = code_point < 0x80 ? 1 : code_point < 0x800 ? 2 : code_point < 0x10000 ? 3 : 4;
	for (size_t i = length - 1; i > 0; i--) {
		bytes[i] = (char)(0x80 | (code_point & 0x3f));
		code_point >>= 6;
	}
	bytes[0] = (char)(marks[length] | code_point);
	return length;
}

int text_is_unsafe(uint32_t code_point)
{
	return code_point < 0x20 || (code_point >= 0x7f && code_point <= 0x9f) || code_point == 0x061c ||
	       (code_point >= 0x200e && code_point <= 0x200f) || (code_point >= 0x2028 && code_point <= 0x202e) ||
	       (code_point >= 0x2066 && code_point <= 0x2069);
}
