/* Text that came from elsewhere (symbol names, paths, labels), made safe to show. UTF-8 in, UTF-8 out. */
#ifndef OSPREY_TEXT_H
#define OSPREY_TEXT_H

#include <stddef.h>
#include <stdint.h>

/* Decodes one code point at `*text` (NUL-terminated) and moves `*text` behind it. An ill-formed sequence gives U+FFFD
 * and moves over its maximal part, at least one byte (Unicode 15, section 3.9, "substitution of maximal subparts"). 0
 * at the end. */
uint32_t text_next(const char **text);

/* Writes the code point (U+FFFD for a surrogate or beyond U+10FFFF) as UTF-8 to `bytes`; returns its length, 1 to 4. */
size_t text_encode(uint32_t code_point, char bytes[4]);

/* Columns of a terminal that the code point takes: 0 for combining marks and format characters, 2 for East Asian wide
 * and emoji, else 1 (Unicode 15, UAX 11). Independent of the locale. */
int text_width(uint32_t code_point);

/* Whether the code point could harm a terminal or mislead a reader: C0, DEL, C1, bidirectional controls, line and
 * paragraph separators. All of them are below U+10000. */
int text_is_unsafe(uint32_t code_point);

#endif
