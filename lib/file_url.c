#include "file_url.h"

#include "text.h"

#include <string.h>

/* What may stand in a path: pchar and '/' of RFC 3986, section 3.3. */
static int is_path_byte(unsigned char c)
{
	if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'))
		return 1;
	return c && strchr("-._~!$&'()*+,;=:@/", c);
}

static void percent_encode(struct out *out, unsigned char c)
{
	static const char digits[] = "0123456789ABCDEF";

	out_char(out, '%');
	out_char(out, digits[c >> 4]);
	out_char(out, digits[c & 15]);
}

void out_json_file_url(struct out *out, const char *path)
{
	uint32_t c;

	if (*path != '/') {
		out_json(out, path);
		return;
	}
	out_text(out, "\"file://");
	while ((c = text_next(&path))) {
		char bytes[4];
		size_t length = text_encode(c, bytes);

		for (size_t i = 0; i < length; i++) {
			if (is_path_byte((unsigned char)bytes[i]))
				out_char(out, bytes[i]);
			else
				percent_encode(out, (unsigned char)bytes[i]);
		}
	}
	out_char(out, '"');
}
